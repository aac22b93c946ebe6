import type { Database } from './database.ts'

/** Where reads go that need nothing of the primary itself. */
export type Reads = Pick<Database, 'read'>

/**
 * Reads once more, on another connection, what was being read when its connection was lost: the database was started
 * again, or somebody between closes what was silent for long. The work must do nothing but read.
 */
export function repeatedReads({ read }: Reads): Reads {
  return { read: (work, holder) => read(work, holder, 'once more') }
}
