import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'

/**
 * A moment of a company, as a set of lines of its change log: those logged before `until`, at which the log is settled,
 * and of the later ones those listed. It is what one snapshot of the database saw, and can be written down: whoever
 * goes on with an export after a crash means the same moment, while no transaction has to stay open.
 */
export interface Moment {
  until: string
  seen: readonly number[]
}

/** More would be logged between the oldest open transaction and now than one export may remember. */
const MOST_SEEN = 100_000

/** Makes all statements of a transaction see the same; to be said first. It writes nothing, so nobody waits for it. */
export async function oneSnapshot(sql: Sql): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`
}

/** What this snapshot sees. `until` was asked for before the snapshot was taken (`settledUntil`). */
export async function takeMoment(
  sql: Sql,
  companyId: number,
  until: string,
): Promise<{ moment: Moment; time: Date } | undefined> {
  const [row] = await sql<{ seen: number[]; time: Date }[]>`
    select now() as time, array(select c.seq from crm.change c
      where c.company_id = ${companyId} and c.at >= ${until}::text::timestamptz
      order by c.seq limit ${MOST_SEEN + 1}) as seen`
  if (!row || row.seen.length > MOST_SEEN) return undefined
  return { moment: { until, seen: row.seen.map(Number) }, time: row.time }
}

/** Whether the line `c` of the log came after the moment. */
export function isLater({ until, seen }: Moment): Fragment {
  return fragment`(c.at >= ${until}::text::timestamptz and c.seq <> all(${seen}::bigint[]))`
}

/** Whether it came before. */
export function isEarlier({ until, seen }: Moment): Fragment {
  return fragment`(c.at < ${until}::text::timestamptz or c.seq = any(${seen}::bigint[]))`
}
