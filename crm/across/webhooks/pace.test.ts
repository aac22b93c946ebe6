import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

const never = () => false

/** A process in which so many calls are answered in each second of a clock that goes when somebody sleeps. */
function processWith(callsInSecond: number) {
  const state = { now: 0, calls: 0, callsInSecond }
  const passes = (ms: number) => {
    state.now += ms
    state.calls += (ms * state.callsInSecond) / 1000
  }
  const sleeping: { until: number; wake(): void }[] = []
  const clock = {
    now: () => state.now,
    sleep: (ms: number) => new Promise<void>(wake => sleeping.push({ until: state.now + ms, wake })),
  }
  /** Lets time go by until nobody sleeps any more, or until a moment. */
  async function goOn(until = Number.POSITIVE_INFINITY) {
    for (;;) {
      await new Promise(resolve => setImmediate(resolve))
      const next = sleeping.sort((a, b) => a.until - b.until)[0]
      if (!next || next.until > until) return
      sleeping.shift()
      passes(Math.max(0, next.until - state.now))
      next.wake()
    }
  }
  return { state, passes, goOn, pace: openPace(() => state.calls, clock), sleepers: () => sleeping.length }
}

test('nobody waits while few calls are answered', async () => {
  const { pace, passes, sleepers } = processWith(99)
  passes(1_000)
  for (let nr = 0; nr < 1_000; nr++) await pace.turn(never)

  expect(pace.isBusy()).toBe(false)
  expect(sleepers()).toBe(0)
})

test('from a hundred calls in a second on it is busy, judged after 50 milliseconds', () => {
  const { pace, passes } = processWith(100)
  passes(49)
  expect(pace.isBusy()).toBe(false)
  passes(1)
  expect(pace.isBusy()).toBe(true)
})

test('calls are counted from the last look on', () => {
  const { pace, passes, state } = processWith(100)
  passes(50)
  expect(pace.isBusy()).toBe(true)
  state.callsInSecond = 0
  passes(49)
  expect(pace.isBusy()).toBe(true)
  passes(1)
  expect(pace.isBusy()).toBe(false)
})

test('while it is busy fifty turns are given in a second, one after the other', async () => {
  const { pace, passes, goOn, state } = processWith(1_000)
  passes(1_000)
  const given: number[] = []
  const all = Promise.all(
    Array.from({ length: 4 }, async () => {
      await pace.turn(never)
      given.push(state.now)
    }),
  )
  await goOn()
  await all

  expect(given).toEqual([1_020, 1_040, 1_060, 1_080])
})

test('whoever comes while others wait has the turn behind theirs', async () => {
  const { pace, passes, goOn, state } = processWith(1_000)
  passes(1_000)
  const given: number[] = []
  const take = async () => {
    await pace.turn(never)
    given.push(state.now)
  }
  const first = [take(), take(), take()]
  await goOn(1_020)
  expect(given).toEqual([1_020])

  const last = take()
  await goOn()
  await Promise.all([...first, last])

  expect(given).toEqual([1_020, 1_040, 1_060, 1_080])
})

test('what is late goes at once, also when it becomes late while it waits', async () => {
  const { pace, passes, goOn, state } = processWith(1_000)
  passes(1_000)
  for (let nr = 0; nr < 10; nr++) await pace.turn(() => true)
  expect(state.now).toBe(1_000)

  // Nor do the others wait for it.
  let first = 0
  void pace.turn(never).then(() => {
    first = state.now
  })
  for (let nr = 0; nr < 100; nr++) void pace.turn(never)
  let given = 0
  void pace
    .turn(() => state.now >= 1_500)
    .then(() => {
      given = state.now
    })
  await goOn(1_700)

  expect(first).toBe(1_020)
  expect(given).toBeGreaterThanOrEqual(1_500)
  expect(given).toBeLessThanOrEqual(1_550)
})

test('whoever waits goes on as soon as it is quiet, and those who come later wait for nobody', async () => {
  const { pace, passes, goOn, state } = processWith(1_000)
  passes(1_000)
  const all = Promise.all(Array.from({ length: 2_000 }, () => pace.turn(never)))
  state.callsInSecond = 0
  await goOn()
  await all
  expect(state.now).toBeLessThanOrEqual(1_150)

  // Busy again: the two thousand turns that nobody needed are not before this one.
  state.callsInSecond = 1_000
  passes(60)
  const begun = state.now
  const turn = pace.turn(never)
  await goOn()
  await turn
  expect(state.now - begun).toBe(20)
})
