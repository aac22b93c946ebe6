import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { RecordTable } from '../../base/changes/write.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import type { RecordId, Revert } from '../../base/records/revert.ts'
import type { LoggedLine } from './rules.ts'

/** A line of the change log about a record. */
export interface Change extends LoggedLine {
  /** To the microsecond, RFC 3339. */
  time: string
  entity: string
  entity_id: string
  actor_id: number | null
  source: string
  correlation_id: string | null
  bulk: boolean
}

function columns(sql: Sql): Fragment {
  return sql`c.seq, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, c.entity, c.entity_id, c.action,
    c.before, c.after, c.actor_id, c.source, c.correlation_id, c.bulk, ${links(sql)}`
}

/** The line that a line has undone, and the record whose change it followed from. */
function links(sql: Sql): Fragment {
  return sql`(c.facts ->> 'reverts')::bigint as reverts, c.facts -> 'follows' as follows`
}

export async function findChange({ sql, actor }: Crm, seq: number): Promise<Change | undefined> {
  const [change] = await sql<Change[]>`
    select ${columns(sql)} from crm.change c where c.company_id = ${actor.companyId} and c.seq = ${seq}`
  return change
}

/** Lines about one record, newest first. */
export async function changesOfRecord(
  { sql, actor }: Crm,
  { table, id }: { table: RecordTable; id: RecordId },
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Change[]> {
  return sql<Change[]>`
    select ${columns(sql)} from crm.change c
    where c.company_id = ${actor.companyId} and c.entity = ${table} and c.entity_id = ${String(id)}
      ${before ? sql`and c.seq < ${before}` : sql``}
    order by c.seq desc limit ${rowLimit(limit)}`
}

/**
 * Lines that were written by the requests of one id, newest first. `standing` are those to undo: not those that were
 * undone already, nor those that go with another one.
 */
export async function changesOfCorrelation(
  { sql, actor }: Crm,
  correlationId: string,
  { before, limit, standing }: { before?: number | undefined; limit: number; standing?: boolean },
): Promise<Change[]> {
  return sql<Change[]>`
    select ${columns(sql)} from crm.change c
    where c.company_id = ${actor.companyId} and c.correlation_id = ${correlationId}
      ${before ? sql`and c.seq < ${before}` : sql``}
      ${
        standing
          ? sql`and c.facts -> 'follows' is null
              and not exists (select from ${reverting(sql, 'l', 'c')} and not exists (select from ${reverting(sql, 'again', 'l')}))`
          : sql``
      }
    order by c.seq desc limit ${rowLimit(limit)}`
}

/** Lines that have undone another one, each under its alias. */
function reverting(sql: Sql, alias: string, undone: string): Fragment {
  const [line, other] = [sql(alias), sql(undone)]
  return sql`crm.change ${line} where ${line}.company_id = ${other}.company_id and ${line}.entity = ${other}.entity
    and ${line}.entity_id = ${other}.entity_id and ${line}.seq > ${other}.seq
    and (${line}.facts ->> 'reverts')::bigint = ${other}.seq`
}

type Line = Pick<Change, 'entity' | 'entity_id' | 'seq'>

/** Lines about the record of a change that came after it, oldest first. */
export async function laterLines(crm: Crm, { entity, entity_id, seq }: Line): Promise<readonly LoggedLine[]> {
  if (crm.gather) return crm.gather.call('later lines', { entity, entity_id, seq }, all => laterLinesOfEach(crm, all))
  const [lines = []] = await laterLinesOfEach(crm, [{ entity, entity_id, seq }])
  return lines
}

async function laterLinesOfEach({ sql, actor }: Crm, changes: readonly Line[]): Promise<LoggedLine[][]> {
  const rows = await sql<(LoggedLine & { nr: number })[]>`
    select given.nr::integer as nr, c.seq, c.action, c.before, c.after, ${links(sql)}
    from unnest(${changes.map(({ entity }) => entity)}::text[], ${changes.map(({ entity_id }) => entity_id)}::text[],
      ${changes.map(({ seq }) => seq)}::bigint[]) with ordinality given (entity, entity_id, seq, nr)
    join crm.change c on c.company_id = ${actor.companyId} and c.entity = given.entity and c.entity_id = given.entity_id
      and c.seq > given.seq
    order by c.seq`
  const lines: LoggedLine[][] = changes.map(() => [])
  for (const { nr, ...line } of rows) lines[nr - 1]?.push(line)
  return lines
}

/** Keeps others from changing the record until the end of the transaction. */
export async function lockRecord(crm: Crm, table: RecordTable, id: RecordId): Promise<void> {
  const { sql, actor } = crm
  if (crm.gather && typeof id === 'number')
    await crm.gather.call(`lock row ${table}`, id, async ids => {
      await sql`select from crm.${sql(table)} where company_id = ${actor.companyId} and id = any(${ids}::bigint[])
        order by id for update`
      return ids
    })
  else await sql`select from crm.${sql(table)} where company_id = ${actor.companyId} and id = ${id} for update`
}

/** Whether the caller may see a record of a kind, by its id in the log. */
export async function isSeen(crm: Crm, kind: Revert, id: string): Promise<boolean> {
  const seen = crm.gather
    ? await crm.gather.call(`seen ${kind.table}`, id, async ids => {
        const found = await seenOf(crm, kind, ids)
        return ids.map(() => found)
      })
    : await seenOf(crm, kind, [id])
  return seen.has(id)
}

/** Those of the records of a kind that the caller may see, by their ids in the log. */
export async function seenOf(
  { sql, actor }: Crm,
  { table, ids: type, maySee }: Revert,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select r.id::text as id from crm.${sql(table)} r
    where r.company_id = ${actor.companyId} and r.id = any(${ids}::${type === 'uuids' ? sql`uuid[]` : sql`bigint[]`})
      and ${maySee(actor)}`
  return new Set(rows.map(row => row.id))
}
