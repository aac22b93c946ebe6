import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { clientTurns } from './clientTurns.ts'
import { type Listening, listen } from './listen.ts'
import { TURN_LIMITS, type Turn } from './turns.ts'

const LIMITS = { ...TURN_LIMITS, first: 2, least: 1, most: 3, waiting: 3, perRound: 4 }

test('a flood of one client waits for its own turns, and a request of another begins at once', async () => {
  const { begun, ask } = aQueue()
  for (const n of [1, 2, 3, 4]) ask('a', `a${n}`)
  ask('b', 'b1')
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'b1'])

  begun.get('a1')?.end()
  await nextRound()

  // Quick answers let one more be worked on.
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a client whose requests are slow gets half as many turns, and those begun before do not halve them again', async () => {
  const { begun, ask } = aQueue({ ...LIMITS, first: 8, most: 8, waiting: 20, slowMs: -1 })
  for (let n = 1; n <= 20; n++) ask('a', `a${n}`)
  expect(begun.size).toBe(8)

  for (let n = 1; n <= 8; n++) begun.get(`a${n}`)?.end()
  await nextRound()
  expect(begun.size).toBe(12)

  begun.get('a9')?.end()
  for (const n of [10, 11]) begun.get(`a${n}`)?.end()
  await nextRound()
  expect(begun.size).toBe(13)
})

test('a client whose requests are slow keeps the least number of turns', async () => {
  const { begun, ask } = aQueue({ ...LIMITS, slowMs: -1 })
  for (const n of [1, 2, 3]) ask('a', `a${n}`)

  begun.get('a1')?.end()
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'a2'])

  begun.get('a2')?.end()
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a3'])
})

test('of requests that come at once only some are begun in one round of the event loop while others ask too', async () => {
  const { begun, ask } = aQueue({ ...LIMITS, first: 10, most: 10, perRound: 2, waiting: 10 })
  const quick = (client: string, count: number) => {
    for (let n = 1; n <= count; n++) {
      ask(client, `${client}${n}`)
      begun.get(`${client}${n}`)?.end()
    }
  }

  quick('alone', 5)
  expect(begun.size).toBe(5)
  begun.clear()

  ask('b', 'b1')
  quick('a', 5)
  expect([...begun.keys()]).toEqual(['b1', 'a1', 'a2'])
  await nextRound()
  expect([...begun.keys()]).toEqual(['b1', 'a1', 'a2', 'a3', 'a4'])
  ask('b', 'b2')
  expect(begun.has('b2')).toBe(true)
  await nextRound()
  expect([...begun.keys()]).toEqual(['b1', 'a1', 'a2', 'a3', 'a4', 'b2', 'a5'])
})

test('while connections are being accepted each client has one request begun, the others when none was', async () => {
  const { begun, ask, accepted } = aQueue()
  accepted()
  for (const n of [1, 2]) ask('a', `a${n}`)
  ask('b', 'b1')
  expect([...begun.keys()]).toEqual(['a1', 'b1'])

  await nextRound()
  accepted()
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'b1'])
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'b1', 'a2'])
})

test('while connections are being accepted quick answers do not let a client begin one request after the other', async () => {
  const { begun, ask, accepted } = aQueue({ ...LIMITS, acceptingMs: 60_000 })
  accepted()
  ask('a', 'a1')
  begun.get('a1')?.end()
  ask('a', 'a2')
  expect([...begun.keys()]).toEqual(['a1'])

  await nextRound()
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'a2'])
})

test('a request that waits for its body keeps no other waiting, and counts again when the body is here', async () => {
  const { begun, ask } = aQueue()
  for (const n of [1, 2, 3, 4]) ask('a', `a${n}`)

  begun.get('a1')?.leave()
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a3'])

  begun.get('a1')?.comeBack()
  begun.get('a2')?.end()
  await nextRound()
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('requests that wait for something themselves do not hold up those behind them, up to a number', async () => {
  const { begun, ask } = aQueue({ ...LIMITS, stuckMs: 50 })
  for (const n of [1, 2, 3, 4]) ask('a', `a${n}`)
  expect([...begun.keys()]).toEqual(['a1', 'a2'])

  await expect.poll(() => [...begun.keys()]).toEqual(['a1', 'a2', 'a3'])
  await sleep(100)
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a3'])
})

test('a turn that ends twice, or is left after its end, counts once', async () => {
  const { begun, ask } = aQueue({ ...LIMITS, most: 2 })
  for (const n of [1, 2, 3, 4]) ask('a', `a${n}`)

  const first = begun.get('a1')
  for (const act of [first?.end, first?.end, first?.leave, first?.comeBack]) act?.()
  await nextRound()

  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a3'])
})

test('a request whose client went away while it waited is not begun', async () => {
  const { begun, dropped, ask } = aQueue({ ...LIMITS, first: 1 })
  ask('a', 'a1')
  const gone = ask('a', 'a2')
  ask('a', 'a3')
  gone.socket?.destroy()

  begun.get('a1')?.end()
  await nextRound()

  expect([...begun.keys()]).toEqual(['a1', 'a3'])
  expect(dropped).toEqual(['a2'])
})

test('a request is refused when too many of its client wait, and of that client alone', () => {
  const { ask, taken } = aQueue()
  for (const n of [1, 2, 3, 4, 5, 6]) ask('a', `a${n}`)
  ask('b', 'b1')

  expect(taken).toEqual([true, true, true, true, true, false, true])
})

let listening: Listening | undefined
afterEach(() => listening?.stop(0))

test('a client that reads no answer is worked for until much is unread, and its silent connections are closed', async () => {
  let answered = 0
  const fetch = async () => {
    answered++
    return new Response('a'.repeat(8_000_000))
  }
  const turns = { ...TURN_LIMITS, unreadBytes: 20_000_000, unreadMs: 500 }
  listening = await listen(fetch, { port: 0, host: '127.0.0.1', turns })
  const { port } = listening
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'))
    return socket.on('error', () => {}).pause()
  })
  await expect.poll(() => answered).toBeGreaterThan(0)
  await sleep(200)
  expect(answered).toBeLessThan(40)

  // Whoever waits behind them is answered in the end.
  await expect.poll(() => answered).toBe(40)
  for (const socket of sockets) socket.destroy()
})

test('what must always be answered is, whatever its client has under way', async () => {
  const fetch = async (request: Request) => {
    if (request.url.endsWith('/healthz')) return new Response('up')
    return new Promise<Response>(() => {})
  }
  const turns = { ...TURN_LIMITS, first: 1, most: 1 }
  listening = await listen(fetch, { port: 0, host: '127.0.0.1', turns, always: ['/healthz'] })
  const origin = `http://127.0.0.1:${listening.port}`
  const signal = AbortSignal.timeout(1_000)
  const waiting = [1, 2].map(n => globalThis.fetch(`${origin}/${n}`, { signal }).catch(() => 'no answer'))

  expect(await (await globalThis.fetch(`${origin}/healthz`)).text()).toBe('up')
  expect(await Promise.all(waiting)).toEqual(['no answer', 'no answer'])
})

function aQueue(limits = LIMITS) {
  const turns = clientTurns(limits)
  onTestFinished(turns.stop)
  const begun = new Map<string, Turn>()
  const taken: boolean[] = []
  const dropped: string[] = []
  function ask(client: string, name: string): ServerResponse {
    const socket = new Socket()
    const outgoing = new ServerResponse(new IncomingMessage(socket))
    outgoing.assignSocket(socket)
    const work = { begin: (turn: Turn) => void begun.set(name, turn), drop: () => void dropped.push(name) }
    taken.push(turns.take(client, outgoing, work))
    return outgoing
  }
  return { begun, dropped, taken, ask, accepted: turns.accepted }
}
