import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageFolder } from '@portico/kit/files/packageFolder'
import type { Log } from '@portico/kit/log/log'
import type { StopSignal } from '../commands/stopSignal.ts'
import { answerMetrics } from './sharedMetrics.ts'

/** A worker says so once it serves. */
export const READY = 'ready'

/** Which of the workers a process is. */
export interface ThisWorker {
  /** From 1 on; one that takes the place of another has its number. */
  number: number
  /** Of all that this server has ever had. */
  isFirst: boolean
}

const NUMBER = 'SERVER_WORKER_NUMBER'
const FIRST = 'SERVER_WORKER_FIRST'

/** Undefined in a process that serves alone, and in the one that supervises. */
export function thisWorker(): ThisWorker | undefined {
  if (!cluster.isWorker) return undefined
  return { number: Number(process.env[NUMBER]), isFirst: process.env[FIRST] === 'yes' }
}

/** A worker ends by itself once nothing connects it with the one that supervises. */
export function leaveWorkers(): void {
  cluster.worker?.disconnect()
}

interface Supervision {
  workers: number
  log: Log
  stop: StopSignal
}

/**
 * Serves by several processes on one port until told to stop. The first makes what has to be made, so the others begin
 * when it is ready; if it cannot start, nobody does, and its exit code is given back. Whichever ends later is replaced.
 */
export async function supervise({ workers, log, stop }: Supervision): Promise<number> {
  // Each takes connections itself. Handed out in turn, one that is on its way to a worker that dies would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // What this process was started with may be another program, such as that of `npm start`.
  cluster.setupPrimary({ exec: packageFolder(import.meta.url, 'bin', 'portico.js') })
  const running = new Map<number, Worker>()
  answerMetrics(running)

  const begin = (number: number, isFirst = false) => {
    const worker = cluster.fork({ [NUMBER]: String(number), [FIRST]: isFirst ? 'yes' : 'no' })
    running.set(number, worker)
    return {
      ready: new Promise<void>(resolve => worker.on('message', said => said === READY && resolve())),
      ended: new Promise<number>(resolve => worker.once('exit', code => resolve(code ?? 1))),
    }
  }

  /** Until the server stops: a worker that ends is followed by another one, after a while when it lived shortly. */
  const keep = async (number: number, first = begin(number)) => {
    let pauseMs = 0
    for (let worker = first; ; worker = begin(number)) {
      const begun = performance.now()
      const code = await worker.ended
      running.delete(number)
      if (stop.isGiven) return
      pauseMs = performance.now() - begun > LIVED_MS ? 0 : Math.min(pauseMs * 2 + 250, LONGEST_PAUSE_MS)
      log.error({ worker: number, code, pauseMs }, 'a worker has ended: another one takes its place')
      await Promise.race([stop.given, sleep(pauseMs, undefined, { ref: false })])
      if (stop.isGiven) return
    }
  }

  const first = begin(1, true)
  const failed = await Promise.race([first.ready, first.ended])
  if (failed !== undefined) return failed
  const kept = [keep(1, first), ...Array.from({ length: workers - 1 }, (_, at) => keep(at + 2))]
  await stop.given
  for (const worker of running.values()) worker.process.kill('SIGTERM')
  await Promise.all(kept)
  return 0
}

/** One that lived longer failed for another reason than the one before. */
const LIVED_MS = 30_000
const LONGEST_PAUSE_MS = 10_000
