import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'

let listening: Listening
let sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await listening.stop(0)
})

async function start(proxies: readonly string[] = []) {
  const options = { port: 0, host: '127.0.0.1', proxies, connectionsOfClient: 3 }
  listening = await listen(() => new Response('served'), options)
}

test('a client with as many connections as it may have gets no further one until it closes one', async () => {
  await start()
  const kept = [await ask(), await ask(), await ask()]
  expect(kept.map(({ answer }) => answer)).toEqual(['served', 'served', 'served'])
  expect((await ask()).answer).toBe('closed')

  kept[1]?.socket.destroy()

  await expect.poll(async () => (await ask()).answer).toBe('served')
  expect((await ask()).answer).toBe('closed')
})

test('a proxy may have any number of connections', async () => {
  await start(['127.0.0.0/8'])

  for (let count = 0; count < 6; count++) expect((await ask()).answer).toBe('served')
})

/** One request on a connection that stays open. */
function ask(): Promise<{ socket: Socket; answer: 'served' | 'closed' }> {
  return new Promise(resolve => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    sockets.push(socket)
    socket.on('data', () => resolve({ socket, answer: 'served' }))
    socket.on('error', () => {})
    socket.on('close', () => resolve({ socket, answer: 'closed' }))
  })
}
