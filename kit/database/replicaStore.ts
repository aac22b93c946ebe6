import type { Sql } from './sql.ts'

/** How far the log of a primary is written: behind every commit that was acknowledged, also where those do not wait for the disk. */
export async function writtenPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0')::bigint as position`
  return row?.position ?? Number.POSITIVE_INFINITY
}

/** How far a replica shows what the log says; -1 for a server that follows no other. */
export function replayedPosition(sql: Sql): Promise<number> {
  // Sent at once, not in a moment as by await: ahead of whatever follows on the connection.
  return sql<{ position: number | null }[]>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position`.then(
    ([row]) => row?.position ?? NOT_A_REPLICA,
  )
}

export const NOT_A_REPLICA = -1

/** The same for a primary and its replicas, and for no other server. */
export async function systemOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ system: string }[]>`
    select system_identifier || '/' || current_database() as system from pg_control_system()`
  return row?.system ?? ''
}
