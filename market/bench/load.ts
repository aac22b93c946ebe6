import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** One request as it goes over the wire. */
export interface Shot {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Load {
  port: number
  /** Sent in turn, from the first again when all are sent. */
  shots: Shot[]
  seconds: number
  atOnce: number
}

export interface Loaded {
  times: number[]
  took: number
  refused: number
}

/** Sends requests for some seconds; how many were answered in a second, and the median time of one. */
export async function load(given: Load): Promise<{ perSecond: number; medianMs: number }> {
  const worker = new Worker(new URL('./client.js', import.meta.url), { workerData: given })
  const [said] = (await once(worker, 'message')) as [Loaded]
  await worker.terminate()
  if (said.refused > 0) throw new Error(`${said.refused} requests were refused`)
  return { perSecond: said.times.length / said.took, medianMs: median(said.times) }
}

export interface Compared {
  /** Answers in a second. */
  ours: number
  floor: number
  ratio: number
}

/** Both in turns, so that what else the machine does hits them alike; the median of the rounds. */
export async function compare(
  seconds: number,
  ours: (round: number) => Omit<Load, 'seconds' | 'atOnce'>,
  floor: (round: number) => Omit<Load, 'seconds' | 'atOnce'>,
): Promise<Compared> {
  const rounds: Compared[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const least = await load({ ...floor(round), seconds: seconds / ROUNDS / 2, atOnce: AT_ONCE })
    const our = await load({ ...ours(round), seconds: seconds / ROUNDS / 2, atOnce: AT_ONCE })
    rounds.push({ ours: our.perSecond, floor: least.perSecond, ratio: our.perSecond / least.perSecond })
  }
  const middle = median(rounds.map(round => round.ratio))
  return rounds.find(round => round.ratio === middle) ?? { ours: 0, floor: 0, ratio: 0 }
}

const ROUNDS = 5
const AT_ONCE = 16

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
