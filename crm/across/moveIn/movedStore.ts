import type { Sql } from '@portico/kit/database/sql'
import type { MoveKey } from './store.ts'

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

/** What was copied with these ids at the source, whatever kind it is of, and what belongs to these parents. */
export async function findMoved(
  sql: Sql,
  { companyId, source }: MoveKey,
  sourceIds: readonly string[],
  parents: readonly string[],
): Promise<Moved[]> {
  return sql<Moved[]>`
    select kind, source_id, record_id, parent, fingerprint, written_version as version from crm.moved_record
    where company_id = ${companyId} and source = ${source} and source_id = any(${sourceIds}::text[])
    union
    select kind, source_id, record_id, parent, fingerprint, written_version from crm.moved_record
    where company_id = ${companyId} and source = ${source} and parent = any(${parents}::text[])`
}

/** The ids at the source of everything that was copied of a kind, and is not gone there. */
export async function sourceIdsOf(sql: Sql, { companyId, source }: MoveKey, kind: string): Promise<string[]> {
  const rows = await sql<{ source_id: string }[]>`
    select source_id from crm.moved_record
    where company_id = ${companyId} and source = ${source} and kind = ${kind} and fingerprint is not null order by source_id`
  return rows.map(({ source_id }) => source_id)
}

/** Kinds with records that named something which came later. */
export async function kindsPending(sql: Sql, { companyId, source }: MoveKey): Promise<Set<string>> {
  const rows = await sql<{ kind: string }[]>`
    select distinct kind from crm.moved_record
    where company_id = ${companyId} and source = ${source} and fingerprint = ''`
  return new Set(rows.map(({ kind }) => kind))
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
