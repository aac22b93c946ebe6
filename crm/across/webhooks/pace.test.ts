import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

const never = () => false

/** Counts a thousand calls in a second for as long as it goes on. */
function busy() {
  const counted = { calls: 0 }
  const timer = setInterval(() => (counted.calls += 10), 10)
  return { counted, end: () => clearInterval(timer) }
}

test('nobody waits while few calls are answered', async () => {
  const pace = openPace(() => 0)
  const begun = performance.now()
  for (let n = 0; n < 1000; n++) await pace.turn(never)
  expect(performance.now() - begun).toBeLessThan(1000)
})

test('while many are, turns are given one after the other, and at once to what is late', async () => {
  const { counted, end } = busy()
  const pace = openPace(() => counted.calls)
  await sleep(200)
  await pace.turn(never)
  const begun = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => pace.turn(never)))
  const waited = performance.now() - begun
  const late = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => pace.turn(() => true)))
  end()

  expect(waited).toBeGreaterThan(150)
  expect(performance.now() - late).toBeLessThan(100)
})

test('whoever waits goes on as soon as it is quiet', async () => {
  const { counted, end } = busy()
  const pace = openPace(() => counted.calls)
  await sleep(200)
  await pace.turn(never)
  const all = Promise.all(Array.from({ length: 2000 }, () => pace.turn(never)))
  end()
  const begun = performance.now()
  await all
  expect(performance.now() - begun).toBeLessThan(5000)
})
