import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atMost } from './atMost.ts'

test('runs no more than the given number at once, and all of them', async () => {
  const limited = atMost(3)
  let active = 0
  let most = 0

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      limited(async () => {
        most = Math.max(most, ++active)
        await pause(2)
        active--
        return index
      }),
    ),
  )

  expect(most).toBe(3)
  expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('503 past the length of the line, and the line moves on afterwards', async () => {
  const limited = atMost(1, 1)
  const slow = () => pause(5, 'done')

  const [first, second, third] = await Promise.allSettled([limited(slow), limited(slow), limited(slow)])

  expect(first.status).toBe('fulfilled')
  expect(second.status).toBe('fulfilled')
  expect(third).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', status: 503 } })
  expect(await limited(slow)).toBe('done')
})

test('failed work gives its place back', async () => {
  const limited = atMost(1)

  await expect(limited(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await limited(async () => 'next')).toBe('next')
})

test('many in one line do not hold up those of another', async () => {
  const limited = atMost(1, 5)
  const done: string[] = []
  const work = (name: string, line: string) => limited(async () => void done.push(name), line)

  await Promise.all([
    ...['first', 'a1', 'a2', 'a3', 'a4'].map(name => work(name, 'a')),
    ...['b1', 'b2'].map(name => work(name, 'b')),
  ])

  expect(done).toEqual(['first', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})

test('each line has its own length', async () => {
  const limited = atMost(1, 1)
  const work = (line: string) => limited(() => pause(5), line)

  const [, , refused, other] = await Promise.allSettled([work('a'), work('a'), work('a'), work('b')])

  expect([refused?.status, other?.status]).toEqual(['rejected', 'fulfilled'])
})
