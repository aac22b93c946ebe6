import { v2 } from '../../../base/api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from '../../../base/fields/flags.ts'
import { fieldFamilyV2 } from '../../../base/fields/v2/family.ts'
import { description } from '../../../base/fields/v2/shape.ts'
import { dealKind } from '../kind.ts'

const family = fieldFamilyV2(dealKind, FLAGS.deal, GIVEN_FLAGS.deal, description)

const READ = ['deals:read', 'deals:full', 'deal-fields:full', 'admin']
const MANAGE = ['deal-fields:full', 'admin']
const CHANGE = ['deals:full', 'deal-fields:full', 'admin']

export const dealFieldsV2 = [
  v2({ route: 'GET /dealFields', scopes: READ, ...family.list }),
  v2({ route: 'GET /dealFields/{field_code}', scopes: READ, ...family.get }),
  v2({ route: 'POST /dealFields', scopes: MANAGE, ...family.add }),
  v2({ route: 'PATCH /dealFields/{field_code}', scopes: CHANGE, ...family.update }),
  v2({ route: 'DELETE /dealFields/{field_code}', scopes: MANAGE, ...family.remove }),
  v2({ route: 'POST /dealFields/{field_code}/options', scopes: CHANGE, ...family.addOptions }),
  v2({ route: 'PATCH /dealFields/{field_code}/options', scopes: CHANGE, ...family.updateOptions }),
  v2({ route: 'DELETE /dealFields/{field_code}/options', scopes: CHANGE, ...family.removeOptions }),
]
