import { columnsOf, type Fragment, isFragment, joined, type Row, fragment as sql } from '@portico/kit/database/sql'
import type { WireRow } from '../records/version.ts'
import type { Author } from './author.ts'
import { changedRecords } from './changedRecords.ts'
import { logged } from './loggedStore.ts'

/*
 * The statements of `write.ts` for many records at once, when there are others to wait for. Rows are sent as JSON, which
 * PostgreSQL reads by the types of the columns: one text for any number of rows, prepared once.
 */

type Values = Record<string, unknown>
type Wire = WireRow & { id: number }

interface Insert {
  values: Values
  correlation_id: unknown
}

/**
 * Stores a new record together with others of the same columns and by the same user; undefined when it has to be stored
 * alone. `alone` is what is done when no other has come.
 */
export function gatheredInsert(
  crm: Author,
  table: string,
  values: Values,
  { correlation_id, ...line }: Values,
  wire: { alias: string; columns: Fragment },
  alone: () => Promise<Wire>,
): Promise<Wire> | undefined {
  const gather = crm.gather ?? crm.together
  if (!gather || Object.values(values).some(isFragment) || !NUMBERED.has(table)) return undefined
  const key = `insert ${table} ${Object.keys(values)} ${JSON.stringify(line)} ${wire.alias} ${keyOf(wire.columns)}`
  return gather.call<Insert, Wire>(key, { values, correlation_id }, async inserts =>
    inserts.length === 1 ? [await alone()] : insertRows(crm, table, inserts, line, wire),
  )
}

/** Whose ids are numbers that the database gives. */
const NUMBERED: ReadonlySet<string> = new Set(['deal', 'person', 'organization', 'product'])

/** Ids are drawn first, so that each record is known by its place. */
function insertRows(
  crm: Author,
  table: string,
  inserts: readonly Insert[],
  line: Values,
  { alias, columns }: { alias: string; columns: Fragment },
): Promise<Wire[]> {
  const row = sql(alias)
  const names = columnsOf(inserts[0]?.values ?? {})
  const rows = JSON.stringify(inserts.map(({ values }) => values))
  const correlated = inserts.map(({ correlation_id }) => correlation_id ?? null)
  return logged<Wire>(crm.sql, {
    write: sql`given as materialized (
      select nextval((select pg_get_serial_sequence(${`crm.${table}`}, 'id')::regclass)) as new_id, ordinality as nr, "unnest" as correlation_id, ${names}
      from rows from (jsonb_populate_recordset(null::crm.${sql(table)}, ${rows}::text::jsonb),
        unnest(${correlated}::text[])) with ordinality),
    ${row} as (
      insert into crm.${sql(table)} (id, ${names}) select new_id, ${names} from given order by nr returning *)`,
    line,
    each: {
      columns: sql`correlation_id, entity_id, action, after`,
      rows: sql`given.correlation_id, ${row}.id::text, 'added', to_jsonb(${row})
        from ${row} join given on given.new_id = ${row}.id order by ${row}.id`,
    },
    reply: sql`select ${row}.id, ${row}.version, row_to_json(w)::text as wire
      from ${row} join given on given.new_id = ${row}.id cross join lateral (select ${columns}) w order by given.nr`,
  })
}

interface Update {
  id: number | string
  values: Values
  facts: object | undefined
  /** What lives in other tables, for the log. */
  beside?: object | undefined
}

/** Changes a record together with others whose same columns change; undefined when it has to be changed alone. */
export function gatheredUpdate<T extends Row>(
  crm: Author,
  table: string,
  update: Update,
  line: Values,
  { action = 'updated', always = false, beside }: GatheredOptions,
): Promise<T | undefined> | undefined {
  if (!crm.gather || (beside && JSON.stringify(beside.before) !== JSON.stringify(beside.after))) return undefined
  const columns = Object.entries(update.values).map(([name, value]) => (isFragment(value) ? keyOf(value) : name))
  const key = `update ${table} ${action} ${always} ${JSON.stringify(line)} ${beside !== undefined} ${columns}`
  const options = { action, always }
  return crm.gather.call<Update, T | undefined>(key, { ...update, beside: beside?.after }, updates =>
    updateRows(crm, table, updates, line, options),
  )
}

interface GatheredOptions {
  action?: string
  always?: boolean
  beside?: { before?: object; after: object }
}

async function updateRows<T extends Row>(
  crm: Author,
  table: string,
  updates: readonly Update[],
  line: Values,
  { action, always }: { action: string; always: boolean },
): Promise<(T | undefined)[]> {
  const { actor, now } = crm
  const [first] = updates
  // Of two updates of one row in one statement PostgreSQL would do one.
  if (new Set(updates.map(({ id }) => id)).size < updates.length)
    throw new Error(`one ${table} is updated twice at once`)
  const changed: Values = { update_time: now, ...first?.values }
  const given = JSON.stringify(updates.map(({ id, values }) => ({ update_time: now, ...plain(values), id })))
  const along = JSON.stringify(Object.fromEntries(updates.map(({ id, facts, beside }) => [id, { facts, beside }])))
  const after = first?.beside && sql`to_jsonb(stored) || (${alongOf('stored', 'beside')})`
  const to = (name: string) => (isFragment(changed[name]) ? changed[name] : sql`given.${sql(name)}`)
  const names = Object.keys(changed)
  const differs = Object.keys(first?.values ?? {}).map(name => sql`t.${sql(name)} is distinct from ${to(name)}`)
  const rows = await logged<T>(crm.sql, {
    write: sql`given as materialized (
      select * from jsonb_populate_recordset(null::crm.${sql(table)}, ${given}::text::jsonb)
    ), along as materialized (
      select key as id, value from jsonb_each(${along}::text::jsonb)
    ), old as (
      select * from crm.${sql(table)} where company_id = ${actor.companyId} and id in (select id from given)
      order by id for update
    ), stored as (
      update crm.${sql(table)} t set ${joined(
        names.map(name => sql`${sql(name)} = ${to(name)}`),
        ', ',
      )}, version = t.version + 1
      from old join given on given.id = old.id
      where t.company_id = old.company_id and t.id = old.id and (${always ? sql`true` : joined([sql`false`, ...differs], ' or ')})
      returning t.*)`,
    line,
    each: {
      columns: sql`entity_id, action, facts, before, after`,
      rows: sql`changed.id::text, ${action}, (${alongOf('changed', 'facts')}), changed.before, changed.after
        from ${changedRecords(after && { after })}
        where ${always ? sql`true` : sql`changed.before <> '{}'`} order by changed.id`,
    },
    reply: sql`select * from stored
      union all select * from old where not exists (select from stored where stored.id = old.id)`,
  })
  const byId = new Map(rows.map(row => [String(row.id), row]))
  return updates.map(({ id }) => byId.get(String(id)))
}

/** What is said about a record beside its columns, read once for all of them. */
function alongOf(record: string, part: 'facts' | 'beside'): Fragment {
  return sql`select along.value -> ${part} from along where along.id = ${sql(record)}.id::text`
}

function plain(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isFragment(value) ? null : value]))
}

/** Pieces of SQL with the same values in them are the same. Columns that are shown are made once and used again. */
export function keyOf(piece: Fragment): string {
  const known = keys.get(piece)
  if (known !== undefined) return known
  const key = JSON.stringify([piece.texts, piece.values])
  keys.set(piece, key)
  return key
}

const keys = new WeakMap<Fragment, string>()
