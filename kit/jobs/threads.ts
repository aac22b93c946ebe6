import { parentPort, Worker } from 'node:worker_threads'
import { failure } from '../api/failure.ts'
import { atMost } from './atMost.ts'

/** Work done beside the event loop, by a few threads of this process. */
export interface Threads<Input, Output> {
  /** Fails when the work fails, takes too long (`timeout`), or takes too much memory (`too_large`). */
  run(input: Input): Promise<Output>
  close(): Promise<void>
}

export interface ThreadOptions {
  /** Threads at work at once; the rest wait in line. */
  most: number
  /** How many may wait, before they are told to come back. */
  waiting?: number
  /** For a piece of work, not for the start of its thread, which takes long where the machine is busy. */
  seconds: number
  heapMegabytes: number
}

/**
 * What needs more than a moment, or may be made to by whoever sent it, must not keep everybody else waiting. A thread
 * takes one piece of work at a time and is ended when that takes too long; it stays for the next piece otherwise.
 *
 * @example
 * const threads = openThreads<string, Parsed>(new URL('./parseThread.js', import.meta.url), { most: 2, seconds: 20, heapMegabytes: 200 })
 * await threads.run(path)
 */
export function openThreads<Input, Output>(script: URL, options: ThreadOptions): Threads<Input, Output> {
  const inTurn = atMost(options.most, options.waiting)
  const idle: Worker[] = []
  const open = new Set<Worker>()
  let isClosed = false

  async function start(): Promise<Worker> {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
      // Flags of this process are not meant for a thread, and some would keep it from starting.
      execArgv: [],
    })
    open.add(worker)
    worker.once('exit', () => {
      open.delete(worker)
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
    })
    // One that breaks while nobody waits for it is gone, no more.
    worker.on('error', () => {})
    await messageOf(worker, START_SECONDS, failure('unavailable', 'A thread did not start; try again later'))
    return worker
  }

  return {
    run: input =>
      inTurn(async () => {
        if (isClosed) throw failure('unavailable', 'The server is stopping')
        const worker = idle.pop() ?? (await start())
        worker.ref()
        try {
          worker.postMessage(input)
          const late = failure('timeout', `The work took longer than ${options.seconds} seconds`)
          const answer = await messageOf<ThreadAnswer<Output>>(worker, options.seconds, late)
          if ('done' in answer) return answer.done
          throw Object.assign(new Error(answer.failed), { code: answer.code })
        } finally {
          // An idle thread does not keep the process alive.
          worker.unref()
          if (open.has(worker) && !isClosed) idle.push(worker)
        }
      }),
    async close() {
      isClosed = true
      await Promise.all([...open].map(worker => worker.terminate()))
    },
  }
}

const START_SECONDS = 120

/** What a thread says about a piece of work; the code is that of the error, where it has one. */
export type ThreadAnswer<Output> = { done: Output } | { failed: string; code?: string | undefined }

/**
 * Makes this thread do the work, piece after piece: what the script of `openThreads` calls.
 *
 * @example answerAsThread(parseMessage)
 */
export function answerAsThread<Input, Output>(work: (input: Input) => Promise<Output>): void {
  const answer = (said: ThreadAnswer<Output>) => parentPort?.postMessage(said)
  parentPort?.on('message', (input: Input) => {
    work(input).then(
      done => answer({ done }),
      error => answer({ failed: error instanceof Error ? error.message : String(error), code: codeOf(error) }),
    )
  })
  parentPort?.postMessage('started')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The next thing that a thread says. One that says nothing in time is ended. */
function messageOf<Message>(worker: Worker, seconds: number, late: Error): Promise<Message> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(late), seconds * 1000)
    const onExit = () => end(new Error('The thread ended before its work was done'))
    const onError = (error: Error) => end(explained(error))

    function settle() {
      clearTimeout(timer)
      worker.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    function onMessage(message: Message) {
      settle()
      resolve(message)
    }
    function end(error: Error) {
      settle()
      // Rejects once the thread is gone: until then it may still write.
      worker.terminate().finally(() => reject(error))
    }

    worker.once('message', onMessage).once('exit', onExit).once('error', onError)
  })
}

function explained(error: Error): Error {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? failure('too_large', 'The work took more memory than it may', { log: error.message }) : error
}
