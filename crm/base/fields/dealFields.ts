import { v1, v2 } from '../api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from './flags.ts'
import { fieldFamilyV1 } from './v1/family.ts'
import { fieldFamilyV2 } from './v2/family.ts'
import { description } from './v2/shape.ts'

/** The fields of deals. */

const older = fieldFamilyV1('deal')
const newer = fieldFamilyV2('deal', FLAGS.deal, GIVEN_FLAGS.deal, description)

const READ = ['deals:read', 'deals:full', 'deal-fields:full', 'admin']
const MANAGE = ['deal-fields:full', 'admin']
const CHANGE = ['deals:full', 'deal-fields:full', 'admin']

export const dealFields = [
  v1({ route: 'GET /dealFields', scopes: READ, ...older.list }),
  v1({ route: 'GET /dealFields/{id}', scopes: READ, ...older.get }),
  v1({ route: 'POST /dealFields', scopes: MANAGE, ...older.add }),
  v1({ route: 'PUT /dealFields/{id}', scopes: MANAGE, ...older.update }),
  v1({ route: 'DELETE /dealFields/{id}', scopes: MANAGE, ...older.remove }),
  v1({ route: 'DELETE /dealFields', scopes: MANAGE, ...older.removeSeveral }),

  v2({ route: 'GET /dealFields', scopes: READ, ...newer.list }),
  v2({ route: 'GET /dealFields/{field_code}', scopes: READ, ...newer.get }),
  v2({ route: 'POST /dealFields', scopes: MANAGE, ...newer.add }),
  v2({ route: 'PATCH /dealFields/{field_code}', scopes: CHANGE, ...newer.update }),
  v2({ route: 'DELETE /dealFields/{field_code}', scopes: MANAGE, ...newer.remove }),
  v2({ route: 'POST /dealFields/{field_code}/options', scopes: CHANGE, ...newer.addOptions }),
  v2({ route: 'PATCH /dealFields/{field_code}/options', scopes: CHANGE, ...newer.updateOptions }),
  v2({ route: 'DELETE /dealFields/{field_code}/options', scopes: CHANGE, ...newer.removeOptions }),
]
