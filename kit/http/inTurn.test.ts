import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTurn, MOST_SENT_AHEAD } from './inTurn.ts'
import { type Listening, listen } from './listen.ts'

let listening: Listening
let begun: string[] = []
let answerNext: (() => void) | undefined

beforeAll(async () => {
  /** Answers when the test says so. */
  const fetch = async (request: Request) => {
    begun.push(new URL(request.url).pathname)
    const sent = await request.text()
    await new Promise<void>(resolve => {
      answerNext = resolve
    })
    return new Response(`${new URL(request.url).pathname}=${sent}.`)
  }
  listening = await listen(fetch, { port: 0, host: '127.0.0.1' })
})

afterAll(() => listening.stop(0))

test('requests sent ahead on one connection are begun when those before them are answered', async () => {
  begun = []
  const { socket, text } = open()
  socket.write([1, 2, 3].map(n => post(n, `body ${n}`)).join(''))

  for (const n of [1, 2, 3]) {
    await expect.poll(() => begun.length).toBe(n)
    expect(begun).toEqual([1, 2, 3].slice(0, n).map(each => `/${each}`))
    answerNext?.()
    await expect.poll(text).toContain(`/${n}=body ${n}.`)
  }
  socket.write(post(4, 'later'))
  await expect.poll(() => begun.length).toBe(4)
  answerNext?.()
  await expect.poll(text).toContain('/4=later.')
  socket.destroy()
})

test('a connection with too many requests sent ahead is closed, and none of them is begun but the first', async () => {
  begun = []
  const { socket, text, closed } = open()
  socket.write(Array.from({ length: MOST_SENT_AHEAD + 2 }, (_, n) => post(n, '')).join(''))

  await closed
  answerNext?.()
  expect(begun).toEqual(['/0'])
  expect(text()).toBe('')
})

test('nothing more is read from a connection while requests wait on it', () => {
  const begin = vi.fn()
  const socket = new Socket()
  const [pause, resume] = [vi.spyOn(socket, 'pause'), vi.spyOn(socket, 'resume')]
  const waiting = [1, 2].map(() => {
    const incoming = new IncomingMessage(socket)
    return { incoming, outgoing: new ServerResponse(incoming) }
  })
  const begun = inTurn(begin)
  for (const { incoming, outgoing } of waiting) begun(incoming, outgoing)
  expect([pause.mock.calls.length, resume.mock.calls.length, begin.mock.calls.length]).toEqual([1, 0, 0])

  for (const { outgoing } of waiting) {
    expect(resume).not.toHaveBeenCalled()
    outgoing.assignSocket(socket)
    outgoing.detachSocket(socket)
  }

  expect([resume.mock.calls.length, begin.mock.calls.length]).toEqual([1, 2])
})

function post(n: number, body: string): string {
  return `POST /${n} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function open(): { socket: Socket; text(): string; closed: Promise<void> } {
  const socket = connect(listening.port, '127.0.0.1')
  let text = ''
  socket.on('data', data => {
    text += data
  })
  socket.on('error', () => {})
  return { socket, text: () => text, closed: new Promise(resolve => socket.once('close', () => resolve())) }
}
