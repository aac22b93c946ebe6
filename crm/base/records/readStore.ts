import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Actor } from '../access/actor.ts'
import type { Crm } from '../api/context.ts'
import { recordAt } from '../changes/past.ts'
import type { RecordTable } from '../changes/write.ts'
import type { FieldEntity } from '../fields/catalog.ts'
import { fieldsOf } from '../fields/check.ts'
import { type FieldsShown, showV2 } from '../fields/v2/show.ts'
import { type Narrowing, narrowed } from '../lists/conditions.ts'
import { asIs, keyset, orderOf, type SortQuery } from '../lists/cursor.ts'
import { keysetPage } from '../lists/cursorStore.ts'
import { rowLimit } from '../lists/limit.ts'
import { readMoment } from './time.ts'
import { oneRecord, type WireRow } from './version.ts'

/** How records of a kind are read: in v2, and in v1 where its lists are walked by cursor too. */
export interface ReadKind<Included extends string> {
  /** For the message when it is missing: `Deal`. */
  name: string
  table: RecordTable
  /** What all SQL about it calls the table: `d` for `crm.deal d`. */
  alias: string
  /** Whose custom fields callers choose from; none when left out. */
  customFieldsOf?: FieldEntity
  maySee(actor: Actor): Fragment
  /**
   * The columns on the wire with what `include_fields` adds, and what has to be joined for that. For a record of the
   * past, `then` is all of it as the log keeps it, parts that live in other tables included.
   */
  select(
    crm: Crm,
    include: readonly Included[] | undefined,
    then?: Fragment,
  ): Promise<{ columns: Fragment; joins: Fragment }>
  /** How the log calls what lives in another table: `prices`. */
  besideIt?: string
  /** What of `include_fields` is in the record itself, so that the log knows how it was. */
  includedInLog?: readonly Included[]
}

export interface Shown<Included extends string = string> extends FieldsShown {
  include_fields?: readonly Included[] | undefined
  as_of?: string | undefined
}

export interface PageQuery<Included extends string> extends Shown<Included>, SortQuery, Narrowing {
  limit?: number | undefined
  cursor?: string | undefined
}

/** One record, several, and one page of a list walked by cursor, for every kind that has them. */
export function recordReads<T, Included extends string = string>(kind: ReadKind<Included>) {
  const { name, table, alias, customFieldsOf, maySee, select } = kind

  async function shownAs(crm: Crm, query: FieldsShown): Promise<(wire: string) => string> {
    return customFieldsOf ? showV2(crm, customFieldsOf, query) : asIs
  }

  /** A record the caller may see, deleted ones included; 404 for any other. */
  async function one(crm: Crm, id: number, query: Shown<Included> = {}): Promise<Answered<T>> {
    if (query.as_of !== undefined) return oneOfThePast(crm, id, query, readMoment(query.as_of, 'as_of'))
    const { sql, actor } = crm
    const record = sql(alias)
    const show = await shownAs(crm, query)
    const { columns, joins } = await select(crm, query.include_fields)
    const [row] = await sql<WireRow[]>`
      select row_to_json(w)::text as wire, ${record}.version
      from crm.${sql(table)} ${record} ${joins} cross join lateral (select ${columns}) w
      where ${record}.company_id = ${actor.companyId} and ${record}.id = ${id} and ${maySee(actor)}`
    return oneRecord<T>(row && { ...row, wire: show(row.wire) }, name)
  }

  /**
   * A record as it stood at a time, out of the log; who may see it is decided by how it is now. 404 when it was not
   * there yet.
   */
  async function oneOfThePast(crm: Crm, id: number, query: Shown<Included>, time: string): Promise<Answered<T>> {
    const { sql, actor } = crm
    const counted = query.include_fields?.find(included => !kind.includedInLog?.includes(included))
    if (counted !== undefined)
      throw failure('invalid', `include_fields cannot have ${counted} together with as_of: the log does not know it`, {
        field: 'include_fields',
      })
    const record = sql(alias)
    const [seen] = await sql`
      select from crm.${sql(table)} ${record}
      where ${record}.company_id = ${actor.companyId} and ${record}.id = ${id} and ${maySee(actor)}`
    if (!seen) throw failure('missing', `${name} not found`)
    const show = await shownAs(crm, query)
    const { columns, joins } = await select(crm, query.include_fields, sql`past.record`)
    const keys = customFieldsOf && (await fieldsOf(crm, customFieldsOf)).custom.map(field => field.key)
    const [row] = await sql<WireRow[]>`
      select row_to_json(w)::text as wire, ${record}.version
      from crm.${sql(table)} here
      cross join lateral (${recordAt(table, id, time, { keys, besideIt: kind.besideIt })}) past
      cross join lateral jsonb_populate_record(here, past.record) ${record} ${joins}
      cross join lateral (select ${columns}) w
      where here.company_id = ${actor.companyId} and here.id = ${id}`
    if (!row) throw failure('missing', `${name} was added after ${query.as_of}`)
    return oneRecord<T>({ ...row, wire: show(row.wire) }, name)
  }

  /** One page of the records that fulfil `where`: first the rows by their index, then what is shown of each. */
  async function page(crm: Crm, where: Fragment, query: PageQuery<Included>): Promise<Answered<T[]>> {
    const { sql, actor } = crm
    const { limit = 100, cursor } = query
    const record = sql(alias)
    const show = await shownAs(crm, query)
    const { columns, joins } = await select(crm, query.include_fields)
    const { sortKey, orderBy, after } = keyset(orderOf(query), cursor, alias)
    const rows = sql`
      select row_to_json(w)::text as wire, ${record}.id, ${record}.sort_key
      from (
        select ${record}.*, ${sortKey} as sort_key from crm.${sql(table)} ${record}
        where ${record}.company_id = ${actor.companyId} and ${where} and ${narrowed(alias, query)}
          and ${maySee(actor)} and ${after}
        order by ${orderBy} limit ${rowLimit(limit + 1)}
      ) ${record} ${joins} cross join lateral (select ${columns}) w
      order by ${orderBy}`
    return keysetPage<T>(crm, rows, limit, show)
  }

  /** Those of these ids that the caller may see, deleted ones included, as texts by their ids. */
  async function several(crm: Crm, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { sql, actor } = crm
    const record = sql(alias)
    const show = await shownAs(crm, {})
    const { columns, joins } = await select(crm, undefined)
    const rows = await sql<{ id: number; wire: string }[]>`
      select row_to_json(w)::text as wire, ${record}.id
      from crm.${sql(table)} ${record} ${joins} cross join lateral (select ${columns}) w
      where ${record}.company_id = ${actor.companyId} and ${record}.id = any(${ids}::text[]::bigint[]) and ${maySee(actor)}`
    return new Map(rows.map(row => [String(row.id), show(row.wire)]))
  }

  return { one, page, several }
}
