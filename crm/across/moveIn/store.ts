import type { Sql } from '@portico/kit/database/sql'
import type { RecordTable } from '../../base/changes/write.ts'

/** Which account is copied into which company. */
export interface MoveKey {
  companyId: number
  source: string
}

export interface Counts {
  listed: number
  added: number
  changed: number
  removed: number
  refused: number
}

/** Where a move goes on: the kind, which of its lists, and the page. `again`: what named something that came later. */
export interface Position {
  kind: string
  list: number
  from?: string
  again?: boolean
}

export interface MoveRow {
  run: number
  state: 'running' | 'done'
  position: Position | Record<string, never>
  counts: Record<string, Counts>
  wasEmpty: boolean
}

/** Locks of companies that somebody copies into: one at a time, whether a server does it or a command. */
export const MOVE_LOCK = 762_040

/** The move of a source into a company: goes on with one that was not finished, else begins the next run. */
export async function beginMove(sql: Sql, { companyId, source }: MoveKey, isEmpty: boolean): Promise<MoveRow> {
  const [row] = await sql<MoveRow[]>`
    insert into crm.move as m (company_id, source, state, was_empty) values (${companyId}, ${source}, 'running', ${isEmpty})
    on conflict (company_id, source) do update set
      run = m.run + case m.state when 'done' then 1 else 0 end,
      position = case m.state when 'done' then '{}'::jsonb else m.position end,
      counts = case m.state when 'done' then '{}'::jsonb else m.counts end,
      begun_time = case m.state when 'done' then now() else m.begun_time end,
      ended_time = null, state = 'running'
    returning run, state, position, counts, was_empty as "wasEmpty"`
  if (!row) throw new Error('beginning a move returned nothing')
  return row
}

export async function storePosition(
  sql: Sql,
  { companyId, source }: MoveKey,
  position: Position | undefined,
  counts: Record<string, Counts>,
): Promise<void> {
  await sql`
    update crm.move set position = ${JSON.stringify(position ?? {})}::text::jsonb, counts = ${JSON.stringify(counts)}::text::jsonb
    where company_id = ${companyId} and source = ${source}`
}

export async function endMove(sql: Sql, { companyId, source }: MoveKey): Promise<void> {
  await sql`
    update crm.move set state = 'done', ended_time = now(), position = '{}' where company_id = ${companyId} and source = ${source}`
}

/** Whether nobody has worked in a company yet. */
export async function isEmptyCompany(sql: Sql, companyId: number): Promise<boolean> {
  const [found] = await sql<{ used: boolean }[]>`
    select exists (select from crm.deal where company_id = ${companyId})
      or exists (select from crm.person where company_id = ${companyId})
      or exists (select from crm.organization where company_id = ${companyId})
      or exists (select from crm.product where company_id = ${companyId})
      or exists (select from crm.lead where company_id = ${companyId})
      or exists (select from crm.activity where company_id = ${companyId})
      or exists (select from crm.note where company_id = ${companyId})
      or exists (select from crm.project where company_id = ${companyId})
      or exists (select from crm.field where company_id = ${companyId} and is_custom) as used`
  return found?.used === false
}

export async function listIds(sql: Sql, companyId: number, table: RecordTable): Promise<(number | string)[]> {
  const rows = await sql<
    { id: number | string }[]
  >`select id from crm.${sql(table)} where company_id = ${companyId} order by 1`
  return rows.map(({ id }) => id)
}

/** What was copied: the record of the source and the one here. */
export interface Moved {
  kind: string
  source_id: string
  record_id: string
  parent: string | null
  /** Empty: to be written once more. null: gone at the source. */
  fingerprint: string | null
  version: number | null
}

/** What was copied, so much at a time: behind `after`. */
export async function loadMoved(
  sql: Sql,
  { companyId, source }: MoveKey,
  after: Pick<Moved, 'kind' | 'source_id'>,
  most: number,
): Promise<Moved[]> {
  return sql<Moved[]>`
    select kind, source_id, record_id, parent, fingerprint, written_version as version from crm.moved_record
    where company_id = ${companyId} and source = ${source} and (kind, source_id) > (${after.kind}, ${after.source_id})
    order by kind, source_id limit ${most}`
}

export async function storeMoved(sql: Sql, key: MoveKey, run: number, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  await sql`
    insert into crm.moved_record (company_id, source, kind, source_id, record_id, parent, fingerprint, written_version, run)
    select ${key.companyId}, ${key.source}, kind, source_id, record_id, parent, fingerprint, version, ${run}
    from jsonb_to_recordset(${JSON.stringify(moved)}::text::jsonb)
      m (kind text, source_id text, record_id text, parent text, fingerprint text, version integer)
    on conflict (company_id, source, kind, source_id) do update set record_id = excluded.record_id,
      parent = excluded.parent, fingerprint = excluded.fingerprint, written_version = excluded.written_version, run = excluded.run`
}

export async function forgetMoved(
  sql: Sql,
  key: MoveKey,
  moved: readonly Pick<Moved, 'kind' | 'source_id'>[],
): Promise<void> {
  for (const { kind, source_id } of moved)
    await sql`delete from crm.moved_record where company_id = ${key.companyId} and source = ${key.source}
      and kind = ${kind} and source_id = ${source_id}`
}

/** Marks what a run has seen unchanged. */
export async function markSeen(
  sql: Sql,
  key: MoveKey,
  run: number,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update crm.moved_record set run = ${run}
    where company_id = ${key.companyId} and source = ${key.source} and kind = ${kind} and source_id = any(${ids}::text[])
      and run < ${run}`
}

/** What an earlier run has copied and this one has not seen. */
export async function unseen(sql: Sql, key: MoveKey, run: number, kind: string): Promise<Moved[]> {
  return sql<Moved[]>`
    select kind, source_id, record_id, parent, fingerprint, written_version as version from crm.moved_record
    where company_id = ${key.companyId} and source = ${key.source} and kind = ${kind} and run < ${run}
      and fingerprint is not null order by source_id`
}

/** How many records of each kind are here that were copied and are not gone. */
export async function countMoved(sql: Sql, { companyId, source }: MoveKey): Promise<Map<string, number>> {
  const rows = await sql<{ kind: string; count: number }[]>`
    select kind, count(*)::int as count from crm.moved_record
    where company_id = ${companyId} and source = ${source} and fingerprint is not null group by kind`
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Which of these ids are taken in a table of the company: numbers, UUIDs or other texts. */
export async function takenIds(
  sql: Sql,
  companyId: number,
  table: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const [first] = ids
  if (first === undefined) return new Set()
  const listed = /^\d{1,15}$/.test(first)
    ? sql`${ids.map(Number)}::bigint[]`
    : first.length === 36
      ? sql`${ids}::text[]::uuid[]`
      : sql`${ids}::text[]`
  const rows = await sql<{ id: string }[]>`
    select id::text as id from crm.${sql(table)} where company_id = ${companyId} and id = any(${listed})`
  return new Set(rows.map(({ id }) => id))
}

/** Whether an id is taken in a table of the company. */
export async function isTaken(sql: Sql, companyId: number, table: string, id: number | string): Promise<boolean> {
  const [row] = await sql`select from crm.${sql(table)} where company_id = ${companyId} and id = ${id}`
  return row !== undefined
}

/** Rules that are kept at the end of a transaction are kept with each record, so that one record alone is refused. */
export async function checkAtOnce(sql: Sql): Promise<void> {
  await sql`set constraints all immediate`
}

/** The row with this value in a column. */
export async function findSame(
  sql: Sql,
  companyId: number,
  table: RecordTable,
  column: string,
  value: string,
): Promise<{ id: number | string; version: number } | undefined> {
  const [found] = await sql<{ id: number | string; version: number }[]>`
    select id, version from crm.${sql(table)}
    where company_id = ${companyId} and lower(${sql(column)}) = lower(${value}) order by id limit 1`
  return found
}

/** The version of a record; undefined when it is not there any more. */
export async function versionOf(
  sql: Sql,
  companyId: number,
  table: RecordTable,
  id: number | string,
): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select version from crm.${sql(table)} where company_id = ${companyId} and id = ${id} for update`
  return row?.version
}

/**
 * New records get ids behind this one. Far behind: a sequence cannot be locked, and whoever takes a value at this very
 * moment must not be given it twice.
 */
export async function leadSequenceBehind(sql: Sql, table: string, id: number): Promise<number> {
  const [found] = await sql<{ sequence: string | null }[]>`
    select pg_get_serial_sequence(${`crm.${table}`}, 'id') as sequence`
  const sequence = found?.sequence
  if (!sequence) return Number.POSITIVE_INFINITY
  const [last] = await sql.unsafe<{ last: number }[]>(`select last_value as last from ${sequence}`)
  const given = Number(last?.last ?? 0)
  if (given >= id) return given
  await sql`select setval(${sequence}::text::regclass, ${id + SEQUENCE_AHEAD})`
  return id + SEQUENCE_AHEAD
}

const SEQUENCE_AHEAD = 1000

/** The owner of a company, who stands in for those who did not come. */
export async function findOwner(sql: Sql, companyId: number): Promise<number> {
  const [owner] = await sql<{ id: number }[]>`
    select id from crm.app_user where company_id = ${companyId} and active and not is_deleted
    order by has_created_company desc, is_admin desc, id limit 1`
  return owner?.id ?? 0
}
