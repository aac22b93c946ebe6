import { Id, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { deletingOne, deletingSeveral } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { contactsQuery } from '../../v1/pages.ts'
import { createPerson, removePerson, updatePerson } from '../write.ts'
import { personFromV1, writableV1 } from './input.ts'
import { besidePerson, personReads, personsBeside, personsReply } from './page.ts'
import { PersonV1 } from './shape.ts'

/** The older v1 calls on persons that most existing integrations still make. */

const params = { id: Id }

const getPersons = v1({
  route: 'GET /persons',
  summary: 'Get all persons',
  scopes: ['contacts:read', 'contacts:full'],
  query: contactsQuery,
  reply: personsReply,
  beside: personsBeside,
  cost: 20,
  run: ({ query }, crm) => personReads.list(crm, query),
})

const getPerson = v1({
  route: 'GET /persons/{id}',
  summary: 'Get details of a person',
  scopes: ['contacts:read', 'contacts:full'],
  params,
  reply: PersonV1,
  beside: { additional_data: Type.Object({ dropbox_email: Type.String() }), ...besidePerson },
  cost: 2,
  run({ params: { id } }, crm) {
    const additional_data = { dropbox_email: crm.services.mailboxOf(crm.actor, `person${id}`) }
    return personReads.one(crm, id, { additional_data })
  },
})

const addPerson = v1({
  route: 'POST /persons',
  summary: 'Add a person',
  scopes: ['contacts:full'],
  body: Type.Object({ name: Name, ...writableV1 }, { additionalProperties: true }),
  reply: PersonV1,
  beside: besidePerson,
  status: 201,
  cost: 10,
  transaction: 'statement',
  async run({ body }, crm) {
    const { id } = await createPerson(crm, personFromV1(await fieldsOf(crm, 'person'), crm, body))
    return personReads.one(afterWriting(crm, 'person', id), id)
  },
})

const updatePersonV1 = v1({
  route: 'PUT /persons/{id}',
  summary: 'Update a person',
  ifMatch: true,
  scopes: ['contacts:full'],
  params,
  body: Type.Object({ name: optional(Name), ...writableV1 }, { additionalProperties: true }),
  reply: PersonV1,
  beside: besidePerson,
  cost: 10,
  transaction: 'statement',
  async run({ params, body }, crm) {
    await updatePerson(crm, params.id, personFromV1(await fieldsOf(crm, 'person'), crm, body))
    return personReads.one(afterWriting(crm, 'person', params.id), params.id)
  },
})

const deletePerson = v1({
  route: 'DELETE /persons/{id}',
  summary: 'Delete a person; it can be brought back for 30 days',
  scopes: ['contacts:full'],
  cost: 6,
  ...deletingOne(removePerson),
})

const deletePersons = v1({
  route: 'DELETE /persons',
  summary: 'Delete several persons; all of them or none',
  scopes: ['contacts:full'],
  rights: ['can_bulk_edit_items'],
  cost: 10,
  ...deletingSeveral(removePerson),
})

export const personsV1 = [getPersons, getPerson, addPerson, updatePersonV1, deletePerson, deletePersons]
