import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee, maySeeName } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Fields } from '../../base/fields/catalog.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { fieldValue } from '../../base/fields/declaration.ts'
import { lastActivity, nextActivity } from '../../work/activities/activityTotals.ts'
import type { RowColumn } from './columns.ts'
import { ROWS, type RowKind, type RowKindName } from './kinds.ts'

/** What a row shows, and what has to be joined with its record for that. */
export interface ShownRow {
  columns: Fragment
  joins: Fragment
}

/**
 * The wanted columns as v2 shows them, for the kind's table under its alias: fields that every company has beside each
 * other, those of the company's own in `custom_fields`, those of related records in `related`, and in `names` what the
 * named persons and organizations are called. PostgreSQL computes no value that is not among the wanted ones.
 */
export async function shownRow(crm: Crm, kind: RowKind, wanted: readonly RowColumn[]): Promise<ShownRow> {
  const own = wanted.filter(column => !column.isRelated)
  const shown: Fragment[] = [
    sql`${sql(kind.alias)}.id, ${sql(kind.alias)}.version, own.${sql(kind.title)}`,
    ...ownValues(crm, kind, own),
    sql`${customValues(kind.alias, own)} as custom_fields`,
  ]
  const joins: Fragment[] = [sql`cross join lateral (select ${kind.columns(await fieldsOf(crm, kind.name))}) own`]
  const named = wanted.flatMap(column => nameOf(crm.actor, column))
  const related: Fragment[] = []
  for (const of of Object.keys(kind.related) as RowKindName[]) {
    const columns = wanted.filter(column => column.of === of && column.isRelated)
    if (columns.length === 0) continue
    joins.push(relatedJoin(crm.actor, kind, of, await fieldsOf(crm, of)))
    related.push(sql`${of}::text, ${relatedObject(crm, of, columns)}`)
  }
  shown.push(sql`json_build_object(${joined(named, ', ')}) as names`)
  shown.push(sql`json_build_object(${joined(related, ', ')}) as related`)
  return { columns: joined(shown, ', '), joins: joined(joins, ' ') }
}

function ownValues(crm: Crm, kind: RowKind, columns: readonly RowColumn[]): Fragment[] {
  const system = columns.filter(({ field, code }) => !field.isCustom && code !== 'id' && code !== kind.title)
  const values = system.map(column => sql`${systemValue(crm, column, 'own')} as ${sql(column.field.key)}`)
  const codes = system.map(column => column.code)
  // An amount says nothing without its currency.
  if (kind.name === 'deal' && !codes.includes('currency')) values.push(sql`d.currency`)
  if (codes.includes('next_activity_date')) values.push(sql`${nextOf(crm.actor, kind)} as next_activity`)
  return values
}

/** `wire` is where the values of v2 are joined. */
function systemValue({ actor }: Crm, { of, field: { key }, declared }: RowColumn, wire: string): Fragment {
  const { alias, activityLink } = ROWS[of]
  const record = sql`(select ${sql(alias)}.company_id, ${sql(alias)}.id) record`
  if (key === 'next_activity_date' && activityLink)
    return sql`(select next.due_date from ${record} ${nextActivity(actor, activityLink, 'record')})`
  if (key === 'last_activity_date' && activityLink)
    return sql`(select last.due_date from ${record} ${lastActivity(actor, activityLink, 'record')})`
  return declared?.optional ? fieldValue(key, declared, alias) : sql`${sql(wire)}.${sql(key)}`
}

function nextOf(actor: Actor, { alias, activityLink }: RowKind): Fragment {
  if (!activityLink) return sql`null::json`
  return sql`(select json_build_object('id', next.id, 'type', next.type, 'subject', next.subject, 'due_date', next.due_date,
      'due_time', to_char(next.due_time, 'HH24:MI'))
    from (select ${sql(alias)}.company_id, ${sql(alias)}.id) record ${nextActivity(actor, activityLink, 'record')}
    where next.id is not null)`
}

function customValues(alias: string, columns: readonly RowColumn[]): Fragment {
  const pairs = columns
    .filter(({ field }) => field.isCustom)
    .map(({ field: { key } }) => sql`${key}::text, ${sql(alias)}.custom -> ${key}::text`)
  return sql`json_build_object(${joined(pairs, ', ')})`
}

/** The related record under the alias of its kind, if the caller may see it, and its values as v2 shows them. */
function relatedJoin(actor: Actor, kind: RowKind, of: RowKindName, fields: Fields): Fragment {
  const { alias, columns } = ROWS[of]
  const link = sql`${sql(kind.alias)}.${sql(kind.related[of] ?? 'id')}`
  return sql`left join crm.${sql(of)} ${sql(alias)} on ${sql(alias)}.company_id = ${sql(kind.alias)}.company_id
      and ${sql(alias)}.id = ${link} and not ${sql(alias)}.is_deleted and ${maySee(actor, of, alias)}
    cross join lateral (select ${columns(fields)}) ${sql(`its_${of}`)}`
}

function relatedObject(crm: Crm, of: RowKindName, columns: readonly RowColumn[]): Fragment {
  const system = columns
    .filter(({ field }) => !field.isCustom)
    .map(column => sql`, ${column.field.key}::text, ${systemValue(crm, column, `its_${of}`)}`)
  const { alias } = ROWS[of]
  return sql`case when ${sql(alias)}.id is not null then
    json_build_object('id', ${sql(alias)}.id ${joined(system, '')}, 'custom_fields', ${customValues(alias, columns)}) end`
}

/** Of fields that name a person or an organization: what it is called, if the caller may know. */
function nameOf(actor: Actor, { code, of, field, isRelated }: RowColumn): Fragment[] {
  const named = NAMED[field.type]
  if (!named || isRelated) return []
  const { alias } = ROWS[of]
  const id = field.isCustom
    ? sql`(${sql(alias)}.custom ->> ${field.key}::text)::bigint`
    : sql`${sql(alias)}.${sql(field.key)}`
  return [
    sql`${code}::text, (select named.name from crm.${sql(named)} named where named.company_id = ${sql(alias)}.company_id
      and named.id = ${id} and ${maySeeName(actor, named, 'named')})`,
  ]
}

/** Types of fields that name such a record. */
export const NAMED: Readonly<Record<string, 'person' | 'organization'>> = { people: 'person', org: 'organization' }
