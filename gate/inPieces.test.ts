import { expect, it } from 'vitest'
import { inPieces, type Pieces } from './inPieces.ts'

it('gives others their turn after each piece', async () => {
  const order: string[] = []
  function* work(): Pieces<string> {
    for (const piece of ['first', 'second', 'third']) {
      order.push(piece)
      setTimeout(() => order.push('others'), 0)
      yield
    }
    return 'done'
  }

  expect(await inPieces(work())).toBe('done')
  expect(order).toEqual(['first', 'others', 'second', 'others', 'third', 'others'])
})

it('rests after each piece for as long as it took', async () => {
  let worked = 0
  function* work(): Pieces<void> {
    for (let piece = 0; piece < 3; piece++) {
      const began = performance.now()
      while (performance.now() - began < 20);
      worked += performance.now() - began
      yield
    }
  }

  const began = performance.now()
  await inPieces(work())

  // Timers may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(2 * worked - 3)
})

it('fails as the work fails', async () => {
  // biome-ignore lint/correctness/useYield: the first piece fails
  function* work(): Pieces<void> {
    throw new Error('no such point')
  }

  await expect(inPieces(work())).rejects.toThrow('no such point')
})
