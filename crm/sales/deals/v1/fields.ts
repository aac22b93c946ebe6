import { v1 } from '../../../base/api/operation.ts'
import { fieldFamilyV1 } from '../../../base/fields/v1/family.ts'
import { dealKind } from '../kind.ts'

const family = fieldFamilyV1(dealKind)

const READ = ['deals:read', 'deals:full', 'deal-fields:full', 'admin']
const MANAGE = ['deal-fields:full', 'admin']

export const dealFieldsV1 = [
  v1({ route: 'GET /dealFields', scopes: READ, ...family.list }),
  v1({ route: 'GET /dealFields/{id}', scopes: READ, ...family.get }),
  v1({ route: 'POST /dealFields', scopes: MANAGE, ...family.add }),
  v1({ route: 'PUT /dealFields/{id}', scopes: MANAGE, ...family.update }),
  v1({ route: 'DELETE /dealFields/{id}', scopes: MANAGE, ...family.remove }),
  v1({ route: 'DELETE /dealFields', scopes: MANAGE, ...family.removeSeveral }),
]
