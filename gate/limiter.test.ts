import { describe, expect, it } from 'vitest'
import { limiter } from './limiter.ts'

/** A task that runs until it is told to end. */
function aTask() {
  let end = () => {}
  const running = new Promise<string>(resolve => {
    end = () => resolve('done')
  })
  return { run: () => running, end }
}

describe('limiter', () => {
  it('runs so many at once, keeps so many waiting, and turns the rest away', async () => {
    const inTurn = limiter(2, 1)
    const tasks = [aTask(), aTask(), aTask()]
    let started = 0
    const running = tasks.map(task =>
      inTurn(() => {
        started += 1
        return task.run()
      }),
    )

    expect(await inTurn(async () => 'one too many')).toBeUndefined()
    expect(started).toBe(2)
    tasks[0]?.end()
    await running[0]
    await Promise.resolve()
    expect(started).toBe(3)
    for (const task of tasks) task.end()
    expect(await Promise.all(running)).toEqual(['done', 'done', 'done'])
    expect(await inTurn(async () => 'free again')).toBe('free again')
  })

  it('gives the place back when a task fails', async () => {
    const inTurn = limiter(1, 0)

    await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await inTurn(async () => 'next')).toBe('next')
  })
})
