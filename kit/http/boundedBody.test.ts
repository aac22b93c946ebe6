import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { BoundedRequest, type Receiving } from './boundedBody.ts'

function aRequest() {
  const receiving = {
    memory: { take: vi.fn(() => true), give: vi.fn() },
    clientOf: () => 'one',
    refuse: vi.fn(),
  } satisfies Receiving
  const incoming = new BoundedRequest(new Socket())
  incoming.begin(receiving)
  return { incoming, receiving }
}

test('what comes after the answer is read away without a refusal, and too much of it ends the connection', () => {
  const { incoming, receiving } = aRequest()
  incoming.answered()

  incoming.push(Buffer.alloc(2_000_000))
  expect([receiving.refuse.mock.calls.length, incoming.socket.destroyed]).toEqual([0, false])
  incoming.received = 64_000_000
  incoming.push(Buffer.from('x'))

  expect(incoming.socket.destroyed).toBe(true)
})

test('a body that was refused before anybody read it has no end for those who read later', async () => {
  const { incoming, receiving } = aRequest()
  const ended = vi.fn()
  incoming.push(Buffer.from('the beginning'))
  incoming.push(Buffer.alloc(1_000_000))
  incoming.push(null)

  incoming.on('end', ended).resume()
  await new Promise(resolve => setTimeout(resolve, 10))

  expect([receiving.refuse.mock.calls.length, ended.mock.calls.length]).toEqual([1, 0])
})

test('a small body takes nothing of the memory for bodies, a larger one all it weighs, until it is answered', () => {
  const { incoming: small, receiving: notAsked } = aRequest()
  const { incoming: large, receiving: asked } = aRequest()

  small.push(Buffer.alloc(10_000))
  large.push(Buffer.alloc(20_000))
  large.push(Buffer.alloc(20_000))
  large.answered()

  expect(notAsked.memory.take).not.toHaveBeenCalled()
  expect(asked.memory.take.mock.calls).toEqual([
    ['one', 20_300],
    ['one', 20_300],
  ])
  expect(asked.memory.give.mock.calls).toEqual([['one', 40_600]])
})
