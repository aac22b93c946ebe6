import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json, withFields } from '@portico/kit/api/json'
import { Id, nullable } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { aroundLogPage } from '../../../base/changes/aroundLog.ts'
import { changelogQuery } from '../../../base/changes/v1/changelog.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { nextCursor } from '../../../base/lists/cursor.ts'
import { offsetPage, offsetQuery, Pagination, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { ExpandedPerson, ExpandedUser } from '../../../base/records/v1/shape.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { User } from '../../../company/users/v1/shape.ts'
import { PersonV1 } from '../../../contacts/persons/v1/shape.ts'
import { selectPersonsV1 } from '../../../contacts/persons/v1/store.ts'
import { addParticipant, listParticipants, type ParticipantRow, removeParticipant } from '../participantStore.ts'
import { lockLiveDeal, requireDeal } from '../store.ts'

const Participant = Type.Object({
  id: Type.Integer(),
  person_id: Type.Object({ ...ExpandedPerson.properties, company_id: Type.Integer() }),
  add_time: Type.String(),
  active_flag: Type.Boolean(),
  related_item_data: Type.Object({ deal_id: Type.Integer(), title: Type.String() }),
  person: PersonV1,
  // The contract wraps this user as a whole answer; other callers look beside the wrapping, as in every relation.
  added_by_user_id: Type.Object({ ...ExpandedUser.properties, success: Type.Boolean(), data: User }),
  related_item_type: Type.String(),
  related_item_id: Type.Integer(),
})
export type Participant = Static<typeof Participant>

const getDealParticipants = v1({
  route: 'GET /deals/{id}/participants',
  summary: 'List the persons who take part in a deal',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query: offsetQuery,
  reply: nullable(Type.Array(Participant)),
  beside: { ...pagination, related_objects: RelatedObjects },
  cost: 10,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    const page = pageOf(query)
    const rows = await listParticipants(crm, params.id, { ...page, limit: page.limit + 1 })
    return offsetPage<Static<typeof Participant>>(await texts(crm, rows), page, {
      related_objects: await related(crm, rows),
    })
  },
})

const addDealParticipant = v1({
  route: 'POST /deals/{id}/participants',
  summary: 'Add a participant to a deal',
  scopes: ['deals:full'],
  params: { id: Id },
  body: { person_id: Id },
  reply: Participant,
  beside: { related_objects: RelatedObjects },
  cost: 10,
  async run({ params, body }, crm) {
    await lockLiveDeal(crm, params.id)
    const id = await addParticipant(crm, params.id, body.person_id)
    const rows = await listParticipants(crm, params.id, { id })
    const [text] = await texts(crm, rows)
    if (!text) throw failure('missing', 'Participant not found')
    return answer(json<Static<typeof Participant>>(text), { beside: { related_objects: await related(crm, rows) } })
  },
})

const deleteDealParticipant = v1({
  route: 'DELETE /deals/{id}/participants/{deal_participant_id}',
  summary: 'Remove a participant from a deal',
  scopes: ['deals:full'],
  params: { id: Id, deal_participant_id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    await lockLiveDeal(crm, params.id)
    await removeParticipant(crm, params.id, params.deal_participant_id)
    return { id: params.deal_participant_id }
  },
})

const ParticipantChange = Type.Object({
  actor_user_id: Type.Integer(),
  person_id: Type.Integer(),
  action: Type.String({ enum: ['added', 'removed'] }),
  time: Type.String(),
})

const getDealParticipantsChangelog = v1({
  route: 'GET /deals/{id}/participantsChangelog',
  summary: 'List who began and who ceased to take part in a deal',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query: changelogQuery,
  reply: Type.Array(ParticipantChange),
  // The contract writes the paging of offset lists here, the answers carry a cursor: both are declared.
  beside: { additional_data: Type.Union([nextCursor.additional_data, Pagination]) },
  cost: 10,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    return aroundLogPage(crm, 'participant', params.id, query, ({ action, actor_id, facts, at }) => ({
      actor_user_id: actor_id ?? 0,
      person_id: facts.person_id ?? 0,
      action: action === 'added' ? 'added' : 'removed',
      time: timeV1(at),
    }))
  },
})

/** Each participant with the whole v1 text of the person spliced in. */
async function texts(crm: Crm, rows: readonly ParticipantRow[]): Promise<string[]> {
  const ids = rows.map(row => row.person_id)
  const persons = await selectPersonsV1(crm, sql`p.id = any(${ids}::bigint[])`, sql`p.id`, {
    start: 0,
    limit: ids.length,
  })
  const fields = await fieldsOf(crm, 'person')
  const byId = new Map(persons.map(person => [person.id, textV1(fields, person)]))
  return rows.map(row => withFields(row.wire, { person: json(byId.get(row.person_id) ?? 'null') }))
}

function related(crm: Crm, rows: readonly ParticipantRow[]) {
  return relatedObjects(crm, { user: rows.map(row => row.added_by), person: rows.map(row => row.person_id) })
}

export const dealParticipants = [
  getDealParticipants,
  addDealParticipant,
  deleteDealParticipant,
  getDealParticipantsChangelog,
]
