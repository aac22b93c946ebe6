import { v1, v2 } from '../api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from './flags.ts'
import { fieldFamilyV1 } from './v1/family.ts'
import { fieldFamilyV2 } from './v2/family.ts'

/** The fields of products. */

const older = fieldFamilyV1('product')
const newer = fieldFamilyV2('product', FLAGS.product, GIVEN_FLAGS.product)

const READ = ['products:read', 'products:full', 'product-fields:full']
const MANAGE = ['products:full', 'product-fields:full']

export const productFields = [
  v1({ route: 'GET /productFields', scopes: READ, ...older.list }),
  v1({ route: 'GET /productFields/{id}', scopes: READ, ...older.get }),
  v1({ route: 'POST /productFields', scopes: MANAGE, ...older.add, status: 201 }),
  v1({ route: 'PUT /productFields/{id}', scopes: MANAGE, ...older.update }),
  v1({ route: 'DELETE /productFields/{id}', scopes: MANAGE, ...older.remove }),
  v1({ route: 'DELETE /productFields', scopes: MANAGE, ...older.removeSeveral }),

  v2({ route: 'GET /productFields', scopes: READ, ...newer.list }),
  v2({ route: 'GET /productFields/{field_code}', scopes: READ, ...newer.get }),
  v2({ route: 'POST /productFields', scopes: MANAGE, ...newer.add }),
  v2({ route: 'PATCH /productFields/{field_code}', scopes: MANAGE, ...newer.update }),
  v2({ route: 'DELETE /productFields/{field_code}', scopes: MANAGE, ...newer.remove }),
  v2({ route: 'POST /productFields/{field_code}/options', scopes: MANAGE, ...newer.addOptions }),
  v2({ route: 'PATCH /productFields/{field_code}/options', scopes: MANAGE, ...newer.updateOptions }),
  v2({ route: 'DELETE /productFields/{field_code}/options', scopes: MANAGE, ...newer.removeOptions }),
]
