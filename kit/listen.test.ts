import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'

let listening: Listening

beforeAll(async () => {
  const length = async (request: Request) => new Response(String((await request.text()).length))
  listening = await listen(length, { port: 0, host: '127.0.0.1', requestTimeout: 600, stallTimeout: 1_200 })
})

afterAll(() => listening.stop())

test('408 for a body that does not arrive in time', async () => {
  expect(await send('application/json', ['{'])).toMatch(/^HTTP\/1.1 408 .*took too long/s)
})

test('408 for an upload that stands still', async () => {
  expect(await send('multipart/form-data; boundary=x', ['--x'])).toMatch(/^HTTP\/1.1 408 .*took too long/s)
})

test('an upload that goes on may take longer than any other request', async () => {
  const parts = Array.from({ length: 10 }, () => '0123456789')

  expect(await send('multipart/form-data; boundary=x', parts)).toMatch(/^HTTP\/1.1 200 .*100$/s)
})

/** A request of a hundred bytes, as many of them as are given, one part every 150 ms. */
function send(type: string, parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1')
    let text = ''
    socket.write(
      `POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\nConnection: close\r\n\r\n`,
    )
    const left = [...parts]
    const pen = setInterval(() => {
      const part = left.shift()
      if (part) socket.write(part)
    }, 150)
    socket.on('data', data => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.on('close', () => clearInterval(pen))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
  })
}
