import { Id } from '@portico/kit/api/schemas'
import Type, { type TBoolean } from 'typebox'
import { forEachRight, grantedRights } from '../../../base/access/rights.ts'
import { v1 } from '../../../base/api/operation.ts'
import { listHeldSets, requireUser } from '../store.ts'

const getUserPermissions = v1({
  route: 'GET /users/{id}/permissions',
  summary: 'Get what a user may do, by the permission sets the user has',
  scopes: ['users:read'],
  params: { id: Id },
  reply: Type.Object(forEachRight<TBoolean>(() => Type.Boolean())),
  cost: 10,
  async run({ params }, crm) {
    await requireUser(crm, params.id)
    const sets = await listHeldSets(crm, params.id)
    const adminApps = sets.filter(set => set.type === 'admin').map(set => set.app)
    const granted = grantedRights(
      sets.flatMap(set => set.contents),
      adminApps,
    )
    return forEachRight(right => granted.has(right))
  },
})

export const userPermissions = [getUserPermissions]
