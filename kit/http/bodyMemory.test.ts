import { expect, test } from 'vitest'
import { bodyMemory } from './bodyMemory.ts'

/** As much as a client gets, byte by byte. */
function takeAll(memory: ReturnType<typeof bodyMemory>, client: string): number {
  let taken = 0
  while (memory.take(client, 1)) taken++
  return taken
}

test('one client gets half of the memory, the next one half of what is left', () => {
  const memory = bodyMemory(1_200)

  expect(takeAll(memory, 'a')).toBe(600)
  expect(takeAll(memory, 'b')).toBe(300)
  expect(takeAll(memory, 'c')).toBe(150)
})

test('a client that comes late still gets something, however many hold as much as they can', () => {
  const memory = bodyMemory(64_000_000)
  for (let client = 0; client < 20; client++) {
    while (memory.take(`greedy ${client}`, 1_000_000));
  }

  expect(memory.take('late', 100_000)).toBe(true)
})

test('what is given back can be taken again, by anybody', () => {
  const memory = bodyMemory(1_000)
  expect([memory.take('a', 500), memory.take('a', 1), memory.take('b', 251)]).toEqual([true, false, false])

  memory.give('a', 300)
  memory.give('a', 200)

  expect([takeAll(memory, 'b'), takeAll(memory, 'a')]).toEqual([500, 250])
})
