import { expect, test } from 'vitest'
import { rollingLimiter } from './limiter.ts'

test('the limit holds within the window and for each key on its own', () => {
  const limiter = rollingLimiter({ limit: 3, windowMs: 1000 })
  const taken = [0, 1, 2, 3].map(at => limiter.take('a', at).allowed)

  expect(taken).toEqual([true, true, true, false])
  expect(limiter.take('b', 4).allowed).toBe(true)
})

test('the window rolls: half a window later half of the former use still counts', () => {
  const limiter = rollingLimiter({ limit: 4, windowMs: 1000 })
  for (let call = 0; call < 4; call++) limiter.take('a', 0)

  const later = [1500, 1501, 1502].map(at => limiter.take('a', at).allowed)

  expect(later).toEqual([true, true, false])
  expect(limiter.take('a', 3000)).toMatchObject({ allowed: true, remaining: 3 })
})

test('keys are forgotten, the oldest first, when there are too many', () => {
  const limiter = rollingLimiter({ limit: 1, windowMs: 1000, maxKeys: 2 })
  for (const key of ['a', 'b', 'c']) limiter.take(key, 0)

  expect(limiter.take('c', 1).allowed).toBe(false)
  expect(limiter.take('a', 1).allowed).toBe(true)
})

test('an answer says what is left and when the window is fresh again', () => {
  const limiter = rollingLimiter({ limit: 5, windowMs: 2000 })

  expect(limiter.take('a', 1000, 2)).toEqual({ allowed: true, limit: 5, remaining: 3, reset: 2 })
  expect(limiter.take('a', 1500, 4)).toEqual({ allowed: false, limit: 5, remaining: 3, reset: 1.5 })
  expect(limiter.take('a', 1500, 3)).toMatchObject({ allowed: true, remaining: 0 })
})

test('a window ends with its last moment, and counts for one more', () => {
  const limiter = rollingLimiter({ limit: 4, windowMs: 1000 })
  for (let call = 0; call < 4; call++) limiter.take('a', 0)

  expect(limiter.take('a', 1000)).toMatchObject({ allowed: false, reset: 1 })
  expect(limiter.take('a', 2000, 4)).toMatchObject({ allowed: true, remaining: 0, reset: 1 })
})

test('after two windows nothing of the former use counts, however long ago it was', () => {
  for (const later of [2000, 9000]) {
    const limiter = rollingLimiter({ limit: 4, windowMs: 1000 })
    for (let call = 0; call < 4; call++) limiter.take('a', 0)

    expect(limiter.take('a', later)).toEqual({ allowed: true, limit: 4, remaining: 3, reset: 1 })
  }
})

test('as many keys are kept as may be', () => {
  const limiter = rollingLimiter({ limit: 1, windowMs: 1000, maxKeys: 2 })
  for (const key of ['a', 'b']) limiter.take(key, 0)

  expect(limiter.take('a', 1).allowed).toBe(false)
})
