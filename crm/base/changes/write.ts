import { assignments, type Fragment, type Row, fragment as sql } from '@portico/kit/database/sql'
import type { WireRow } from '../records/version.ts'
import { changeAsRead, differs, type Reply } from './asReadStore.ts'
import type { Author } from './author.ts'
import { changedRecords } from './changedRecords.ts'
import { gatheredInsert, gatheredUpdate } from './gatheredStore.ts'
import { logged } from './loggedStore.ts'
import { logLine, withoutNulls } from './logLine.ts'
import { requireTransaction } from './unlocked.ts'

/** Tables whose rows are records: with a version, an update time, and a life in the change log. */
export type RecordTable =
  | 'activity'
  | 'activity_type'
  | 'app_user'
  | 'call_log'
  | 'comment'
  | 'deal'
  | 'deal_installment'
  | 'deal_product'
  | 'file'
  | 'filter'
  | 'goal'
  | 'lead'
  | 'lead_label'
  | 'mail_message'
  | 'mail_thread'
  | 'note'
  | 'organization'
  | 'organization_relationship'
  | 'person'
  | 'pipeline'
  | 'product'
  | 'project'
  | 'project_board'
  | 'project_group'
  | 'project_phase'
  | 'project_template'
  | 'stage'
  | 'subscription'
  | 'task'

export type Values = Record<string, unknown>

export interface ChangeOptions {
  action?: 'updated' | 'deleted' | 'restored' | 'merged'
  /** What else to remember about the change. */
  facts?: object
  bulk?: boolean
  /** It has changed even if none of its fields has: what belongs to it has. */
  always?: boolean
  /** Parts of the record that live in other tables, before and after: the prices of a product. */
  beside?: { before?: object; after: object }
}

/** The columns that each line of the log has of its own. */
const ADDED = sql`entity_id, action, after`
const CHANGED = sql`entity_id, action, before, after`

/** What else may be said about a deletion. */
export type DeletionOptions = Pick<ChangeOptions, 'bulk' | 'facts'>

/**
 * Stores a new record and says so in the change log, in one statement. With `updateRecord` this is the only way
 * a record is written.
 */
export async function insertRecord<T extends Row>(
  crm: Author,
  table: RecordTable,
  values: Values,
  options: ChangeOptions = {},
): Promise<T> {
  const [stored] = await logged<T>(crm.sql, {
    write: sql`stored as (insert into crm.${sql(table)} ${newRow(crm, values)} returning *)`,
    line: logLine(crm, table, options),
    each: { columns: ADDED, rows: sql`id::text, 'added', ${recordOf(options)} from stored` },
    reply: sql`select * from stored`,
  })
  if (!stored) throw new Error(`inserting into ${table} returned nothing`)
  return stored
}

/**
 * The same, giving back the wire text of the record: its columns refer to the new row under the given alias.
 */
export async function insertRecordWire(
  crm: Author,
  table: RecordTable,
  values: Values,
  wire: { alias: string; columns: Fragment },
): Promise<WireRow & { id: number }> {
  const line = logLine(crm, table, {})
  const row = withoutNulls({ company_id: crm.actor.companyId, ...values })
  const alone = () => insertAlone(crm, table, row, line, wire)
  const stored = await (gatheredInsert(crm, table, row, line, wire, alone) ?? alone())
  if (crm.unlocked) crm.unlocked.hasWritten = true
  return stored
}

async function insertAlone(
  crm: Author,
  table: RecordTable,
  values: Values,
  line: Values,
  wire: { alias: string; columns: Fragment },
): Promise<WireRow & { id: number }> {
  const row = sql(wire.alias)
  const [stored] = await logged<WireRow & { id: number }>(crm.sql, {
    write: sql`${row} as (insert into crm.${sql(table)} ${sql(values)} returning *)`,
    line,
    each: { columns: ADDED, rows: sql`id::text, 'added', to_jsonb(${row}) from ${row}` },
    reply: sql`select ${row}.id, ${row}.version, row_to_json(w)::text as wire
      from ${row} cross join lateral (select ${wire.columns}) w`,
  })
  if (!stored) throw new Error(`inserting into ${table} returned nothing`)
  return stored
}

function newRow({ actor }: Author, values: Values): Fragment {
  return sql(withoutNulls({ company_id: actor.companyId, ...values }))
}

function recordBefore({ beside }: ChangeOptions): Fragment {
  return beside?.before ? sql`to_jsonb(old) || ${JSON.stringify(beside.before)}::text::jsonb` : sql`to_jsonb(old)`
}

/** The stored row as the log keeps it, with what lives beside it. */
function recordOf({ beside }: ChangeOptions): Fragment {
  return beside ? sql`to_jsonb(stored) || ${JSON.stringify(beside.after)}::text::jsonb` : sql`to_jsonb(stored)`
}

/**
 * Changes a record and appends the values it had to the change log, in one statement. An update that changes
 * nothing leaves no trace: no line in the log, the same version and update time. Gives back the record as it is now,
 * or undefined when there is none.
 */
export async function updateRecord<T extends Row>(
  crm: Author,
  table: RecordTable,
  id: number | string,
  values: Values,
  options: ChangeOptions = {},
): Promise<T | undefined> {
  const { facts: _, ...line } = logLine(crm, table, options)
  const gathered = gatheredUpdate<T>(crm, table, { id, values, facts: options.facts }, line, options)
  if (gathered) return gathered
  return changeOne<T>(crm, table, id, values, options, WHOLE_ROW)
}

/** The same, giving back the wire text of the record as it is now: its columns refer to the row under the given alias. */
export async function updateRecordWire(
  crm: Author,
  table: RecordTable,
  id: number | string,
  values: Values,
  options: ChangeOptions,
  wire: { alias: string; columns: Fragment },
): Promise<WireRow | undefined> {
  const row = sql(wire.alias)
  return changeOne<WireRow>(crm, table, id, values, options, {
    row,
    columns: sql`${row}.version, row_to_json(w)::text as wire`,
    joins: sql`cross join lateral (select ${wire.columns}) w`,
  })
}

async function changeOne<T extends Row>(
  crm: Author,
  table: RecordTable,
  id: number | string,
  values: Values,
  options: ChangeOptions,
  reply: Reply,
): Promise<T | undefined> {
  // What lives in other tables is written there as well.
  if (options.always || options.beside) requireTransaction(crm)
  if (crm.unlocked) return changeAsRead<T>(crm, crm.unlocked, { table, id }, values, options, reply)
  const [stored] = await change<T>(crm, table, sql`id = ${id}`, values, options, reply)
  return stored
}

/** The same for every record of the company that `which` refers to. */
export function updateRecords<T extends Row>(
  crm: Author,
  table: RecordTable,
  which: Fragment,
  values: Values,
  options: ChangeOptions = {},
): Promise<T[]> {
  requireTransaction(crm)
  return change<T>(crm, table, which, values, options)
}

const WHOLE_ROW: Reply = { row: sql`changed`, columns: sql`changed.*`, joins: sql`` }

function change<T extends Row>(
  crm: Author,
  table: RecordTable,
  which: Fragment,
  values: Values,
  options: ChangeOptions,
  { row, columns, joins }: Reply = WHOLE_ROW,
): Promise<T[]> {
  const { actor, now } = crm
  return logged<T>(crm.sql, {
    write: sql`old as (
      select * from crm.${sql(table)} where company_id = ${actor.companyId} and ${which} order by id for update
    ), stored as (
      update crm.${sql(table)} t set ${assignments({ update_time: now, ...values })}, version = t.version + 1
      from old where t.company_id = old.company_id and t.id = old.id and ${hasChanged(values, options)} returning t.*)`,
    line: logLine(crm, table, options),
    each: {
      columns: CHANGED,
      rows: sql`changed.id::text, ${options.action ?? 'updated'}, changed.before, changed.after
        from ${changedRecords({ before: recordBefore(options), after: recordOf(options) })}
        where ${options.always ? sql`true` : sql`changed.before <> '{}'`}`,
    },
    reply: sql`select ${columns} from (
        select * from stored union all select * from old where not exists (select from stored where stored.id = old.id)
      ) ${row} ${joins} order by ${row}.id`,
  })
}

/** Whether the record `t` has other values than the given ones, in its row or beside it. */
function hasChanged(values: Values, { beside, always }: ChangeOptions): Fragment {
  if (always) return sql`true`
  if (beside && JSON.stringify(beside.before) !== JSON.stringify(beside.after)) return sql`true`
  return differs(values)
}

/**
 * Removes a record for good; the change log keeps what it was. Gives back the record, or undefined when there is none.
 * For parts of other records (a product on a deal); what people call deleting a record is an update that can be undone.
 */
export async function deleteRecord<T extends Row>(
  crm: Author,
  table: RecordTable,
  id: number | string,
  options: Pick<ChangeOptions, 'facts' | 'bulk'> = {},
): Promise<T | undefined> {
  const [gone] = await logged<T>(crm.sql, {
    write: sql`gone as (
      delete from crm.${sql(table)} where company_id = ${crm.actor.companyId} and id = ${id} returning *)`,
    line: logLine(crm, table, options),
    each: { columns: sql`entity_id, action, before`, rows: sql`gone.id::text, 'deleted', to_jsonb(gone) from gone` },
    reply: sql`select * from gone`,
  })
  return gone
}
