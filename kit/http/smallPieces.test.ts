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
    return new Response(await request.text().catch((error: Error) => error.message))
  }
  listening = await listen(fetch, { port: 0, host: '127.0.0.1' })
})

afterAll(() => listening.stop(0))

test.each([
  ['/read', 'too many small pieces'],
  ['/unread', 'not looked at'],
])('of a body in pieces of a byte no more is parsed than may come, and its connection ends: %s', async (path, said) => {
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`

  const text = await conversation(head + '1\r\na\r\n'.repeat(200_000))

  expect(text).toContain(said)
  // What lies in the buffer of one read is parsed to its end.
  expect(incoming?.received).toBeLessThan(40_000)
})

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
