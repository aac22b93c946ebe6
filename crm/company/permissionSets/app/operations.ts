import { oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { APPS, RIGHT_NAMES } from '../../../base/access/rights.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { Name } from '../../../base/records/name.ts'
import { PermissionSetWithContents } from '../shape.ts'
import { addSet, removeSet, updateSet } from '../write.ts'

const params = { id: Uuid }
const Contents = Type.Array(oneOf(RIGHT_NAMES), { maxItems: RIGHT_NAMES.length })
const Description = Type.String({ maxLength: LIMITS.lineCharacters })

const addPermissionSet = app({
  route: 'POST /permissionSets',
  summary: 'Add a permission set of rights of one app',
  rights: ['account_admin'],
  body: { name: Name, app: oneOf(APPS), description: optional(Description), contents: Contents },
  reply: PermissionSetWithContents,
  cost: 10,
  run: ({ body: { app, ...input } }, crm) => addSet(crm, app, input),
})

const updatePermissionSet = app({
  route: 'PUT /permissionSets/{id}',
  summary: 'Change a permission set; contents are all rights it has from then on',
  rights: ['account_admin'],
  params,
  body: { name: optional(Name), description: optional(Description), contents: optional(Contents) },
  reply: PermissionSetWithContents,
  cost: 10,
  run: ({ params, body }, crm) => updateSet(crm, params.id, body),
})

const deletePermissionSet = app({
  route: 'DELETE /permissionSets/{id}',
  summary: 'Delete a permission set that nobody has',
  rights: ['account_admin'],
  params,
  reply: Type.Object({ id: Type.String() }),
  cost: 6,
  async run({ params: { id } }, crm) {
    await removeSet(crm, id)
    return { id }
  },
})

export const permissionSetsInApp = [addPermissionSet, updatePermissionSet, deletePermissionSet]
