import { expect, test } from 'vitest'
import { oneAtATime } from './oneAtATime.ts'

/** Work whose looks end when they are told to. */
function heldWork() {
  const ends: ((problem?: Error) => void)[] = []
  const work = oneAtATime(
    () => new Promise<void>((resolve, reject) => ends.push(problem => (problem ? reject(problem) : resolve()))),
  )
  return { work, ends }
}

test('calls that come while one works leave it to that one, which looks once more for all of them', async () => {
  const { work, ends } = heldWork()
  const first = work()
  await Promise.all([work(), work()])
  expect(ends).toHaveLength(1)

  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await first

  expect(ends).toHaveLength(2)
})

test('a call after the end works again, also where the one before failed', async () => {
  const { work, ends } = heldWork()
  const failing = work()
  ends[0]?.(new Error('no luck'))
  await expect(failing).rejects.toThrow('no luck')

  const again = work()
  ends[1]?.()
  await again

  expect(ends).toHaveLength(2)
})
