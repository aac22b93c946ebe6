import { failure } from '@portico/kit/failure'
import type { Row } from '@portico/kit/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { logChange, type RecordTable, updateRecord, updateRecords, type Values } from '../../base/changes/write.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { customHolds } from '../../base/fields/values.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { requireMatch } from '../../base/records/version.ts'
import { moveRelationships } from '../../contacts/relationships/moveRelationships.ts'
import { moveDiscounts } from '../../sales/dealProducts/copyDiscounts.ts'
import { dealSetting } from '../../sales/dealProducts/store.ts'
import { syncDealValue } from '../../sales/dealProducts/value.ts'
import { taxAlike } from '../../sales/dealProducts/write.ts'
import { moveSubscription } from '../../sales/subscriptions/moveSubscription.ts'
import { moveAttendees } from '../../work/activities/moveAttendees.ts'

export type MergedEntity = 'deal' | 'person' | 'organization'

/** How two records of a kind become one: what fills the gaps of the survivor, and what moves to it. */
interface Merge {
  /** Columns the survivor takes when its own are empty. */
  fill: readonly string[]
  /** Lists the survivor adds to its own. */
  join: readonly string[]
  /** Records that name the merged one. */
  moves: readonly (readonly [table: RecordTable, column: string])[]
  /** Links of which there may be one for each partner. */
  links: readonly (readonly [table: string, column: string, partner: string])[]
}

const MERGES: Record<MergedEntity, Merge> = {
  deal: {
    fill: [
      'person_id',
      'org_id',
      'expected_close_date',
      'probability',
      'origin_id',
      'channel',
      'channel_id',
      'source_lead_id',
      'label_ids',
    ],
    join: [],
    moves: [
      ['activity', 'deal_id'],
      ['deal_product', 'deal_id'],
      ['deal_installment', 'deal_id'],
      ['file', 'deal_id'],
    ],
    links: [['participant', 'deal_id', 'person_id']],
  },
  person: {
    // First and last name are the survivor's own, as they make up its name.
    fill: ['org_id', 'postal_address', 'notes', 'birthday', 'job_title', 'picture_id', 'label_ids'],
    join: ['emails', 'phones', 'im'],
    moves: [
      ['deal', 'person_id'],
      ['lead', 'person_id'],
      ['activity', 'person_id'],
      ['file', 'person_id'],
    ],
    links: [
      ['participant', 'person_id', 'deal_id'],
      ['activity_participant', 'person_id', 'activity_id'],
    ],
  },
  organization: {
    fill: ['address', 'website', 'linkedin', 'industry', 'annual_revenue', 'employee_count', 'picture_id', 'label_ids'],
    join: [],
    moves: [
      ['person', 'org_id'],
      ['deal', 'org_id'],
      ['lead', 'organization_id'],
      ['activity', 'org_id'],
      ['file', 'org_id'],
    ],
    links: [],
  },
}

/**
 * Merges a record into another of its kind. The survivor keeps its values, its empty ones are filled, everything
 * related moves to it, and the merged record is deleted.
 */
export async function mergeRecords(crm: Crm, entity: MergedEntity, id: number, into: number): Promise<void> {
  if (id === into) throw failure('invalid', 'merge_with_id must name another record', { field: 'merge_with_id' })
  const { merged, survivor } = await lockBoth(crm, entity, id, into)
  requireMatch(crm, merged.version)
  const { moves, links } = MERGES[entity]
  const { taxMethod } = entity === 'deal' ? await dealSetting(crm, into) : {}
  for (const [table, column] of moves)
    await updateRecords(crm, table, crm.sql`${crm.sql(column)} = ${id}`, { [column]: into }, { bulk: true })
  for (const [table, column, partner] of links) await moveLinks(crm, table, column, partner, id, into)
  await moveFollowers(crm, entity, id, into)
  if (entity === 'deal') {
    await taxAlike(crm, into, taxMethod)
    await moveDiscounts(crm, id, into)
    await moveSubscription(crm, id, into)
    await keepPerson(crm, merged, survivor)
  }
  if (entity === 'organization') await moveRelationships(crm, id, into)
  if (entity === 'person') await moveAttendees(crm, id, into)
  await updateRecord(crm, entity, into, filled(entity, survivor, merged), { facts: { merged_from_id: id } })
  const ended = entity === 'deal' ? { status: 'deleted', status_before: merged.status } : {}
  await updateRecord(
    crm,
    entity,
    id,
    { is_deleted: true, delete_time: crm.now, ...ended },
    { action: 'merged', facts: { merged_to_id: into } },
  )
  if (entity === 'deal') await syncDealValue(crm, into)
  else await moveNaming(crm, entity, id, into)
}

/** The person of a merged deal takes part in the survivor when that has another. */
async function keepPerson(crm: Crm, merged: Row, survivor: Row) {
  if (isEmpty(merged.person_id) || isEmpty(survivor.person_id) || merged.person_id === survivor.person_id) return
  const { sql, actor, now } = crm
  const [added] = await sql`
    insert into crm.participant (company_id, deal_id, person_id, added_by, add_time)
    values (${actor.companyId}, ${survivor.id}, ${merged.person_id}, ${actor.userId}, ${now})
    on conflict (company_id, deal_id, person_id) do nothing returning id`
  if (added) await logChange(crm, 'participant', survivor.id, 'added', { person_id: merged.person_id })
}

/** Records that name the merged contact in a field of the company's own name the survivor from now on. */
async function moveNaming(crm: Crm, entity: 'person' | 'organization', id: number, into: number) {
  const { sql } = crm
  const type = entity === 'person' ? 'people' : 'org'
  for (const table of ['deal', 'lead', 'person', 'organization', 'product'] as const) {
    const { custom } = await fieldsOf(crm, table)
    for (const { key } of custom.filter(field => field.type === type))
      await updateRecords(
        crm,
        table,
        customHolds(sql`custom`, { [key]: id }),
        { custom: sql`t.custom || ${JSON.stringify({ [key]: into })}::text::jsonb` },
        { bulk: true },
      )
  }
}

async function lockBoth({ sql, actor }: Crm, entity: MergedEntity, id: number, into: number) {
  // In the order of their ids, so that two merges of the same pair wait for each other instead of deadlocking.
  const rows = await sql<Row[]>`
    select r.* from crm.${sql(entity)} r
    where r.company_id = ${actor.companyId} and r.id = any(${[id, into]}::bigint[]) and not r.is_deleted and ${maySee(actor, entity, 'r')}
    order by r.id for update`
  const merged = rows.find(row => row.id === id)
  const survivor = rows.find(row => row.id === into)
  if (!merged) throw failure('missing', `${entity[0]?.toUpperCase()}${entity.slice(1)} not found`)
  if (!survivor)
    throw failure('invalid', 'merge_with_id does not name anything that is there', { field: 'merge_with_id' })
  return { merged, survivor }
}

function filled(entity: MergedEntity, survivor: Row, merged: Row): Values {
  const { fill, join } = MERGES[entity]
  const gaps = fill.filter(column => isEmpty(survivor[column]) && !isEmpty(merged[column]))
  return {
    ...Object.fromEntries(gaps.map(column => [column, merged[column]])),
    ...Object.fromEntries(join.map(column => [column, joined(column, survivor[column], merged[column])])),
    custom: { ...merged.custom, ...survivor.custom },
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Contact entries of both, each value once whatever its case; the survivor's primary stays the primary one. */
function joined(column: string, survivor: ContactEntry[], merged: ContactEntry[]): ContactEntry[] {
  const known = new Set(survivor.map(entry => entry.value.toLowerCase()))
  const added = merged.filter(entry => !known.has(entry.value.toLowerCase()))
  if (survivor.length + added.length > LIMITS.contactPoints)
    throw failure('invalid', `${column} of both are more than ${LIMITS.contactPoints}`, { field: column })
  return [...survivor, ...added.map(entry => ({ ...entry, primary: survivor.length === 0 && entry.primary }))]
}

interface ContactEntry {
  value: string
  primary: boolean
}

async function moveLinks(crm: Crm, table: string, column: string, partner: string, id: number, into: number) {
  const { sql, actor } = crm
  await sql`
    delete from crm.${sql(table)} l where l.company_id = ${actor.companyId} and l.${sql(column)} = ${id}
      and exists (select from crm.${sql(table)} k where k.company_id = l.company_id and k.${sql(column)} = ${into} and k.${sql(partner)} = l.${sql(partner)})`
  const moved = await sql<Row[]>`
    update crm.${sql(table)} set ${sql(column)} = ${into}
    where company_id = ${actor.companyId} and ${sql(column)} = ${id} returning *`
  if (table !== 'participant') return
  for (const { deal_id, person_id } of moved) {
    if (column === 'person_id') await logChange(crm, 'participant', deal_id, 'deleted', { person_id: id })
    await logChange(crm, 'participant', deal_id, 'added', { person_id })
  }
}

async function moveFollowers(crm: Crm, entity: MergedEntity, id: number, into: number) {
  const { sql, actor } = crm
  const moved = await sql<{ user_id: number }[]>`
    insert into crm.follower (company_id, entity, entity_id, user_id, add_time)
    select company_id, entity, ${into}, user_id, add_time from crm.follower
    where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id}
    on conflict (company_id, entity, entity_id, user_id) do nothing returning user_id`
  await sql`delete from crm.follower where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${id}`
  for (const { user_id } of moved)
    await logChange(crm, `${entity}Follower`, into, 'added', { follower_user_id: user_id })
}
