import { v2 } from '../../../base/api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from '../../../base/fields/flags.ts'
import { fieldFamilyV2 } from '../../../base/fields/v2/family.ts'
import { productKind } from '../kind.ts'

const family = fieldFamilyV2(productKind, FLAGS.product, GIVEN_FLAGS.product)

const READ = ['products:read', 'products:full', 'product-fields:full']
const MANAGE = ['products:full', 'product-fields:full']

export const productFieldsV2 = [
  v2({ route: 'GET /productFields', scopes: READ, ...family.list }),
  v2({ route: 'GET /productFields/{field_code}', scopes: READ, ...family.get }),
  v2({ route: 'POST /productFields', scopes: MANAGE, ...family.add }),
  v2({ route: 'PATCH /productFields/{field_code}', scopes: MANAGE, ...family.update }),
  v2({ route: 'DELETE /productFields/{field_code}', scopes: MANAGE, ...family.remove }),
  v2({ route: 'POST /productFields/{field_code}/options', scopes: MANAGE, ...family.addOptions }),
  v2({ route: 'PATCH /productFields/{field_code}/options', scopes: MANAGE, ...family.updateOptions }),
  v2({ route: 'DELETE /productFields/{field_code}/options', scopes: MANAGE, ...family.removeOptions }),
]
