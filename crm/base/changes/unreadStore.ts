import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { WireRow } from '../records/version.ts'
import { changedOf } from './asReadStore.ts'
import type { Author } from './author.ts'
import { keyOf } from './gatheredStore.ts'
import { logged } from './loggedStore.ts'
import { logLine } from './logLine.ts'

type Values = Record<string, unknown>
type Wire = WireRow & { id: number }

interface Change {
  id: number
  values: Values
  correlation_id: unknown
}

export interface Unread {
  /** Whether the caller may see the record `old`. */
  maySee: Fragment
  /** What else the change depends on, asked once `old` is locked. */
  conditions: readonly Fragment[]
  /** What is shown of it, under the given alias. */
  alias: string
  columns: Fragment
}

/**
 * Changes a record that nobody has read, for values that depend on nothing that is in it: one statement, and one for all
 * calls of the same user that change the same columns at the same moment. Undefined where nothing was written, since the record is
 * missing or deleted, does not fulfil the conditions, has the values already, is held by somebody else, or is changed by another of
 * these calls: who reads it then finds out which.
 */
export async function changeUnread(
  crm: Author,
  table: string,
  id: number,
  values: Values,
  unread: Unread,
): Promise<WireRow | undefined> {
  if (!crm.unlocked || crm.unlocked.hasWritten || !crm.together) return undefined
  const { correlation_id, ...line } = logLine(crm, table, {})
  const { maySee, conditions, alias, columns } = unread
  const key = `change ${table} ${Object.keys(values)} ${JSON.stringify(line)} ${alias} ${[columns, maySee, ...conditions].map(keyOf)}`
  const change = { id, values: { ...values, update_time: crm.now }, correlation_id }
  const changed = await crm.together.call<Change, Wire | undefined>(key, change, changes =>
    changeRows(crm, table, changes, Object.keys(values), line, unread),
  )
  if (changed) crm.unlocked.hasWritten = true
  return changed
}

async function changeRows(
  crm: Author,
  table: string,
  changes: readonly Change[],
  names: readonly string[],
  line: Values,
  { maySee, conditions, alias, columns }: Unread,
): Promise<(Wire | undefined)[]> {
  // Of two changes of one record in one statement PostgreSQL would make one.
  const first = new Map(changes.toReversed().map(change => [change.id, change]))
  const made = [...first.values()]
  const given = JSON.stringify(made.map(({ id, values }) => ({ ...values, id })))
  const correlated = made.map(({ correlation_id }) => correlation_id ?? null)
  const listed = (piece: (column: Fragment) => Fragment, between: string) =>
    joined(
      names.map(name => piece(sql(name))),
      between,
    )
  const before = listed(column => sql`old.${column}`, ', ')
  const values = listed(column => sql`${column} = given.${column}`, ', ')
  const differs = listed(column => sql`t.${column} is distinct from given.${column}`, ' or ')
  const row = sql(alias)
  const rows = await logged<Wire>(crm.sql, {
    write: sql`given as materialized (
      select "unnest" as correlation_id, id, update_time, ${listed(column => column, ', ')}
      from rows from (jsonb_populate_recordset(null::crm.${sql(table)}, ${given}::text::jsonb), unnest(${correlated}::text[]))
    ), old as materialized (
      select old.company_id, old.id, ${before} from crm.${sql(table)} old
      where old.company_id = ${crm.actor.companyId} and old.id = any(${[...first.keys()]}::bigint[])
        and not old.is_deleted and ${maySee}
      order by old.id for update of old skip locked
    ), stored as (
      update crm.${sql(table)} t set ${values}, update_time = given.update_time, version = t.version + 1
      from old join given on given.id = old.id
      where t.company_id = old.company_id and t.id = old.id and ${joined([sql`(${differs})`, ...conditions], ' and ')}
      returning t.*)`,
    line,
    each: {
      columns: sql`correlation_id, entity_id, action, before, after`,
      rows: sql`given.correlation_id, stored.id::text, 'updated', ${changedOf(names)}, to_jsonb(stored)
        from stored join old on old.id = stored.id join given on given.id = stored.id order by stored.id`,
    },
    reply: sql`select ${row}.id, ${row}.version, row_to_json(w)::text as wire
      from stored ${row} cross join lateral (select ${columns}) w`,
  })
  const byId = new Map(rows.map(stored => [stored.id, stored]))
  return changes.map(change => (first.get(change.id) === change ? byId.get(change.id) : undefined))
}
