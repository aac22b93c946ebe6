import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './database.ts'

/**
 * A write keeps its connection until it ends. Whoever asks the database for another connection in the middle of it
 * may wait for one that is held by somebody who waits as well, and then nobody goes on.
 */
function nestedCall(what: string): Error {
  return new Error(
    `database.${what} was called in the middle of a write: use the sql of that write, or do it before or after it`,
  )
}

/** The database as the work of a write sees it: every call is refused. Costs nothing, so it is there in production. */
export const refusingDatabase: Database = {
  read: () => Promise.reject(nestedCall('read')),
  statement: () => Promise.reject(nestedCall('statement')),
  write: () => Promise.reject(nestedCall('write')),
  listen: () => Promise.reject(nestedCall('listen')),
  present: () => Promise.reject(nestedCall('present')),
  hold: () => Promise.reject(nestedCall('hold')),
  isDistributed: false,
  trouble: () => undefined,
  close: () => Promise.reject(nestedCall('close')),
}

interface Write {
  isOpen: boolean
}

let followed: AsyncLocalStorage<Write> | undefined

/**
 * From now on every nested call is refused, however it comes about. For tests: in Node 20 following asynchronous calls
 * makes all promises of the process slower.
 */
export function followNestedCalls(): void {
  followed ??= new AsyncLocalStorage()
}

/** The refusal of a call that comes from the middle of a write; undefined for all others. */
export function refusedNested(what: string): Promise<never> | undefined {
  return followed?.getStore()?.isOpen ? Promise.reject(nestedCall(what)) : undefined
}

/** Runs the work of a write; calls that it leaves behind may come after its end. */
export function asWrite<T>(work: () => Promise<T>): Promise<T> {
  return followed ? followedWrite(followed, work) : work()
}

async function followedWrite<T>(followed: AsyncLocalStorage<Write>, work: () => Promise<T>): Promise<T> {
  const write = { isOpen: true }
  try {
    return await followed.run(write, work)
  } finally {
    write.isOpen = false
  }
}
