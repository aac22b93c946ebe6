import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'

/**
 * A moment of a company, as a set of lines of its change log: all up to a number at which the log is settled, and of the
 * later ones those listed. It is what one snapshot of the database saw, and can be written down: whoever goes on with an
 * export after a crash means the same moment, while no transaction has to stay open.
 */
export interface Moment {
  upto: number
  seen: readonly number[]
}

/** More lines between the settled number and now than one export may remember. */
const MOST_SEEN = 100_000

/** Makes all statements of a transaction see the same; to be said first. It writes nothing, so nobody waits for it. */
export async function oneSnapshot(sql: Sql): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`
}

/** What this snapshot sees. Up to which number the log is settled was asked before the snapshot was taken (`settledSeq`). */
export async function takeMoment(
  sql: Sql,
  companyId: number,
  upto: number,
): Promise<{ moment: Moment; time: Date } | undefined> {
  const [row] = await sql<{ seen: number[]; time: Date }[]>`
    select now() as time, array(select c.seq from crm.change c
      where c.company_id = ${companyId} and c.seq > ${upto} order by c.seq limit ${MOST_SEEN + 1}) as seen`
  if (!row || row.seen.length > MOST_SEEN) return undefined
  return { moment: { upto, seen: row.seen }, time: row.time }
}

/** Whether the line `c` of the log came after the moment. */
export function isLater({ upto, seen }: Moment): Fragment {
  return fragment`(c.seq > ${upto} and c.seq <> all(${seen}::bigint[]))`
}

/** Whether it came before. */
export function isEarlier({ upto, seen }: Moment): Fragment {
  return fragment`(c.seq <= ${upto} or c.seq = any(${seen}::bigint[]))`
}
