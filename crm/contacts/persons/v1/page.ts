import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { nullable, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { sortColumnsV1 } from '../../../base/fields/derive.ts'
import { offsetPage, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { oneRecordV1, textV1 } from '../../../base/records/v1/wire.ts'
import { ContactRelatedObjects, contactRelatedObjects } from '../../v1/contacts.ts'
import { personFields } from '../fields.ts'
import { PersonV1 } from './shape.ts'
import { findPersonV1, relatedOf, selectPersonsV1 } from './store.ts'

const sortColumns = sortColumnsV1(personFields, 'p')

export const besidePerson = { related_objects: optional(ContactRelatedObjects) }
/** Reply of every v1 list of persons: `{ reply: personsReply, beside: personsBeside }`. */
export const personsReply = nullable(Type.Array(PersonV1))
export const personsBeside = { ...pagination, ...besidePerson }

/**
 * One page of persons in v1 with its related objects: every v1 list of persons ends here.
 *
 * @example return personPageV1(crm, sql`p.org_id = ${params.id} and not p.is_deleted`, query)
 */
export async function personPageV1(
  crm: Crm,
  where: Fragment,
  query: { sort?: string | undefined; start?: number | undefined; limit?: number | undefined },
): Promise<Answered<PersonV1[] | null>> {
  const page = pageOf(query)
  const fields = await fieldsOf(crm, 'person')
  const order = sortOf(query.sort, sortColumns(fields), sql`p.id`)
  const rows = await selectPersonsV1(crm, where, order, { ...page, limit: page.limit + 1 })
  const related_objects = await contactRelatedObjects(
    crm,
    relatedOf(rows),
    rows.map(row => row.picture),
  )
  return offsetPage<PersonV1>(
    rows.map(row => textV1(fields, row)),
    page,
    { related_objects },
  )
}

/** One person in v1 with its related objects. */
export async function onePersonV1(
  crm: Crm,
  id: number,
  additional_data?: Record<string, unknown>,
): Promise<Answered<PersonV1>> {
  const row = await findPersonV1(crm, id)
  if (!row) throw failure('missing', 'Person not found')
  const related_objects = await contactRelatedObjects(crm, relatedOf([row]), [row.picture])
  return oneRecordV1<PersonV1>(await fieldsOf(crm, 'person'), row, 'Person', {
    beside: { ...(additional_data && { additional_data }), related_objects },
  })
}
