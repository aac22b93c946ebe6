import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { fieldsQuery } from '../../../base/fields/v2/show.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { cursorQuery, nextCursor, sortQuery } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { asOfQuery, updatedBetween } from '../../../base/records/time.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createPerson, removePerson, updatePerson } from '../write.ts'
import { changedPersonV2, newPersonV2, personFromV2 } from './input.ts'
import { includedInPerson, Person } from './shape.ts'
import { onePersonV2, personPageV2, takePartIn } from './store.ts'
import { personColumnsV2 } from './wire.ts'

const params = { id: Id }
const shown = { include_fields: optional(listOf(oneOf(Object.keys(includedInPerson)))), ...fieldsQuery }

const getPerson = v2({
  route: 'GET /persons/{id}',
  summary: 'Get details of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  query: { ...shown, ...asOfQuery },
  reply: Person,
  cost: 1,
  run: ({ params, query }, crm) => onePersonV2(crm, params.id, query),
})

const getPersons = v2({
  route: 'GET /persons',
  summary: 'Get all persons',
  scopes: ['contacts:read', 'contacts:full'],
  query: {
    filter_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 100 })),
    owner_id: optional(Id),
    org_id: optional(Id),
    deal_id: optional(Id),
    updated_since: optional(Type.String()),
    updated_until: optional(Type.String()),
    ...shown,
    ...sortQuery,
    ...cursorQuery,
  },
  reply: Type.Array(Person),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const { filter_id, owner_id, org_id, deal_id } = query
    // A stored filter takes the place of all conditions on single fields.
    const chosen = filter_id
      ? await filterCondition(crm, 'people', filter_id, 'p')
      : sql`${equal('p', { owner_id, org_id })} ${deal_id ? sql`and ${takePartIn(crm.actor, deal_id)}` : sql``}`
    return personPageV2(crm, sql`not p.is_deleted and ${chosen}`, { ...query, ...updatedBetween(query) })
  },
})

const addPerson = v2({
  route: 'POST /persons',
  summary: 'Add a person',
  scopes: ['contacts:full'],
  body: newPersonV2,
  reply: Person,
  cost: 5,
  transaction: 'statement',
  async run({ body }, crm) {
    const fields = await fieldsOf(crm, 'person')
    const stored = await createPerson(crm, personFromV2(fields, body), personColumnsV2(fields))
    return oneRecord<Person>(stored, 'Person')
  },
})

const updatePersonV2 = v2({
  route: 'PATCH /persons/{id}',
  summary: 'Update a person',
  ifMatch: true,
  scopes: ['contacts:full'],
  params,
  body: changedPersonV2,
  reply: Person,
  cost: 5,
  transaction: 'statement',
  async run({ params, body }, crm) {
    await updatePerson(crm, params.id, personFromV2(await fieldsOf(crm, 'person'), body))
    return onePersonV2(afterWriting(crm, 'person', params.id), params.id)
  },
})

const deletePerson = v2({
  route: 'DELETE /persons/{id}',
  summary: 'Delete a person; it can be brought back for 30 days',
  scopes: ['contacts:full'],
  cost: 3,
  ...deletingOne(removePerson),
})

export const persons = [getPersons, getPerson, addPerson, updatePersonV2, deletePerson]
