import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BoundedRequest } from './boundedBody.ts'
import { type Listening, listen } from './listen.ts'

let listening: Listening
let incoming: BoundedRequest | undefined

beforeAll(async () => {
  const fetch = async (request: Request, env: unknown) => {
    incoming = (env as { incoming: BoundedRequest }).incoming
    if (request.url.endsWith('/unread')) return new Response('not looked at')
    if (request.url.endsWith('/pieces')) return new Response(await piecesOf(request))
    return new Response(await request.text().catch((error: Error) => error.message))
  }
  listening = await listen(fetch, { port: 0, host: '127.0.0.1' })
})

afterAll(() => listening.stop(0))

test.each([
  ['/read', 'too many small pieces'],
  ['/unread', 'not looked at'],
])('of a body in pieces of a byte no more is parsed than may come, and its connection ends: %s', async (path, said) => {
  const text = await conversation(chunkedTo(path) + '1\r\na\r\n'.repeat(200_000))

  expect(text).toContain(said)
  // What lies in the buffer of one read is parsed to its end.
  expect(incoming?.received).toBeLessThan(40_000)
})

test('small pieces are passed on in few, and all of them arrive in order', async () => {
  const words = Array.from({ length: 3_000 }, (_, n) => (n === 1_500 ? 'x'.repeat(200) : `<${n}>`))
  const chunks = words.map(word => `${word.length.toString(16)}\r\n${word}\r\n`).join('')

  const text = await conversation(`${chunkedTo('/pieces', 'connection: close\r\n')}${chunks}0\r\n\r\n`)

  expect(text).toContain(words.join(''))
  expect(Number(/pieces: (\d+)/.exec(text)?.[1])).toBeLessThan(100)
})

async function piecesOf(request: Request): Promise<string> {
  const pieces: string[] = []
  for await (const piece of request.body ?? []) pieces.push(Buffer.from(piece).toString())
  return `pieces: ${pieces.length}\n${pieces.join('')}`
}

function chunkedTo(path: string, more = ''): string {
  return `POST ${path} HTTP/1.1\r\nhost: a\r\n${more}transfer-encoding: chunked\r\n\r\n`
}

function conversation(bytes: string): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', data => {
      text += data
    })
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
}
