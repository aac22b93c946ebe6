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
    /* all companies: what is old goes everywhere */
    select company_id, id from crm.export where expires_time < ${now} order by expires_time limit 500`
}
