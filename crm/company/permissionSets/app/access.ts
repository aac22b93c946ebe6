import { Id, oneOf, Uuid } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { APPS } from '../../../base/access/rights.ts'
import { app } from '../../../base/api/operation.ts'
import { assignSets } from '../assign.ts'

const Given = Type.Object({ app: oneOf(APPS), permission_set_id: Uuid })

const Access = Type.Object({
  app: oneOf(APPS),
  admin: Type.Boolean(),
  permission_set_id: Type.String(),
  name: Type.String({ description: 'Of the permission set' }),
})

const setUserAccess = app({
  route: 'PUT /users/{id}/access',
  summary: 'Give a user permission sets, one for each app that is named',
  rights: ['account_admin'],
  params: { id: Id },
  body: Type.Array(Given, { minItems: 1, maxItems: APPS.length }),
  reply: Type.Array(Access),
  cost: 10,
  run: ({ params, body }, crm) => assignSets(crm, params.id, body),
})

export const userAccess = [setUserAccess]
