import { v1 } from '../../../base/api/operation.ts'
import { fieldFamilyV1 } from '../../../base/fields/v1/family.ts'
import { productKind } from '../kind.ts'

const family = fieldFamilyV1(productKind)

const READ = ['products:read', 'products:full', 'product-fields:full']
const MANAGE = ['products:full', 'product-fields:full']

export const productFieldsV1 = [
  v1({ route: 'GET /productFields', scopes: READ, ...family.list }),
  v1({ route: 'GET /productFields/{id}', scopes: READ, ...family.get }),
  v1({ route: 'POST /productFields', scopes: MANAGE, ...family.add, status: 201 }),
  v1({ route: 'PUT /productFields/{id}', scopes: MANAGE, ...family.update }),
  v1({ route: 'DELETE /productFields/{id}', scopes: MANAGE, ...family.remove }),
  v1({ route: 'DELETE /productFields', scopes: MANAGE, ...family.removeSeveral }),
]
