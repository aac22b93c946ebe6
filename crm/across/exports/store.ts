import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'
import type { Moment } from './momentStore.ts'

export const FORMATS = ['ndjson', 'csv'] as const
export const STATES = ['waiting', 'running', 'done', 'failed'] as const

/** Where the work on an export goes on. */
export interface Position {
  kind: string
  after?: string | undefined
  /** Of a table, by their ids: those that the file began with. */
  columns?: readonly string[] | undefined
}

export interface ExportRow {
  company_id: number
  id: number
  user_id: number
  format: (typeof FORMATS)[number]
  kinds: string[]
  include_files: boolean
  state: (typeof STATES)[number]
  moment: Moment | null
  moment_time: Date | null
  position: Position | null
  totals: Record<string, number>
  done: Record<string, number>
  size: number
  manifest: object | null
  problem: string | null
  failures: number
  running_by: string | null
  add_time: Date
  finish_time: Date | null
  expires_time: Date | null
}

export interface Part {
  entry: string
  method: 'stored' | 'deflated'
  file_key: string
  bytes: number
  content_bytes: number
  rows: number
  /** CRC-32 of the entry up to the end of this part. */
  crc: number
}

/**
 * Begins an export; a company has one under way at a time. Whoever asks again for what is under way already gets that one.
 */
export async function insertExport(
  { sql, actor }: Crm,
  wanted: Pick<ExportRow, 'format' | 'kinds' | 'include_files'>,
): Promise<{ row: ExportRow; isNew: boolean }> {
  const asked = { company_id: actor.companyId, user_id: actor.userId, ...wanted }
  const [made] = await sql<ExportRow[]>`
    insert into crm.export ${sql(asked)}
    on conflict (company_id) where state in ('waiting', 'running') do nothing returning *`
  if (made) return { row: made, isNew: true }
  const [same] = await sql<ExportRow[]>`
    select * from crm.export where company_id = ${actor.companyId} and state in ('waiting', 'running')
      and user_id = ${actor.userId} and format = ${wanted.format} and kinds = ${wanted.kinds}::text[]
      and include_files = ${wanted.include_files}`
  if (same) return { row: same, isNew: false }
  throw failure('conflict', 'Another export of this company is under way; wait for it or delete it')
}

/** Exports that the caller has asked for; admins see those of everybody. */
export async function listExports({ sql, actor }: Crm): Promise<ExportRow[]> {
  return sql<ExportRow[]>`
    select * from crm.export where company_id = ${actor.companyId} ${actor.isAdmin ? sql`` : sql`and user_id = ${actor.userId}`}
    order by id desc`
}

export async function requireExport({ sql, actor }: Crm, id: number): Promise<ExportRow> {
  const [found] = await sql<ExportRow[]>`
    select * from crm.export where company_id = ${actor.companyId} and id = ${id}
      ${actor.isAdmin ? sql`` : sql`and user_id = ${actor.userId}`}`
  if (!found) throw failure('missing', 'Export not found')
  return found
}

/** Removes an export with its files; whoever works on it finds it gone. */
export async function deleteExports(sql: Sql, companyId: number, ids: readonly number[]): Promise<void> {
  const parts = await sql<{ file_key: string }[]>`
    delete from crm.export_part where company_id = ${companyId} and export_id = any(${ids}::bigint[]) returning file_key`
  await sql`delete from crm.export where company_id = ${companyId} and id = any(${ids}::bigint[])`
  await removeFilesLater(
    sql,
    parts.map(part => part.file_key),
  )
}

/** All exports of a company, as when something in them has to be forgotten. */
export async function deleteAllExports(sql: Sql, companyId: number): Promise<number> {
  const rows = await sql<{ id: number }[]>`select id from crm.export where company_id = ${companyId} for update`
  await deleteExports(
    sql,
    companyId,
    rows.map(row => row.id),
  )
  return rows.length
}

/** Exports whose time is over, of any company. */
export async function expiredExports(sql: Sql, now: Date): Promise<{ company_id: number; id: number }[]> {
  return sql<{ company_id: number; id: number }[]>`
    select company_id, id from crm.export where expires_time < ${now} order by expires_time limit 500`
}

export interface Lease {
  by: string
  until: Date
}

/** Takes over the oldest export that nobody works on. */
export async function claimExport(sql: Sql, { by, until }: Lease, now: Date): Promise<ExportRow | undefined> {
  const [claimed] = await sql<ExportRow[]>`
    update crm.export e set state = 'running', running_by = ${by}, running_until = ${until}
    from (select company_id, id from crm.export
      where state in ('waiting', 'running') and (running_until is null or running_until < ${now})
      order by add_time limit 1 for update skip locked) due
    where e.company_id = due.company_id and e.id = due.id returning e.*`
  return claimed
}

type Held = Pick<ExportRow, 'company_id' | 'id'>

/** Fails with `gone` when the export was deleted, or another process has taken over. */
async function requireLease(sql: Sql, { company_id, id }: Held, { by, until }: Lease): Promise<void> {
  const [held] = await sql`
    update crm.export set running_until = ${until}
    where company_id = ${company_id} and id = ${id} and state = 'running' and running_by = ${by} returning id`
  if (!held) throw failure('gone', `Export ${id} was deleted or taken over`)
}

export async function storeMoment(
  sql: Sql,
  held: Held,
  lease: Lease,
  { moment, time, totals }: { moment: Moment; time: Date; totals: Record<string, number> },
): Promise<void> {
  await requireLease(sql, held, lease)
  await sql`
    update crm.export set moment = ${JSON.stringify(moment)}::text::jsonb, moment_time = ${time},
      totals = ${JSON.stringify(totals)}::text::jsonb
    where company_id = ${held.company_id} and id = ${held.id}`
}

/** Adds a part and says where to go on, or neither. */
export async function storePart(
  sql: Sql,
  held: Held,
  lease: Lease,
  { part, counted, position }: { part?: Part | undefined; counted: string; position?: Position | undefined },
): Promise<void> {
  await requireLease(sql, held, lease)
  const { company_id, id } = held
  await sql`
    update crm.export set size = size + ${part?.bytes ?? 0},
      position = coalesce(${position ? JSON.stringify(position) : null}::text::jsonb, position),
      done = done || jsonb_build_object(${counted}::text, coalesce((done -> ${counted}::text)::bigint, 0) + ${part?.rows ?? 0}::bigint)
    where company_id = ${company_id} and id = ${id}`
  if (!part) return
  await sql`delete from crm.upload where company_id = ${company_id} and file_key = ${part.file_key}`
  const [last] = await sql<{ nr: number }[]>`
    select coalesce(max(nr), 0) as nr from crm.export_part where company_id = ${company_id} and export_id = ${id}`
  await sql`insert into crm.export_part ${sql({ company_id, export_id: id, nr: (last?.nr ?? 0) + 1, ...part })}`
}

export async function partsOf(sql: Sql, { company_id, id }: Held): Promise<Part[]> {
  return sql<Part[]>`
    select entry, method, file_key, bytes, content_bytes, rows, crc from crm.export_part
    where company_id = ${company_id} and export_id = ${id} order by nr`
}

export async function currentExport(sql: Sql, { company_id, id }: Held): Promise<ExportRow> {
  const [row] = await sql<ExportRow[]>`select * from crm.export where company_id = ${company_id} and id = ${id}`
  if (!row) throw failure('gone', `Export ${id} was deleted`)
  return row
}

/** Says of a file that it is being written, so that it is removed should nobody claim it. */
export async function announceFile(sql: Sql, companyId: number, key: string): Promise<void> {
  await sql`insert into crm.upload (company_id, file_key) values (${companyId}, ${key})`
}

export async function finishExport(
  sql: Sql,
  held: Held,
  lease: Lease,
  { manifest, size, now, expires }: { manifest: object; size: number; now: Date; expires: Date },
): Promise<void> {
  await requireLease(sql, held, lease)
  await sql`
    update crm.export set state = 'done', manifest = ${JSON.stringify(manifest)}::text::jsonb, size = ${size},
      moment = null, position = null, running_by = null, running_until = null, finish_time = ${now}, expires_time = ${expires}
    where company_id = ${held.company_id} and id = ${held.id}`
}

/** After a fault: others may try, until it was tried often enough. */
export async function putBack(
  sql: Sql,
  { company_id, id }: Held,
  {
    by,
    problem,
    mostFailures,
    now,
    expires,
  }: { by: string; problem: string; mostFailures: number; now: Date; expires: Date },
): Promise<void> {
  await sql`
    update crm.export set failures = failures + 1, running_by = null, running_until = null,
      state = case when failures + 1 >= ${mostFailures} then 'failed' else state end,
      problem = case when failures + 1 >= ${mostFailures} then ${problem}::text end,
      finish_time = case when failures + 1 >= ${mostFailures} then ${now}::timestamptz end,
      expires_time = case when failures + 1 >= ${mostFailures} then ${expires}::timestamptz end
    where company_id = ${company_id} and id = ${id} and running_by = ${by}`
}
