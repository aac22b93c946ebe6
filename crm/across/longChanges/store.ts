import { failure } from '@portico/kit/api/failure'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { removeFilesLater } from '../../base/records/removeFiles.ts'

export const WORKS = ['bulk', 'import'] as const
export const STATES = ['draft', 'waiting', 'running', 'done', 'failed', 'undoing', 'undone'] as const

/** What became of the records so far. */
export interface Counts {
  added?: number
  changed?: number
  /** There was nothing to change. */
  unchanged?: number
  skipped?: number
  refused?: number
  /** Put back by undoing, and left alone by it. */
  reverted?: number
  kept?: number
}

/** Why something was not done: with a record, or with a cell of a file. */
export interface Problem {
  text: string
  /** A record that is there, as `item` and `item_id` of the change log. */
  item?: string
  item_id?: string
  /** Of a file, the first row below the headers is 1. */
  row?: number
  /** The column of a file, by its place from 0. */
  column?: number
  cell?: string
}

export interface LongChange {
  company_id: number
  id: number
  user_id: number
  work: (typeof WORKS)[number]
  title: string
  asked: unknown
  file_key: string | null
  state: (typeof STATES)[number]
  total: number
  done: number
  counts: Counts
  problems: Problem[]
  correlation_id: string
  undo_by: number | null
  undo_total: number | null
  undo_done: number
  undo_before: number | null
  problem: string | null
  add_time: Date
  finish_time: Date | null
}

/** Without the ids, of which there may be many. */
export function columns(sql: Sql, alias: string): Fragment {
  const l = sql(alias)
  return sql`${l}.company_id, ${l}.id, ${l}.user_id, ${l}.work, ${l}.title, ${l}.asked, ${l}.file_key, ${l}.state, ${l}.total,
    ${l}.done, ${l}.counts, ${l}.problems, ${l}.correlation_id, ${l}.undo_by, ${l}.undo_total, ${l}.undo_done, ${l}.undo_before,
    ${l}.problem, ${l}.add_time, ${l}.finish_time`
}

export interface NewLongChange {
  work: LongChange['work']
  title: string
  asked: object
  state: 'draft' | 'waiting'
  total: number
  correlation_id: string
  ids?: readonly string[]
  file_key?: string
  expires_time?: Date
}

export async function insertLongChange(
  { sql, actor }: Crm,
  { asked, ids, ...given }: NewLongChange,
): Promise<LongChange> {
  const row = { company_id: actor.companyId, user_id: actor.userId, ...given }
  const [made] = await sql<LongChange[]>`
    insert into crm.long_change as l ${sql({
      ...row,
      asked: sql`${JSON.stringify(asked)}::text::jsonb`,
      ...(ids && { ids: sql`${ids}::text[]` }),
    })} returning ${columns(sql, 'l')}`
  if (!made) throw new Error('inserting a long change returned nothing')
  return made
}

/** The last ones that the caller has asked for; admins see those of everybody. */
export async function listLongChanges(
  { sql, actor }: Crm,
  work: LongChange['work'],
  limit: number,
): Promise<LongChange[]> {
  return sql<LongChange[]>`
    select ${columns(sql, 'l')} from crm.long_change l
    where l.company_id = ${actor.companyId} and l.work = ${work} ${own(sql, actor)} order by l.id desc limit ${limit}`
}

export async function requireLongChange(
  { sql, actor }: Crm,
  work: LongChange['work'],
  id: number,
  { lock = false } = {},
): Promise<LongChange> {
  const [found] = await sql<LongChange[]>`
    select ${columns(sql, 'l')} from crm.long_change l
    where l.company_id = ${actor.companyId} and l.id = ${id} and l.work = ${work} ${own(sql, actor)}
    ${lock ? sql`for update` : sql``}`
  if (!found) throw failure('missing', work === 'bulk' ? 'Bulk change not found' : 'Import not found')
  return found
}

function own(sql: Sql, { isAdmin, userId }: Crm['actor']): Fragment {
  return isAdmin ? sql`` : sql`and l.user_id = ${userId}`
}

/** Begins a draft, with what was decided about it since. */
export async function beginDraft({ sql }: Crm, { company_id, id }: LongChange, asked: object): Promise<LongChange> {
  const [begun] = await sql<LongChange[]>`
    update crm.long_change l set state = 'waiting', asked = ${JSON.stringify(asked)}::text::jsonb, turn_time = now(),
      expires_time = null
    where l.company_id = ${company_id} and l.id = ${id} and l.state = 'draft' returning ${columns(sql, 'l')}`
  if (!begun) throw failure('conflict', 'This import was begun already')
  return begun
}

/** Whoever works on it finds out with the next batch, which is not stored any more. */
export async function beginUndo(
  { sql, actor }: Crm,
  { company_id, id, correlation_id }: LongChange,
): Promise<LongChange> {
  const [lines] = await sql<{ count: number }[]>`
    select count(*)::integer as count from crm.change c
    where c.company_id = ${company_id} and c.correlation_id = ${correlation_id}`
  const [undone] = await sql<LongChange[]>`
    update crm.long_change l set state = 'undoing', undo_by = ${actor.userId}, undo_total = ${lines?.count ?? 0}, undo_done = 0, undo_before = null,
      problems = '[]', problem = null, failures = 0, running_by = null, running_until = null, turn_time = now(),
      finish_time = null, expires_time = null, ids = null
    where l.company_id = ${company_id} and l.id = ${id} returning ${columns(sql, 'l')}`
  if (!undone) throw failure('missing', 'It was removed meanwhile')
  return undone
}

export async function deleteLongChange(sql: Sql, { company_id, id }: Held): Promise<void> {
  const rows = await sql<{ file_key: string | null }[]>`
    delete from crm.long_change where company_id = ${company_id} and id = ${id} returning file_key`
  await removeFilesLater(
    sql,
    rows.flatMap(row => row.file_key ?? []),
  )
}

export type Held = Pick<LongChange, 'company_id' | 'id'>

/** Those whose time is over, of any company. */
export async function expiredLongChanges(sql: Sql, now: Date): Promise<Held[]> {
  return sql<Held[]>`
    /* all companies: what is old goes everywhere */
    select company_id, id from crm.long_change where expires_time < ${now} order by expires_time limit 500`
}
