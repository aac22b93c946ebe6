import type { ChildProcess } from 'node:child_process'
import type { Fetch } from '../config.ts'
import { isObject } from '../isObject.ts'
import { limiter } from '../limiter.ts'

/** One answer to check: the query as calls on the SDK's builder. */
export interface ZkCheck {
  domain: string
  steps: readonly (readonly unknown[])[]
  /** Instead of the steps; recorded proofs were made for queries no configuration asks. */
  query?: unknown
  proofs: readonly unknown[]
  queryResult: unknown
  scope: string
  devMode: boolean
}

export interface ZkVerdict {
  verified: boolean
  uniqueIdentifier?: string
  /** Whether that identifier is of ZKPassport's salted kind, which is another one for the same document. */
  isSalted?: boolean
  /** Parts of the query that the proofs do not answer. */
  wrong: readonly string[]
}

export type ZkVerify = (check: ZkCheck) => Promise<ZkVerdict | 'busy'>

const WAITING = 16
const TIMEOUT = 60_000

/** The SDK takes over 100 MB; a process that nobody needs for a while goes. */
const IDLE = 60_000

/** Runs the vendor's SDK in a process of its own, one check at a time. See `zkChild.mjs` for why. */
export function zkProcess(options: {
  fetch: Fetch
  now: () => number
  /** What the process runs, and how long a check may take; for tests. */
  program?: URL
  timeout?: number
}): ZkVerify {
  const { program = new URL('./zkChild.mjs', import.meta.url), timeout = TIMEOUT } = options
  const inTurn = limiter(1, WAITING)
  let child: ChildProcess | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function running(): ChildProcess {
    if (child?.connected) return child
    const { fork } = process.getBuiltinModule('node:child_process')
    const started = fork(program, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', message => answerFetch(started, message))
    // A process that ends while nobody waits is replaced at the next check.
    started.on('error', () => {})
    child = started
    return started
  }

  /** The child's requests are made here, by the configured `fetch`. */
  async function answerFetch(asking: ChildProcess, message: unknown): Promise<void> {
    if (!isFetch(message)) return
    const { id, url, method, headers, body } = message
    try {
      const response = await options.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      const bytes = new Uint8Array(await response.arrayBuffer())
      // `fetch` has undone the compression the headers refer to.
      const kept = [...response.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name))
      send(asking, { type: 'fetched', id, status: response.status, headers: kept, body: bytes })
    } catch (error) {
      send(asking, { type: 'fetched', id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  async function check(given: ZkCheck): Promise<ZkVerdict> {
    clearTimeout(idle)
    const checking = running()
    checking.channel?.ref?.()
    try {
      const check = { type: 'verify', ...given, clockOffset: options.now() - Date.now() }
      return await verdictOf(checking, check, timeout, () => end(checking))
    } finally {
      // Waiting for the next check must not keep an application from ending.
      checking.channel?.unref?.()
      checking.unref()
      idle = setTimeout(() => end(checking), IDLE)
      idle.unref?.()
    }
  }

  /** Forgotten at once: until the system has ended it, it would look ready for the next check. */
  function end(running: ChildProcess): void {
    if (child === running) child = undefined
    running.kill('SIGKILL')
  }

  return async given => (await inTurn(() => check(given))) ?? 'busy'
}

function verdictOf(child: ChildProcess, check: object, timeout: number, giveUp: () => void): Promise<ZkVerdict> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      giveUp()
      end(() => reject(new Error('gate: checking the proofs of ZKPassport took too long')))
    }, timeout)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', heard)
      child.off('exit', gone)
      settle()
    }
    const heard = (message: unknown) => {
      if (isVerdict(message)) end(() => resolve(message))
      if (isBroken(message)) end(() => reject(new Error(`gate: ZKPassport's SDK: ${message.message}`)))
    }
    const gone = () => end(() => reject(new Error('gate: the process that checks proofs ended')))
    child.on('message', heard)
    child.once('exit', gone)
    try {
      send(child, check)
    } catch (error) {
      end(() => reject(error))
    }
  })
}

/** A child that is gone is noticed by its exit, not here. */
function send(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => {})
}

interface FetchMessage {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body?: string
}

function isFetch(message: unknown): message is FetchMessage {
  return typeOf(message) === 'fetch'
}

function isVerdict(message: unknown): message is ZkVerdict {
  return typeOf(message) === 'verdict'
}

function isBroken(message: unknown): message is { message: string } {
  return typeOf(message) === 'broken'
}

/** Messages come from our own file, so the kind says the rest. */
function typeOf(message: unknown): unknown {
  return isObject(message) ? message.type : undefined
}
