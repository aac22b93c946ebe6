import cluster, { type Worker } from 'node:cluster'
import { joinMetrics } from './joinMetrics.ts'

/** Between a worker that was asked for metrics, the supervisor, and the other workers. */
type Message =
  | { metricsAsked: number }
  | { metricsWanted: number }
  | { metricsTold: number; text: string }
  | { metricsOfAll: number; text: string }

/** How long a worker that hangs can keep the others' figures back. */
const PATIENCE_MS = 2_000

/** The figures of this process, or, in a worker, those of all workers: whoever looks meets any of them. */
export function metricsOfAll(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own
  const waiting = new Map<number, (text: string) => void>()
  let asked = 0
  process.on('message', async (message: Message) => {
    if ('metricsWanted' in message) tell({ metricsTold: message.metricsWanted, text: await own() })
    if ('metricsOfAll' in message) waiting.get(message.metricsOfAll)?.(message.text)
  })
  return async () => {
    const number = ++asked
    const all = new Promise<string>(resolve => waiting.set(number, resolve))
    tell({ metricsAsked: number })
    try {
      return await all
    } finally {
      waiting.delete(number)
    }
  }
}

function tell(message: Message): void {
  process.send?.(message)
}

/** The supervisor's part: asks all that run, and sends what they say to the one that was asked. */
export function answerMetrics(running: ReadonlyMap<number, Worker>): void {
  let rounds = 0
  cluster.on('message', async (asker: Worker, message: Message) => {
    if (typeof message !== 'object' || !('metricsAsked' in message)) return
    const round = ++rounds
    const told = [...running].map(async ([number, worker]) => ({ number, text: await askOne(worker, round) }))
    const text = joinMetrics(await Promise.all(told))
    if (asker.isConnected()) asker.send({ metricsOfAll: message.metricsAsked, text } satisfies Message)
  })
}

function askOne(worker: Worker, round: number): Promise<string> {
  return new Promise(resolve => {
    const done = (text: string) => {
      clearTimeout(patience)
      worker.off('message', hear)
      resolve(text)
    }
    const hear = (message: Message) => {
      if (typeof message === 'object' && 'metricsTold' in message && message.metricsTold === round) done(message.text)
    }
    const patience = setTimeout(() => done(''), PATIENCE_MS)
    worker.on('message', hear)
    if (worker.isConnected()) worker.send({ metricsWanted: round } satisfies Message)
    else done('')
  })
}
