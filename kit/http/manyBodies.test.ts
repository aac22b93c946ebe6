import { connect, type Socket } from 'node:net'
import type pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveApi } from '../api/serveApi.ts'
import { openLog } from '../log/log.ts'
import { openMetrics } from '../log/metrics.ts'
import { toyApi } from '../testing/toyApi.ts'
import { edge } from './edge.ts'
import { type Listening, listen } from './listen.ts'

let listening: Listening
let sockets: Socket[]
/** What became of a body that is read later than it comes. */
let readLater: Promise<unknown> | undefined
let letRead: () => void

beforeEach(async () => {
  sockets = []
  readLater = undefined
  const mayRead = new Promise<void>(resolve => {
    letRead = resolve
  })
  const app = edge({
    apis: [serveApi(toyApi())],
    log: openLog('info', { write: () => {} } as unknown as pino.DestinationStream),
    metrics: openMetrics(),
    pages(pages) {
      pages.post('/later', async context => {
        readLater = mayRead.then(() => context.req.raw.text()).catch((error: Error) => error.message)
        return context.text(String(await readLater))
      })
      pages.post('/upload', async context => {
        context.env.incoming?.takeUpload(3_000_000)
        let length = 0
        for await (const chunk of context.req.raw.body ?? []) length += chunk.byteLength
        return context.text(`${length} bytes`)
      })
    },
  })
  const options = { port: 0, host: '127.0.0.1', refuse: app.refuse, proxies: ['127.0.0.1'] }
  listening = await listen(app.fetch, { ...options, bodyMemoryBytes: 1_000_000 })
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await listening.stop(0)
})

test('503 with Retry-After for more half-sent bodies than one client may hold, in the words of the API', async () => {
  const bodies = Array.from({ length: 8 }, () => halfSent('greedy'))

  await expect.poll(() => bodies.filter(isAnswered).length).toBe(4)
  for (const refused of bodies.filter(isAnswered)) {
    expect(refused.text()).toMatch(/^HTTP\/1.1 503 /)
    expect(refused.text()).toMatch(/^retry-after: 5\r$/im)
    expect(refused.text()).toContain(
      '"ok":false,"error":"Too much is being sent to this server at once: try again in some seconds","status":503',
    )
  }
})

test('small bodies are taken whatever their client holds, large ones of others too', async () => {
  await fillUp('greedy')

  expect(await answerOf(send('/toy/things', 'greedy', JSON.stringify({ name: 'x'.repeat(10_000) })))).toContain('201')
  expect(await answerOf(send('/toy/things', 'modest', JSON.stringify({ name: 'x'.repeat(100_000) })))).toContain('201')
})

test('memory is free again when a body is answered, and when its client goes away', async () => {
  const large = JSON.stringify({ name: 'x'.repeat(400_000) })
  for (let time = 0; time < 3; time++) expect(await answerOf(send('/toy/things', 'one', large))).toContain('201')
  const held = await fillUp('one')
  expect(await answerOf(send('/toy/things', 'one', large))).toContain('503')

  for (const { socket } of held) socket.destroy()

  await expect.poll(() => answerOf(send('/toy/things', 'one', large))).toContain('201')
})

test('503 before anybody reads, and whoever reads later does not get half a body', async () => {
  await fillUp('greedy')

  const refused = send('/later', 'greedy', 'x'.repeat(100_000))

  expect(await answerOf(refused)).toMatch(/^HTTP\/1.1 503 .*retry-after: 5\r.*Too much is being sent/is)
  letRead()
  await vi.waitUntil(() => readLater, 30_000)
  expect(await readLater).toContain('Too much is being sent')
})

test('an upload holds what it buffers, however large it is', async () => {
  expect(await answerOf(send('/upload', 'one', 'x'.repeat(2_500_000)))).toContain('2500000 bytes')
  const begun = Array.from({ length: 5 }, () => converse(`${head('/upload', 'one', 200_000)}${'x'.repeat(100_000)}`))

  await expect.poll(() => begun.filter(isAnswered).length).toBe(2)
  expect(begun.filter(isAnswered).map(({ text }) => text())).toEqual(
    Array(2).fill(expect.stringContaining('HTTP/1.1 503')),
  )
})

test('many small pieces count as what they cost, not as what they hold', async () => {
  const pieces = Array.from({ length: 4 }, () =>
    converse(
      `${head('/toy/things', 'one').replace(/Content-Length.*?\r\n/, 'Transfer-Encoding: chunked\r\n')}${'1\r\nx\r\n'.repeat(500)}`,
    ),
  )

  await expect.poll(() => pieces.filter(isAnswered).length).toBe(1)
})

interface Conversation {
  socket: Socket
  text(): string
}

const isAnswered = ({ text }: Conversation) => text() !== ''

/** As many half-sent bodies as the client may hold. */
async function fillUp(client: string): Promise<Conversation[]> {
  const bodies = Array.from({ length: 8 }, () => halfSent(client))
  await expect.poll(() => bodies.filter(isAnswered).length).toBe(4)
  return bodies.filter(body => !isAnswered(body))
}

function halfSent(client: string): Conversation {
  return converse(`${head('/toy/things', client, 200_000)}${'x'.repeat(120_000)}`)
}

function send(path: string, client: string, body: string): Conversation {
  return converse(head(path, client, body.length) + body)
}

function head(path: string, client: string, length = 0): string {
  const address = { greedy: '192.0.2.1', modest: '192.0.2.2', one: '192.0.2.3' }[client]
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nx-key: me\r\nContent-Type: application/json\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${length}\r\n\r\n`
}

function converse(sent: string): Conversation {
  const socket = connect(listening.port, '127.0.0.1', () => socket.write(sent))
  sockets.push(socket)
  let text = ''
  socket.on('data', data => {
    text += data
  })
  socket.on('error', () => {})
  return { socket, text: () => text }
}

async function answerOf(conversation: Conversation): Promise<string> {
  await vi.waitUntil(() => isAnswered(conversation), { timeout: 120_000 })
  return conversation.text().slice(0, 1_000)
}
