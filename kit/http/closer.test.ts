import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closer } from './closer.ts'

const LONG_MS = 300_000

async function aServer() {
  const answers: ServerResponse[] = []
  const server = createServer((_, answer) => void answers.push(answer))
  const close = closer(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  const opened = vi.fn()
  server.on('connection', opened)

  async function connected(sent = ''): Promise<{ socket: Socket; received(): string }> {
    const before = opened.mock.calls.length
    let text = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.setEncoding('utf8').on('data', piece => {
      text += piece
    })
    if (sent) socket.write(sent)
    await vi.waitFor(() => expect(opened.mock.calls.length).toBe(before + 1))
    onTestFinished(() => void socket.destroy())
    return { socket, received: () => text }
  }
  return { answers, close, connected }
}

test('connections on which no request has come do not hold it up', async () => {
  const { close, connected } = await aServer()
  const { socket } = await connected()

  await close(LONG_MS)

  await vi.waitFor(() => expect(socket.closed).toBe(true))
})

test('what is under way is answered first, also a request of which a part has come', async () => {
  const { answers, close, connected } = await aServer()
  const whole = await connected('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n')
  const part = await connected('GET /2 HTTP/1.1\r\n')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  let isClosed = false
  const closing = close(LONG_MS).then(() => {
    isClosed = true
  })
  await new Promise(resolve => setTimeout(resolve, 150))

  part.socket.write('host: x\r\n\r\n')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(isClosed).toBe(false)
  for (const answer of answers) answer.end('done')
  await closing

  for (const { received } of [whole, part]) await vi.waitFor(() => expect(received()).toContain('done'))
})

test('at the deadline all that is left is cut off', async () => {
  const { answers, close, connected } = await aServer()
  const { socket } = await connected('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(() => expect(answers).toHaveLength(1))

  await close(10)

  await vi.waitFor(() => expect(socket.closed).toBe(true))
})
