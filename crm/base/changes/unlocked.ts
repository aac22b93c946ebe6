import { type Failure, failure, isFailure } from '@portico/kit/api/failure'
import { isLostRace } from '@portico/kit/database/errors'
import type { Fragment, Row } from '@portico/kit/database/sql'

/**
 * An operation whose only write is one statement locks nothing: it reads a record, decides, and writes on the condition
 * that the record is still the one it read and that nobody else holds it. Where that is not so, or where the write turns
 * out to be more than one statement, nothing has been written, and the whole operation is done again in a transaction,
 * which locks and waits.
 */
export interface Unlocked {
  /** The records that were read to be changed. */
  readonly records: Map<string, RecordAsRead>
  /** What else has to hold when the record is written: conditions on the row, which is called `old`. */
  readonly conditions: Fragment[]
  hasWritten: boolean
}

type RecordAsRead = Row & { version: number }

/** Thrown before anything is written: the operation wants a transaction. */
export class NeedsTransaction extends Error {
  override name = 'NeedsTransaction'
}

/** Whether an operation that was tried as one statement has written nothing, and is to be done in a transaction. */
export function wantsTransaction(error: unknown): boolean {
  return error instanceof NeedsTransaction || isLostRace(error)
}

/** What failed after the write: v1 reads a record again to show it, and what was written stays. */
export function storedUnread(error: unknown): Failure {
  if (isFailure(error)) return error
  const log = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return failure('unavailable', 'It was stored, but cannot be shown right now: look for it before you send it again', {
    log,
  })
}

export function unlocked(): Unlocked {
  return { records: new Map(), conditions: [], hasWritten: false }
}

export function sawRecord({ records }: Unlocked, table: string, id: number | string, record: RecordAsRead): void {
  records.set(`${table} ${id}`, record)
}

/** For what goes on after its first write. */
export function requireTransaction({ unlocked }: { unlocked?: Unlocked }): void {
  if (unlocked?.hasWritten) throw new Error('an operation of one statement writes a second time')
  if (unlocked) throw new NeedsTransaction('it writes more than one record')
}

/** The record that is to be written as it was read before; nothing was written since. */
export function recordToHold(unlocked: Unlocked, table: string, id: number | string): RecordAsRead {
  const record = unlocked.records.get(`${table} ${id}`)
  if (unlocked.hasWritten) throw new Error('an operation of one statement writes a second time')
  if (!record) throw new NeedsTransaction('the record was not read before')
  return record
}
