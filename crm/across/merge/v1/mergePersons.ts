import { Id } from '@portico/kit/api/schemas'
import type { Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { personKind } from '../../../contacts/persons/kind.ts'
import { MergedPerson } from '../../../contacts/persons/v1/shape.ts'
import { findPersonV1 } from '../../../contacts/persons/v1/store.ts'
import { mergeRecords } from '../mergeRecords.ts'

const mergePersons = v1({
  route: 'PUT /persons/{id}/merge',
  summary: 'Merge a person into another, which survives',
  ifMatch: true,
  scopes: ['contacts:full'],
  rights: ['can_merge_people'],
  params: { id: Id },
  body: { merge_with_id: Id },
  reply: MergedPerson,
  cost: 40,
  async run({ params, body }, crm) {
    await mergeRecords(crm, personKind, params.id, body.merge_with_id)
    return mergedPerson(crm, body.merge_with_id, params.id)
  },
})

async function mergedPerson(crm: Crm, id: number, mergedId: number): Promise<Static<typeof MergedPerson>> {
  const row = await findPersonV1(crm, id)
  if (!row) throw new Error('the survivor of a merge is gone')
  const person = JSON.parse(textV1(await fieldsOf(crm, 'person'), row))
  return { ...person, owner_id: row.owner_id, org_id: row.org_id, merge_what_id: mergedId }
}

export const personMerge = [mergePersons]
