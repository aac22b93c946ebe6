import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { perRound } from './perRound.ts'

test('of many pieces of work only some begin in a round of the event loop, in order, and all of them in the end', async () => {
  const turn = perRound(2)
  const begun: number[] = []
  const all = [1, 2, 3, 4, 5].map(n => turn().then(() => begun.push(n)))

  await Promise.resolve().then(() => {})
  expect(begun).toEqual([1, 2])
  await nextRound()
  expect(begun).toEqual([1, 2, 3, 4])
  await Promise.all(all)
  expect(begun).toEqual([1, 2, 3, 4, 5])

  await nextRound()
  await nextRound()
  const again = [6, 7, 8].map(n => turn().then(() => begun.push(n)))
  await Promise.resolve().then(() => {})
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7])
  await Promise.all(again)
})
