import { expect, test } from 'vitest'
import { restAfterReading, waitBeforeReading } from './rest.ts'

test('a change after a quiet while is read with those of the same moment, however long the last reading took', () => {
  const restsUntil = restAfterReading(1_000, 1_300)

  expect(waitBeforeReading(3_000, restsUntil)).toBe(200)
})

test('changes that go on are read a quarter of the time', () => {
  const restsUntil = restAfterReading(1_000, 1_200)

  expect(waitBeforeReading(1_200, restsUntil)).toBe(600)
  expect(waitBeforeReading(1_500, restsUntil)).toBe(300)
})

test('nobody waits for a second, however long a reading takes', () => {
  expect(waitBeforeReading(6_000, restAfterReading(1_000, 6_000))).toBe(900)
})
