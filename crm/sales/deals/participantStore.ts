import { failure } from '@portico/kit/api/failure'
import type { Row } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { logChange } from '../../base/changes/logStore.ts'
import { rowWindow } from '../../base/lists/limit.ts'
import { copyRows } from '../../base/records/copyRowsStore.ts'
import { checkReferences } from '../../base/records/references.ts'
import { expandedPerson, expandedUser } from '../../base/records/v1/expand.ts'
import { userColumns } from '../../company/users/v1/wire.ts'

/** A participant without the person written out in full. */
export interface ParticipantRow {
  id: number
  person_id: number
  added_by: number
  /** JSON of everything but `person`. */
  wire: string
}

/** Persons who take part in a deal, the ones the caller may see. */
export async function listParticipants(
  { sql, actor }: Crm,
  dealId: number,
  which: { start: number; limit: number } | { id: number },
): Promise<ParticipantRow[]> {
  return sql<ParticipantRow[]>`
    select t.id, t.person_id, t.added_by, json_build_object('id', t.id,
      'person_id', (${expandedPerson(actor, 'p')})::jsonb || jsonb_build_object('company_id', p.company_id),
      'add_time', crm.time_v1(t.add_time), 'active_flag', true, 'related_item_data', json_build_object('deal_id', d.id, 'title', d.title),
      'added_by_user_id', (${expandedUser('u')})::jsonb
        || jsonb_build_object('success', true, 'data', (select row_to_json(r) from (select ${userColumns(actor)}) r)),
      'related_item_type', 'deal', 'related_item_id', d.id)::text as wire
    from crm.participant t
    join crm.person p on p.company_id = t.company_id and p.id = t.person_id
    join crm.deal d on d.company_id = t.company_id and d.id = t.deal_id
    join crm.app_user u on u.company_id = t.company_id and u.id = t.added_by
    where t.company_id = ${actor.companyId} and t.deal_id = ${dealId} and not p.is_deleted and ${maySee(actor, 'person', 'p')}
    ${'id' in which ? sql`and t.id = ${which.id}` : sql`order by t.id ${rowWindow(which.start, which.limit)}`}`
}

/** Adds a person to a deal; adding twice is adding once. */
export async function addParticipant(crm: Crm, dealId: number, personId: number): Promise<number> {
  const { sql, actor, now } = crm
  await checkReferences(crm, { person_id: personId })
  const [added] = await sql<{ id: number }[]>`
    insert into crm.participant (company_id, deal_id, person_id, added_by, add_time)
    values (${actor.companyId}, ${dealId}, ${personId}, ${actor.userId}, ${now})
    on conflict (company_id, deal_id, person_id) do nothing returning id`
  if (added) {
    await logChange(crm, 'participant', dealId, 'added', { person_id: personId })
    return added.id
  }
  const [there] = await sql<{ id: number }[]>`
    select id from crm.participant where company_id = ${actor.companyId} and deal_id = ${dealId} and person_id = ${personId}`
  if (!there) throw failure('conflict', 'The participant was just removed, try again')
  return there.id
}

/** The participants of a deal take part in its copy. */
export async function copyParticipants(crm: Crm, from: number, to: number): Promise<void> {
  const { sql, actor, now } = crm
  const copied = await copyRows<{ person_id: number }>(sql, {
    table: 'participant',
    companyId: actor.companyId,
    which: sql`r.deal_id = ${from}`,
    kept: ['person_id'],
    given: { deal_id: to, added_by: actor.userId, add_time: now },
  })
  for (const { person_id } of copied) await logChange(crm, 'participant', to, 'added', { person_id })
}

export async function removeParticipant(crm: Crm, dealId: number, id: number): Promise<void> {
  const { sql, actor } = crm
  const [removed] = await sql<{ person_id: number }[]>`
    delete from crm.participant where company_id = ${actor.companyId} and deal_id = ${dealId} and id = ${id} returning person_id`
  if (!removed) throw failure('missing', 'Participant not found')
  await logChange(crm, 'participant', dealId, 'deleted', { person_id: removed.person_id })
}

/** The person of a merged deal takes part in the survivor when that has another. */
export async function keepPerson(crm: Crm, merged: Row, survivor: Row) {
  if (!merged.person_id || !survivor.person_id || merged.person_id === survivor.person_id) return
  const { sql, actor, now } = crm
  const [added] = await sql`
    insert into crm.participant (company_id, deal_id, person_id, added_by, add_time)
    values (${actor.companyId}, ${survivor.id}, ${merged.person_id}, ${actor.userId}, ${now})
    on conflict (company_id, deal_id, person_id) do nothing returning id`
  if (added) await logChange(crm, 'participant', survivor.id, 'added', { person_id: merged.person_id })
}
