import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { pagination } from '../../../base/lists/v1/offset.ts'
import { ContactRelatedObjects } from '../../v1/contacts.ts'
import { contactsV1 } from '../../v1/pages.ts'
import { personFields } from '../fields.ts'
import { PersonV1 } from './shape.ts'
import { type PersonRowV1, relatedOf, selectPersonsV1 } from './store.ts'

export const besidePerson = { related_objects: optional(ContactRelatedObjects) }
/** Reply of every v1 list of persons: `{ reply: personsReply, beside: personsBeside }`. */
export const personsReply = nullable(Type.Array(PersonV1))
export const personsBeside = { ...pagination, ...besidePerson }

/** @example return personReads.page(crm, sql`p.org_id = ${params.id} and not p.is_deleted`, query) */
export const personReads = contactsV1<PersonV1, PersonRowV1>({
  entity: 'person',
  name: 'Person',
  alias: 'p',
  filters: 'people',
  fields: personFields,
  select: selectPersonsV1,
  relatedOf,
  pictureOf: ({ picture }) => picture,
})
