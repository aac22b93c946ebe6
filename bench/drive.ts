import autocannon from 'autocannon'
import { findWrk, runWrk } from './wrk.ts'

/** One call: its address without the origin. */
export interface Shot {
  path: string
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  headers?: Record<string, string>
  /** JSON. */
  body?: string
}

export interface Load {
  origin: string
  /** Sent in turn, from the first again when all are sent. */
  shots: readonly Shot[]
  connections?: number
  seconds: number
}

/** One address again and again. */
export interface OneCall extends Omit<Shot, 'path'>, Omit<Load, 'origin' | 'shots'> {
  url: string
}

export interface Driven {
  answers: number
  /** Answers in a second, on average. */
  rate: number
  /** Median latency in milliseconds. */
  median: number
}

/** What calls are sent with: wrk costs a tenth of what a generator in JavaScript costs, which shares the cores with the server. */
export const generator = (await findWrk()) ? 'wrk' : 'autocannon'

export function drive({ url, connections, seconds, ...shot }: OneCall): Promise<Driven> {
  const { origin, pathname, search } = new URL(url)
  const load = { origin, shots: [{ path: pathname + search, ...shot }], seconds }
  return driveInTurn(connections === undefined ? load : { ...load, connections })
}

/** Drives a server for some seconds. Anything but a success ends the measurement: a fast refusal is no speed. */
export async function driveInTurn({ origin, shots, connections = 16, seconds }: Load): Promise<Driven> {
  const ready = shots.map(({ path, method = 'GET', headers = {}, body }) => ({
    path,
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body,
  }))
  const load = { origin, shots: ready, connections, seconds }
  const { refused, failed, ...driven } = generator === 'wrk' ? await runWrk(load) : await runAutocannon(load)
  if (refused > 0 || failed > 0)
    throw new Error(`${origin}${ready[0]?.path} answered ${refused} times with a refusal and failed ${failed} times`)
  return driven
}

export type ReadyLoad = Required<Load> & { shots: Required<ReadyShot>[] }
interface ReadyShot extends Omit<Required<Shot>, 'body'> {
  body: string | undefined
}

/** Of one load: what was answered, and what was not as it should be. */
export interface Outcome extends Driven {
  refused: number
  failed: number
}

async function runAutocannon({ origin, shots, connections, seconds }: ReadyLoad): Promise<Outcome> {
  const requests = shots.map(({ body, ...shot }) => (body === undefined ? shot : { ...shot, body }))
  const result = await autocannon({ url: origin, connections, duration: seconds, requests })
  const answers = result['2xx']
  return {
    answers,
    rate: answers / result.duration,
    median: result.latency.p50,
    refused: result.non2xx,
    failed: result.errors,
  }
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
