import { setMaxListeners } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, newTally, type Tally } from './tally.ts'
import type { World } from './world.ts'

export type Credential = 'crm' | 'market' | 'page'

export interface Ask {
  method?: string
  path: string
  /** Whose credential goes along; the CRM has several, used in turn. */
  as?: Credential | undefined
  headers?: Record<string, string>
  /** A text, bytes, or pieces that are sent as chunks as fast as they are taken. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer> | undefined
  /** The network address to come from, by number; see `addressOf`. */
  from?: number
}

export interface Answer {
  /** 0 when the connection broke before an answer came. */
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface RawOptions {
  /** How many requests are in the bytes; 1 unless told. */
  requests?: number
  /** False: nothing of the answer is ever read. */
  read?: boolean
  /** True: this side of the connection is closed after the bytes. */
  half?: boolean
}

/** What an attack is given: the server it may send to, and nothing else. Everything it opens ends with the attack. */
export interface Target {
  readonly world: World
  readonly tally: Tally
  /** Becomes true when the time of the attack is up. */
  readonly isOver: () => boolean
  /** Sends a request and reads its answer; never rejects. */
  ask(ask: Ask): Promise<Answer>
  /** Many of them, so many at a time. */
  flood(times: number, atOnce: number, ask: (n: number) => Ask): Promise<void>
  /** Opens a connection and writes bytes as they are. */
  raw(bytes: string | Buffer, options?: RawOptions): Promise<Socket>
  /** Waits, at most until the attack is over. */
  pause(milliseconds: number): Promise<void>
}

export interface OpenTarget extends Target {
  /** Ends every connection. */
  close(): void
}

const NOTHING = Buffer.alloc(0)
/** Enough of an answer for an attack that goes by it. */
const KEPT_BYTES = 1_000_000

export function openTarget(world: World, longestMs: number): OpenTarget {
  const tally = newTally()
  const over = new AbortController()
  // Every request on its way listens.
  setMaxListeners(0, over.signal)
  const timer = setTimeout(() => over.abort(), longestMs)
  const agent = new Agent({ keepAlive: true })
  const sockets = new Set<Socket>()
  const guarded = new WeakSet<Socket>()
  let turn = 0

  function credentials(as: Credential | undefined): Record<string, string> {
    const { crmTokens, marketToken } = world.attacker
    if (as === 'crm') return { 'x-api-token': crmTokens[turn++ % crmTokens.length] ?? '' }
    if (as === 'market') return { authorization: `Bearer ${marketToken}` }
    if (as === 'page') return { cookie: `market_session=${marketToken}`, origin: `http://localhost:${world.port}` }
    return {}
  }

  function ask({ method, path, as, headers, body, from }: Ask): Promise<Answer> {
    if (over.signal.aborted) return Promise.resolve({ status: 0, headers: {}, body: NOTHING })
    tally.sent++
    return new Promise(resolve => {
      let settled = false
      const settle = (answer: Answer) => {
        if (settled) return
        settled = true
        count(tally, answer.status || 'closed')
        resolve(answer)
      }
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: world.port,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        path,
        headers: { ...credentials(as), ...headers },
        signal: over.signal,
        ...(from === undefined ? { agent } : { agent: false, localAddress: addressOf(from) }),
      })
      outgoing.on('socket', socket => {
        // A body that is still being written when its answer is here fails without anybody listening.
        if (!guarded.has(socket)) socket.on('error', () => {})
        guarded.add(socket)
      })
      outgoing.on('response', incoming => {
        const chunks: Buffer[] = []
        let kept = 0
        incoming.on('data', (chunk: Buffer) => {
          if (kept < KEPT_BYTES) chunks.push(chunk)
          kept += chunk.length
        })
        const done = () =>
          settle({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
        incoming.on('end', done).on('error', done).on('close', done)
      })
      outgoing.on('error', () => settle({ status: 0, headers: {}, body: NOTHING }))
      outgoing.on('close', () => settle({ status: 0, headers: {}, body: NOTHING }))
      if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body)
      else
        Readable.from(body, { objectMode: false })
          .on('error', () => {})
          .pipe(outgoing)
    })
  }

  async function flood(times: number, atOnce: number, make: (n: number) => Ask): Promise<void> {
    let next = 0
    const one = async () => {
      while (next < times && !over.signal.aborted) await ask(make(next++))
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, times) }, one))
  }

  function raw(bytes: string | Buffer, { requests = 1, read = true, half = false }: RawOptions = {}): Promise<Socket> {
    tally.sent += requests
    const socket = connect({ host: '127.0.0.1', port: world.port, allowHalfOpen: true })
    sockets.add(socket)
    // What the server does not take is not kept here for ever: it ends with the attack.
    socket.on('error', () => {})
    let answered = false
    let tail = ''
    if (read) {
      socket.on('data', chunk => {
        const text = tail + chunk.toString('latin1')
        for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          answered = true
          count(tally, status)
        }
        tail = text.slice(-12)
      })
      socket.on('end', () => socket.end())
    } else {
      count(tally, 'unread')
    }
    socket.on('close', () => {
      sockets.delete(socket)
      if (read && !answered) count(tally, 'closed')
    })
    return new Promise(resolve => {
      socket.once('close', () => resolve(socket))
      socket.once('connect', () => {
        if (half) socket.end(bytes)
        else socket.write(bytes)
        resolve(socket)
      })
    })
  }

  return {
    world,
    tally,
    isOver: () => over.signal.aborted,
    ask,
    flood,
    raw,
    async pause(milliseconds) {
      await sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {})
    },
    close() {
      clearTimeout(timer)
      over.abort()
      agent.destroy()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Linux lets a program use every address of 127.0.0.0/8, so one machine can be many clients; elsewhere it is one. */
export function addressOf(number: number): string | undefined {
  return process.platform === 'linux' ? `127.1.${(number >> 8) & 255}.${number & 255 || 1}` : undefined
}
