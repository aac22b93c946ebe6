import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee, maySeeName } from '../../base/access/visibility.ts'
import type { Comparison } from '../../base/fields/declaration.ts'
import { rottenTime } from '../../sales/deals/rotting.ts'
import { weightedOf } from '../../sales/deals/weighted.ts'
import type { ActivityLink } from '../../work/activities/activityTotals.ts'
import { maySeeActivity } from '../../work/activities/visibility.ts'
import { operandOf } from '../filters/operand.ts'
import type { RowColumn } from './columns.ts'
import { ROW, ROWS, type RowKind, type RowKindName } from './kinds.ts'
import { NAMED } from './shown.ts'

/** What rows are sorted by: a value of the record `r` or of one joined with it. Rows without it come last. */
export interface SortKey {
  value: Fragment
  type: KeyType
  join: Fragment
  /** No record is without it. */
  isAlwaysThere: boolean
  /** It is costly: to be computed once for each row, before the rows are sorted. */
  isComputed: boolean
}

export type KeyType = 'text' | 'numeric' | 'timestamptz' | 'date' | 'time' | 'boolean' | 'bigint'

const NO_JOIN = sql``

/** Undefined when rows cannot be sorted by the column. */
export function sortKey(actor: Actor, kind: RowKind, column: RowColumn): SortKey | undefined {
  const { of, field, isRelated } = column
  const alias = isRelated ? 'related' : ROW
  const join = isRelated ? relatedJoin(actor, kind, of) : NO_JOIN
  if (!isRelated && field.key === 'id')
    return { value: sql`r.id`, type: 'bigint', join, isAlwaysThere: true, isComputed: false }
  const link = linkKey(actor, column, alias)
  if (link) return { ...link, join: sql`${join} ${link.join}` }
  if (INDEXED.has(field.key)) {
    const value = sql`${sql(alias)}.${sql(field.key)}`
    const rest = { join, isAlwaysThere: !isRelated, isComputed: false }
    return field.type === 'varchar'
      ? { value: sql`lower(${value})`, type: 'text', ...rest }
      : { value, type: 'timestamptz', ...rest }
  }
  const gathered = activityKey(actor, column, alias) ?? countKey(actor, column, alias) ?? stageKey(column)
  if (gathered) return { ...gathered, join: sql`${join} ${gathered.join}` }
  const key = optionKey(column, alias) ?? valueKey(column, alias)
  const isComputed = column.declared?.computed !== undefined || field.type === 'price_list'
  return key && { ...key, join, isAlwaysThere: false, isComputed }
}

/** Fields that every record has, and that an index sorts. */
const INDEXED: ReadonlySet<string> = new Set(['name', 'title', 'add_time', 'update_time'])

function relatedJoin(actor: Actor, kind: RowKind, of: RowColumn['of']): Fragment {
  return sql`left join crm.${sql(of)} related on related.company_id = r.company_id
    and related.id = r.${sql(kind.related[of] ?? 'id')} and not related.is_deleted and ${maySee(actor, of, 'related')}`
}

/** Named records by their names, stages and pipelines by their places. */
function linkKey(actor: Actor, { field }: RowColumn, alias: string): SortKey | undefined {
  const id = field.isCustom
    ? sql`(${sql(alias)}.custom ->> ${field.key}::text)::bigint`
    : sql`${sql(alias)}.${sql(field.key === 'creator_user_id' ? 'creator_id' : field.key)}`
  const joinedWith = (table: string, more: Fragment = sql``) => sql`left join crm.${sql(table)} named
    on named.company_id = r.company_id and named.id = ${id} ${more}`
  const named = NAMED[field.type]
  if (named) return byName(joinedWith(named, sql`and not named.is_deleted and ${maySeeName(actor, named, 'named')}`))
  if (field.type === 'user') return byName(joinedWith('app_user'))
  if (field.type !== 'stage' && field.type !== 'pipeline') return undefined
  return {
    value: sql`named.order_nr::bigint`,
    type: 'bigint',
    join: joinedWith(field.type),
    isAlwaysThere: false,
    isComputed: false,
  }
}

function byName(join: Fragment): SortKey {
  return { value: sql`lower(named.name)`, type: 'text', join, isAlwaysThere: false, isComputed: false }
}

/** What follows from the stage of a deal; joined once with the few stages there are instead of looked up for each deal. */
function stageKey({ of, field: { key, isCustom } }: RowColumn): SortKey | undefined {
  if (of !== 'deal' || isCustom || (key !== 'weighted_value' && key !== 'rotten_time')) return undefined
  const join = sql`join crm.stage stage on stage.company_id = r.company_id and stage.id = r.stage_id
    join crm.pipeline pipeline on pipeline.company_id = stage.company_id and pipeline.id = stage.pipeline_id`
  return key === 'weighted_value'
    ? { value: sql`(${weightedOf(ROW)})::numeric`, type: 'numeric', join, isAlwaysThere: false, isComputed: true }
    : { value: rottenTime(ROW, 'stage'), type: 'timestamptz', join, isAlwaysThere: false, isComputed: true }
}

type Key = Pick<SortKey, 'value' | 'type'>

/** The next or the last activity among those that the caller may see; of all records at once, which is quicker. */
function activityKey(actor: Actor, { of, field: { key } }: RowColumn, alias: string): SortKey | undefined {
  const { activityLink } = ROWS[of]
  if (!activityLink || (key !== 'next_activity_date' && key !== 'last_activity_date')) return undefined
  const [date, isMeant] =
    key === 'next_activity_date' ? [sql`min(a.due_date)`, sql`not a.done`] : [sql`max(a.due_date)`, sql`a.done`]
  const join = sql`left join (select a.${sql(activityLink)} as record_id, ${date} as due_date from crm.activity a
      where a.company_id = ${actor.companyId} and a.${sql(activityLink)} is not null and ${isMeant} and not a.is_deleted
        and ${maySeeActivity(actor, 'a', 'thousands')} group by 1) dated
    on dated.record_id = ${sql(alias)}.id`
  return { value: sql`dated.due_date`, type: 'date', join, isAlwaysThere: false, isComputed: false }
}

/** How many records name each, counted for all at once. */
function countKey(actor: Actor, { of, field: { key } }: RowColumn, alias: string): SortKey | undefined {
  const counted = COUNTED[of]?.[key]
  if (!counted) return undefined
  const [table, link, isMeant] = counted
  const join = sql`left join (select x.${sql(link)} as record_id, count(*) as found from crm.${sql(table)} x
      where x.company_id = ${actor.companyId} and x.${sql(link)} is not null and ${isMeant} group by 1) counted
    on counted.record_id = ${sql(alias)}.id`
  return {
    value: sql`coalesce(counted.found, 0)`,
    type: 'bigint',
    join,
    isAlwaysThere: false,
    isComputed: false,
  }
}

type Counted = readonly [table: string, link: string, isMeant: Fragment]

const COUNTED: Partial<Record<RowKindName, Readonly<Record<string, Counted>>>> = {
  deal: {
    ...activityCounts('deal_id'),
    ...followerCount('deal'),
    products_count: ['deal_product', 'deal_id', sql`true`],
    participants_count: ['participant', 'deal_id', sql`true`],
  },
  person: { ...activityCounts('person_id'), ...followerCount('person'), ...dealCounts('person_id') },
  organization: {
    ...activityCounts('org_id'),
    ...followerCount('organization'),
    ...dealCounts('org_id'),
    people_count: ['person', 'org_id', sql`not x.is_deleted`],
  },
}

function activityCounts(link: ActivityLink): Record<string, Counted> {
  return {
    activities_count: ['activity', link, sql`not x.is_deleted`],
    done_activities_count: ['activity', link, sql`not x.is_deleted and x.done`],
    undone_activities_count: ['activity', link, sql`not x.is_deleted and not x.done`],
  }
}

function followerCount(entity: string): Record<string, Counted> {
  return { followers_count: ['follower', 'entity_id', sql`x.entity = ${entity}`] }
}

function dealCounts(link: string): Record<string, Counted> {
  return {
    open_deals_count: ['deal', link, sql`x.status = 'open'`],
    closed_deals_count: ['deal', link, sql`x.status in ('won', 'lost')`],
    won_deals_count: ['deal', link, sql`x.status = 'won'`],
    lost_deals_count: ['deal', link, sql`x.status = 'lost'`],
  }
}

/** Options in the order that the company gave them; of several the first counts. */
function optionKey({ field, declared }: RowColumn, alias: string): Key | undefined {
  if (field.options.length === 0 || declared?.comparedAs === 'word' || (field.type !== 'enum' && field.type !== 'set'))
    return undefined
  const ids = field.options.map(option => option.id)
  const record = sql(alias)
  const chosen = field.isCustom
    ? field.type === 'set'
      ? sql`(${record}.custom -> ${field.key}::text ->> 0)::bigint`
      : sql`(${record}.custom ->> ${field.key}::text)::bigint`
    : field.type === 'set'
      ? sql`${record}.${sql(field.key)}[1]`
      : sql`${record}.${sql(declared?.column ?? field.key)}::bigint`
  return { value: sql`array_position(${ids}::bigint[], ${chosen})::bigint`, type: 'bigint' }
}

/** The value that filters compare. */
function valueKey({ of, field }: RowColumn, alias: string): Key | undefined {
  if (field.type === 'price_list')
    return {
      value: sql`(select x.price from crm.product_price x where x.company_id = ${sql(alias)}.company_id
        and x.product_id = ${sql(alias)}.id and x.variation_id = 0 order by x.currency limit 1)`,
      type: 'numeric',
    }
  const operand = operandOf(of, field, alias)
  const type = operand && TYPES[operand.kind]
  if (!operand || !type) return undefined
  if (operand.kind === 'contacts') return { value: sql`lower(${operand.value} -> 0 ->> 'value')`, type }
  if (operand.kind === 'set') return { value: sql`(${operand.value})[1]`, type }
  if (type === 'text') return { value: sql`nullif(lower(${operand.value}), '')`, type }
  return { value: type === 'numeric' ? sql`(${operand.value})::numeric` : operand.value, type }
}

const TYPES: Partial<Record<Comparison, KeyType>> = {
  text: 'text',
  word: 'text',
  address: 'text',
  contacts: 'text',
  set: 'text',
  number: 'numeric',
  id: 'numeric',
  boolean: 'boolean',
  moment: 'timestamptz',
  days: 'timestamptz',
  clock: 'time',
  hours: 'time',
}
