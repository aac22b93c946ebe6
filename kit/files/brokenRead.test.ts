import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../http/listen.ts'
import type { FileStore } from './fileStore.ts'
import { openFileStore } from './openFileStore.ts'

/* A client that goes away in the middle of a download leaves no open file, and no open answer of S3. */

const SIZE = 64 * 1024 * 1024

test.runIf(existsSync('/proc/self/fd'))('a broken-off download closes its file', async () => {
  const { store, openFiles } = await diskWithFile()
  const port = await serveFile(store)

  const warnings: string[] = []
  const warn = ({ message }: Error) => void warnings.push(message)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))

  const client = await download(port)
  expect(await openFiles()).toBe(1)
  client.destroy()

  await until(async () => (await openFiles()) === 0)
  // Node closes what was forgotten, some time later and with a warning.
  expect(warnings).toEqual([])
})

test('the body for a client that went away before the first byte is cancelled', async () => {
  const asked = deferred()
  const gone = deferred()
  const cancelled = deferred()
  const body = new ReadableStream({ cancel: () => cancelled.resolve() }, { highWaterMark: 0 })
  const port = await serve(async ({ incoming }) => {
    incoming.socket.once('close', gone.resolve)
    asked.resolve()
    await gone.promise
    return new Response(body)
  })

  const client = ask(port)
  await asked.promise
  client.destroy()

  await cancelled.promise
})

test('a broken-off download ends the answer of S3', async () => {
  const s3 = await endlessS3()
  const store = await openFileStore(`s3://KEY:SECRET@127.0.0.1:${s3.port}/bucket?scheme=http&region=eu`, '/nowhere')
  const port = await serveFile(store)

  const client = await download(port)
  expect(s3.answers).toHaveLength(1)
  expect(s3.answers[0]?.destroyed).toBe(false)
  client.destroy()

  await until(() => s3.answers[0]?.destroyed === true)
})

const KEY = 'ab/cd/ef'

async function diskWithFile() {
  const directory = await mkdtemp(join(tmpdir(), 'portico-files-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const store = await openFileStore('disk', directory)
  await store.put(KEY, new Blob([Buffer.alloc(SIZE)]).stream(), { limit: SIZE })
  const openFiles = async () => {
    const targets = (await readdir('/proc/self/fd')).map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
    return (await Promise.all(targets)).filter(target => target.startsWith(directory)).length
  }
  return { store, openFiles }
}

interface Connection {
  incoming: { socket: Socket }
}

async function serve(answer: (connection: Connection) => Promise<Response>): Promise<number> {
  const listening = await listen((_request, env) => answer(env as Connection), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => listening.stop(0))
  return listening.port
}

/** Downloads of the file on a port of its own. */
function serveFile(store: FileStore): Promise<number> {
  return serve(async () => new Response((await store.get(KEY))?.stream ?? null))
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>(resolved => {
    resolve = resolved
  })
  return { promise, resolve }
}

function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => {})
}

/** Reads the beginning and then no further, so that the rest stays on the other side. */
async function download(port: number): Promise<Socket> {
  const socket = ask(port)
  await once(socket, 'data')
  return socket.pause()
}

/** Answers every request with a file that goes on until the asker has enough. */
async function endlessS3() {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => {
    answers.push(response)
    response.writeHead(200, { 'content-length': String(SIZE) })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
    }
    response.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, answers }
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const giveUp = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > giveUp) throw new Error(`Not so after 30 s: ${condition}`)
    await sleep(10)
  }
}
