import type { Database } from '@portico/kit/database/database'
import type { LogLook } from './settledRules.ts'

/**
 * Looks at the log: first at the last number that was drawn, then at who may still write to it. Two statements, one
 * after the other on one connection, because that order is what `settledRules.ts` goes by.
 *
 * `pg_sequence_last_value` reads under the lock of the sequence; `select last_value` can see a number for a moment that
 * was not drawn yet. PostgreSQL resets its statistics when it has lost its memory, not at an ordinary restart.
 */
export async function lookAtLog(database: Database): Promise<LogLook> {
  return database.read(async sql => {
    const [[sequence], [now]] = await Promise.all([
      sql<{ drawn: number | null }[]>`select pg_sequence_last_value('crm.change_seq_seq') as drawn`,
      sql<{ writers: string[]; life: string | null }[]>`
        select pg_stat_get_bgwriter_stat_reset_time()::text as life,
          array(select l.virtualtransaction from pg_locks l
            where l.locktype = 'relation' and l.relation = 'crm.change'::regclass
              and l.database = (select d.oid from pg_database d where d.datname = current_database())
              and l.mode = 'RowExclusiveLock' and l.granted) as writers`,
    ])
    return { drawn: sequence?.drawn ?? 0, writers: new Set(now?.writers), life: now?.life ?? '' }
  })
}
