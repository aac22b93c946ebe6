import { isFailure } from '../api/failure.ts'
import type { Log } from '../log/log.ts'
import { type Database, openDatabase } from './database.ts'
import { isConnectionLoss } from './errors.ts'
import type { Reads } from './repeatedReads.ts'
import { replicaProgress } from './replicaProgress.ts'
import { replayedPosition, systemOf, writtenPosition } from './replicaStore.ts'
import { sharedLooks } from './sharedLooks.ts'
import type { Sql } from './sql.ts'

export interface Replica extends Reads {
  close(): Promise<void>
}

export interface ReplicaOptions {
  applicationName?: string
  log?: Log
  /** Counts each read by who has answered it. */
  count?(from: 'replica' | 'primary'): void
}

/**
 * Reads from a server that follows the primary by streaming replication. Every read first asks the primary how far its
 * log was written (those at the same moment share the question), and the replica may answer once it has replayed that far:
 * so a read sees whatever was acknowledged to anybody before it began, by whichever process on whichever machine. A
 * replica that is behind, gone, promoted or of another database answers nothing, and the primary does.
 */
export function openReplica(url: string, primary: Database, options: ReplicaOptions = {}): Replica {
  const { log, count, ...rest } = options
  const replica = openDatabase(url, { ...rest, isReplica: true, patience: PATIENCE, ...(log && { log }) })
  const written = sharedLooks(() => primary.read(writtenPosition))
  const progress = replicaProgress({
    look: () => replica.read(replayedPosition),
    async isOfPrimary() {
      return (await replica.read(systemOf)) === (await primary.read(systemOf))
    },
    log,
  })

  /** The answer of the replica, or what the operation refused there; undefined when the replica cannot say. */
  async function onReplica<T>(work: Work<T>, holder: string | undefined): Promise<Outcome<T> | undefined> {
    const position = await written().catch(() => undefined)
    if (position === undefined || !(await progress.reaches(position))) return undefined
    try {
      const [outcome, replayed] = await replica.read(sql => checked(sql, work), holder)
      progress.saw(replayed)
      return replayed >= position ? outcome : undefined
    } catch (error) {
      // Anything else is a matter of this one read, such as an operation that writes a little.
      if (isConnectionLoss(error) || isFailure(error)) progress.failed(error)
      return undefined
    }
  }

  return {
    async read(work, holder, again) {
      const outcome = await onReplica(work, holder)
      count?.(outcome ? 'replica' : 'primary')
      if (!outcome) return primary.read(work, holder, again)
      if ('refusal' in outcome) throw outcome.refusal
      return outcome.value
    },
    async close() {
      progress.end()
      await replica.close()
    },
  }
}

type Work<T> = (sql: Sql) => Promise<T>
type Outcome<T> = { value: T } | { refusal: unknown }

/**
 * The work, and how far the replica had come before it: asked on the same connection, ahead of it, without waiting for the
 * answer. What was known of the replica a moment ago may be of one that has started again since.
 */
async function checked<T>(sql: Sql, work: Work<T>): Promise<[Outcome<T>, number]> {
  const replayed = replayedPosition(sql)
  replayed.catch(() => {})
  const outcome = await work(sql).then(
    value => ({ value }),
    error => {
      if (!isFailure(error)) throw error
      return { refusal: error }
    },
  )
  return [outcome, await replayed]
}

/** What takes the replica longer is asked of the primary: it may be cut off. */
const PATIENCE = { statement: 10_000, silence: 12_000 }
