import type { Database } from '@portico/kit/database/database'
import { type Fragment, fragment, type Row } from '@portico/kit/database/sql'

/** A line of the log, as those who follow it live get it. */
export interface LogLine {
  companyId: number
  seq: number
  /** When it was written, in microseconds, and as RFC 3339. */
  at: number
  time: string
  entity: string
  entityId: string
  action: string
  actorId: number | null
  correlationId: string | null
  /** The record is open to everyone of the company after it (`visible_to` 7). */
  isOpen: boolean
  /** Of mail: whose mailbox it is in, and whether others may see it. */
  mailboxOf: number | null
  isShared: boolean
}

/** Lines of several companies behind a place each, up to a number, in order; of each company so many at most. */
export async function selectNewLines(
  database: Database,
  after: ReadonlyMap<number, number>,
  { until, ofEach }: { until: number; ofEach: number },
): Promise<LogLine[]> {
  const lines = await ofEachCompany<LogLine>(database, [...after], (companyId, seq) => {
    return fragment`
      select c.company_id as "companyId", c.seq, (extract(epoch from c.at) * 1000000)::bigint as at,
        to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, c.entity, c.entity_id as "entityId",
        c.action, c.actor_id as "actorId", c.correlation_id as "correlationId",
        coalesce(c.after ->> 'visible_to' = '7', false) as "isOpen",
        case when c.entity in ('mail_thread', 'mail_message') then (c.after ->> 'user_id')::bigint end as "mailboxOf",
        c.entity = 'mail_thread' and coalesce((c.after ->> 'shared')::boolean, false) as "isShared"
      from crm.change c where c.company_id = ${companyId} and c.seq > ${seq} and c.seq <= ${until}
      order by c.seq limit ${ofEach}`
  })
  return lines.sort((one, other) => one.companyId - other.companyId || one.seq - other.seq)
}

/** The last number of each company up to a number; 0 where there is none. */
export async function selectLastSeqs(
  database: Database,
  companyIds: readonly number[],
  until: number,
): Promise<Map<number, number>> {
  const begun = companyIds.map((id): [number, number] => [id, 0])
  const last = await ofEachCompany<{ companyId: number; seq: number }>(database, begun, companyId => {
    return fragment`
      select c.company_id as "companyId", c.seq from crm.change c
      where c.company_id = ${companyId} and c.seq <= ${until} order by c.seq desc limit 1`
  })
  return new Map([...begun, ...last.map(({ companyId, seq }): [number, number] => [companyId, seq])])
}

/** What is selected for each company and its number: in one statement; on several machines in one for each. */
function ofEachCompany<T extends Row>(
  database: Database,
  companies: readonly [number, number][],
  select: (companyId: Fragment | number, seq: Fragment | number) => Fragment,
): Promise<T[]> {
  return database.read(async sql => {
    if (sql.isDistributed) return (await Promise.all(companies.map(([id, seq]) => sql<T[]>`${select(id, seq)}`))).flat()
    const ids = companies.map(([id]) => id)
    const seqs = companies.map(([, seq]) => seq)
    return sql<T[]>`
      select l.* from unnest(${ids}::bigint[], ${seqs}::bigint[]) f (company_id, seq)
      cross join lateral (${select(fragment`f.company_id`, fragment`f.seq`)}) l`
  })
}
