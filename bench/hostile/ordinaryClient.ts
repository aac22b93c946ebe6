import { request } from 'node:http'
import { residentMegabytes } from '../residentMegabytes.ts'
import { type OrdinaryCall, ordinaryCalls } from './ordinaryCalls.ts'
import type { World } from './world.ts'

/*
 * The ordinary client: a process of its own, so that the attacks' work does not delay its clock. Every call has its own
 * connection and starts when it is due, whether or not those before it were answered. It also watches the memory of the
 * server, for the same reason.
 */

/** What was seen since the last time somebody asked. */
export interface Seen {
  calls: number
  slowestMs: number
  slowestCall: string
  /** Answers other than expected, with how often. */
  wrong: Record<string, number>
  memoryBefore: number
  memoryPeak: number
  memoryAfter: number
}

const EVERY_MS = 40
const MEMORY_EVERY_MS = 50
/** Counted as this long when it is not answered by then. */
const GIVE_UP_MS = 15_000
/** Another address than the attacks come from, where that can be had. */
const FROM = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}

process.once('message', (world: World) => {
  const calls = ordinaryCalls(world)
  let at = 0
  setInterval(() => {
    const round = Math.floor(at / calls.length)
    const call = calls[at++ % calls.length]
    if (call && round % (call.every ?? 1) === 0) under.push(measure(world.port, call))
  }, EVERY_MS)
  setInterval(() => void watchMemory(world.pid), MEMORY_EVERY_MS)
  process.on('message', () => void report(world.pid))
})
process.once('disconnect', () => process.exit(0))

let seen = nothing(0)
let under: Promise<void>[] = []

function nothing(memory: number): Seen {
  return {
    calls: 0,
    slowestMs: 0,
    slowestCall: '',
    wrong: {},
    memoryBefore: memory,
    memoryPeak: memory,
    memoryAfter: memory,
  }
}

/** Waits for the answers of every call begun so far. */
async function report(pid: number): Promise<void> {
  const begun = under
  under = []
  await Promise.all(begun)
  const memoryAfter = await residentMegabytes(pid)
  process.send?.({ ...seen, memoryAfter })
  seen = nothing(memoryAfter)
}

async function watchMemory(pid: number): Promise<void> {
  const memory = await residentMegabytes(pid)
  seen.memoryPeak = Math.max(seen.memoryPeak, memory)
  if (seen.memoryBefore === 0) seen.memoryBefore = memory
}

async function measure(port: number, call: OrdinaryCall): Promise<void> {
  const begun = performance.now()
  const status = await send(port, call)
  const took = performance.now() - begun
  seen.calls++
  if (took > seen.slowestMs) Object.assign(seen, { slowestMs: took, slowestCall: call.name })
  if (status !== call.status) {
    const reason = `${call.name}: ${status}`
    seen.wrong[reason] = (seen.wrong[reason] ?? 0) + 1
  }
}

function send(port: number, { method, path, headers, body }: OrdinaryCall): Promise<number | string> {
  return new Promise(resolve => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false, ...FROM })
    const timer = setTimeout(() => {
      resolve('no answer')
      outgoing.destroy()
    }, GIVE_UP_MS)
    const settle = (status: number | string) => {
      clearTimeout(timer)
      resolve(status)
    }
    outgoing.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? 'broken'))
    outgoing.on('response', incoming => {
      incoming.on('error', () => settle('broken')).on('end', () => settle(incoming.statusCode ?? 0))
      incoming.resume()
    })
    outgoing.end(body)
  })
}
