import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { organizationKind } from '../../../contacts/organizations/kind.ts'
import { mergeRecords } from '../mergeRecords.ts'

const mergeOrganizations = v1({
  route: 'PUT /organizations/{id}/merge',
  summary: 'Merge an organization into another, which survives',
  ifMatch: true,
  scopes: ['contacts:full'],
  rights: ['can_merge_organizations'],
  params: { id: Id },
  body: { merge_with_id: Id },
  reply: Type.Object({ id: Type.Integer() }),
  cost: 40,
  async run({ params, body }, crm) {
    await mergeRecords(crm, organizationKind, params.id, body.merge_with_id)
    return { id: body.merge_with_id }
  },
})

export const organizationMerge = [mergeOrganizations]
