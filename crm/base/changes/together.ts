import { isStatementRefused } from '@portico/kit/database/errors'
import type { Gather } from './gather.ts'

/** As many at once as keep the database busy. They share the calls there are, and those that come meanwhile wait. */
const UNDER_WAY = 2
/** The more, the longer all of them wait for the last. */
const MOST = 50
/** What takes longer waits for somebody, and others do not wait for it. */
const PATIENCE_MS = 20

interface Waiting {
  item: unknown
  perform(items: readonly unknown[]): Promise<readonly unknown[]>
  resolve(result: unknown): void
  reject(reason: unknown): void
}

interface Queue {
  underWay: number
  callsUnderWay: number
  waiting: Waiting[]
  /** At the end of this turn of the event loop: what has arrived by then goes together. */
  soon: NodeJS.Immediate | undefined
  patience: NodeJS.Timeout | undefined
}

/**
 * Calls of several requests that come at the same moment, done together. A call that comes alone is done at once. What the
 * database refuses together is done again one by one, so that nobody is refused for the sake of another; what became of a
 * lost connection nobody knows, and all are told so.
 */
export function openTogether(): Gather {
  const queues = new Map<string, Queue>()

  function start(key: string, queue: Queue): void {
    clearImmediate(queue.soon)
    clearTimeout(queue.patience)
    queue.soon = queue.patience = undefined
    // A large one beside a small one would leave the process and the database waiting for each other.
    const share = Math.ceil((queue.waiting.length + queue.callsUnderWay) / UNDER_WAY)
    const together = queue.waiting.splice(0, Math.min(share, MOST))
    queue.underWay++
    queue.callsUnderWay += together.length
    void performTogether(together).finally(() => {
      queue.underWay--
      queue.callsUnderWay -= together.length
      if (queue.waiting.length > 0) queue.soon ??= setImmediate(start, key, queue)
      else if (queue.underWay === 0) queues.delete(key)
    })
    if (queue.waiting.length > 0) startInTime(key, queue)
  }

  function startInTime(key: string, queue: Queue): void {
    if (queue.underWay < UNDER_WAY) queue.soon ??= setImmediate(start, key, queue)
    else queue.patience ??= setTimeout(start, PATIENCE_MS, key, queue)
  }

  return {
    call: (key, item, perform) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(key) ?? newQueue()
        queues.set(key, queue)
        // Of one key all items are of one type, and so are the results: the callers say which.
        queue.waiting.push({ item, perform, resolve, reject } as unknown as Waiting)
        startInTime(key, queue)
      }),
  }
}

const newQueue = (): Queue => ({ underWay: 0, callsUnderWay: 0, waiting: [], soon: undefined, patience: undefined })

async function performTogether(calls: readonly Waiting[]): Promise<void> {
  const [first] = calls
  if (!first) return
  try {
    const results = await first.perform(calls.map(({ item }) => item))
    for (const [at, { resolve }] of calls.entries()) resolve(results[at])
  } catch (error) {
    if (calls.length > 1 && isStatementRefused(error)) await Promise.all(calls.map(call => performTogether([call])))
    else for (const { reject } of calls) reject(error)
  }
}
