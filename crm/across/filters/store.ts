import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { mayDo, requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import type { Conditions } from './conditions.ts'

export interface FilterRow {
  id: number
  name: string
  type: FilterType
  user_id: number
  visible_to: number
  conditions: Conditions
  active: boolean
  is_temporary: boolean
  custom_view_id: number | null
  add_time: Date
  update_time: Date | null
  last_used_time: Date | null
}

/** Filters that can be used. */
function visible(crm: Crm): Fragment {
  return crm.sql`f.active and ${shared(crm)}`
}

/** Filters are seen by those who made them and by those they are shared with. */
function shared({ sql, actor }: Crm): Fragment {
  return sql`f.company_id = ${actor.companyId} and ${maySeeFilter(actor)}`
}

/** The same by the columns of a filter alone. */
export function maySeeFilter(actor: Actor): Fragment {
  return fragment`(f.visible_to = 7 or f.user_id = ${actor.userId}
    or (f.visible_to in (3, 5) and f.user_id = any(${actor.sameGroup}::bigint[]))
    or (f.visible_to = 5 and f.user_id = any(${actor.groupsAbove}::bigint[])) or ${actor.isAdmin})`
}

export type ListedFilter = Omit<FilterRow, 'conditions'>

/** Every filter the caller may use. They are not paged, so their conditions, which can be long, stay in the database. */
export async function listFilters(crm: Crm, type?: FilterType): Promise<ListedFilter[]> {
  const { sql } = crm
  return sql<ListedFilter[]>`
    select ${listed} from crm.filter f where ${visible(crm)} ${type ? sql`and f.type = ${type}` : sql``} order by f.id`
}

/** Those of these ids that the caller may know of, deleted ones too. */
export async function filtersOfIds(crm: Crm, ids: readonly number[]): Promise<ListedFilter[]> {
  return crm.sql<ListedFilter[]>`
    select ${listed} from crm.filter f where ${shared(crm)} and f.id = any(${ids}::bigint[])`
}

const listed = fragment`f.id, f.name, f.type, f.user_id, f.visible_to, f.active, f.is_temporary, f.custom_view_id,
  f.add_time, f.update_time, f.last_used_time`

export async function findFilter(crm: Crm, id: number): Promise<FilterRow> {
  const { sql } = crm
  const [filter] = await sql<FilterRow[]>`select f.* from crm.filter f where f.id = ${id} and ${visible(crm)}`
  if (!filter) throw failure('missing', 'Filter not found', { field: 'filter_id' })
  return filter
}

/** A filter the caller may change: their own, or what others share with those who have the right to change it. */
export async function lockFilter(crm: Crm, id: number): Promise<FilterRow> {
  const { sql, actor } = crm
  const [filter] = await sql<FilterRow[]>`
    select f.* from crm.filter f where f.id = ${id} and ${visible(crm)} for update`
  if (!filter) throw failure('missing', 'Filter not found')
  if (!mayChange(actor, filter)) requireRight(crm, 'can_edit_shared_filters')
  return filter
}

/** Of those the caller may use. */
export function mayChange(actor: Actor, { user_id }: { user_id: number }): boolean {
  return user_id === actor.userId || actor.isAdmin || mayDo(actor, 'can_edit_shared_filters')
}

const OFTEN = 3_600_000

/** Notes that a filter is in use, at most once an hour. */
export async function noteUse({ sql, actor, now }: Crm, filter: FilterRow): Promise<void> {
  const { id, last_used_time } = filter
  if (last_used_time && now.getTime() - last_used_time.getTime() < OFTEN) return
  await sql`update crm.filter set last_used_time = ${now} where company_id = ${actor.companyId} and id = ${id}`
  filter.last_used_time = now
}

/** Told when filters of a company change; the payload is the company's id. */
export const FILTERS_CHANNEL = 'crm_filters'
