import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { Keyset, ListRow } from '../../base/lists/cursor.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import { participants, participantsOf } from './participantsWire.ts'
import type { Doneness, Participant } from './rules.ts'
import { maySeeActivity } from './visibility.ts'

export interface ActivityRow extends Doneness {
  id: number
  version: number
  type: string
  subject: string
  deal_id: number | null
  lead_id: string | null
  person_id: number | null
  project_id: number | null
  org_id: number | null
  due_time: string | null
  is_deleted: boolean
}

/** An activity the caller may see, locked for the rest of the transaction. */
export async function lockActivity({ sql, actor }: Crm, id: number): Promise<ActivityRow> {
  const [activity] = await sql<ActivityRow[]>`
    select a.* from crm.activity a
    where a.company_id = ${actor.companyId} and a.id = ${id} and ${maySeeActivity(actor, 'a')} for update`
  if (!activity) throw failure('missing', 'Activity not found')
  return activity
}

export async function findParticipants({ sql, actor }: Crm, activityId: number): Promise<Participant[]> {
  return sql<Participant[]>`
    select p.person_id, p.is_primary as primary from crm.activity a cross join lateral ${participants} p
    where a.company_id = ${actor.companyId} and a.id = ${activityId} order by p.is_primary desc, p.person_id`
}

export interface ParticipantsOf {
  id: number
  participants: Participant[]
}

/** Who takes part in the activities that one of these persons takes part in. */
export async function participantsOfPersons(crm: Crm, personIds: readonly number[]): Promise<ParticipantsOf[]> {
  const { sql, actor } = crm
  const rows = await sql<{ id: number }[]>`
    select id from crm.activity where company_id = ${actor.companyId} and person_id = any(${personIds}::bigint[])
    union
    select activity_id from crm.activity_participant
    where company_id = ${actor.companyId} and person_id = any(${personIds}::bigint[]) order by id`
  return participantsOfActivities(
    crm,
    rows.map(row => row.id),
  )
}

export async function participantsOfActivities({ sql, actor }: Crm, ids: readonly number[]): Promise<ParticipantsOf[]> {
  return sql<ParticipantsOf[]>`
    select a.id, ${participantsOf('primary')} as participants from crm.activity a
    where a.company_id = ${actor.companyId} and a.id = any(${ids}::bigint[]) order by a.id`
}

export async function storeParticipants({ sql, actor }: Crm, activityId: number, taking: readonly Participant[]) {
  await sql`delete from crm.activity_participant where company_id = ${actor.companyId} and activity_id = ${activityId}`
  const rows = taking.map(({ person_id }) => ({ company_id: actor.companyId, activity_id: activityId, person_id }))
  if (rows.length > 0) await sql`insert into crm.activity_participant ${sql(rows)}`
}

/** The named type, or the first one; types that were deleted cannot be chosen any more. */
export async function findActivityType({ sql, actor }: Crm, key: string | undefined) {
  const [type] = await sql<{ key_string: string; name: string }[]>`
    select key_string, name from crm.activity_type
    where company_id = ${actor.companyId} and active ${key === undefined ? sql`` : sql`and key_string = ${key}`}
    order by order_nr, id limit 1`
  if (!type)
    throw failure('invalid', `type ${key} does not exist; GET /v1/activityTypes lists the key_string of each`, {
      field: 'type',
    })
  return type
}

export interface ActivityFilter {
  ids?: readonly number[] | undefined
  owner_id?: number | undefined
  deal_id?: number | undefined
  lead_id?: string | undefined
  person_id?: number | undefined
  org_id?: number | undefined
  done?: boolean | undefined
  types?: readonly string[] | undefined
  updated_since?: Date | undefined
  updated_until?: Date | undefined
}

/** One page of activities, `where` refers to `crm.activity a`; a row more than the limit tells of a next page. */
export async function listActivities(
  { sql, actor }: Crm,
  columns: Fragment,
  where: Fragment,
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, a.id, a.sort_key
    from (
      select a.*, ${page.sortKey} as sort_key from crm.activity a
      where a.company_id = ${actor.companyId} and ${where}
        and ${maySeeActivity(actor, 'a')} and ${page.after}
      order by ${page.orderBy} limit ${rowLimit(limit + 1)}
    ) a`
}

export function matching({ sql }: Crm, filter: ActivityFilter): Fragment {
  return sql`true
    ${filter.ids ? sql`and a.id = any(${filter.ids}::bigint[])` : sql``}
    ${filter.owner_id ? sql`and a.owner_id = ${filter.owner_id}` : sql``}
    ${filter.deal_id ? sql`and a.deal_id = ${filter.deal_id}` : sql``}
    ${filter.lead_id ? sql`and a.lead_id = ${filter.lead_id}` : sql``}
    ${filter.person_id ? sql`and a.person_id = ${filter.person_id}` : sql``}
    ${filter.org_id ? sql`and a.org_id = ${filter.org_id}` : sql``}
    ${filter.done === undefined ? sql`` : sql`and a.done = ${filter.done}`}
    ${filter.types ? sql`and a.type = any(${filter.types}::text[])` : sql``}
    ${filter.updated_since ? sql`and a.update_time >= ${filter.updated_since}` : sql``}
    ${filter.updated_until ? sql`and a.update_time < ${filter.updated_until}` : sql``}`
}
