import { v1, v2 } from '../api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from './flags.ts'
import { fieldFamilyV1 } from './v1/family.ts'
import { fieldFamilyV2 } from './v2/family.ts'

/** The fields of persons. */

const older = fieldFamilyV1('person')
const newer = fieldFamilyV2('person', FLAGS.person, GIVEN_FLAGS.person)

const READ = ['contacts:read', 'contacts:full', 'contact-fields:full', 'admin']
const MANAGE = ['contact-fields:full', 'admin']
const CHANGE = ['contacts:full', 'contact-fields:full', 'admin']

export const personFields = [
  v1({ route: 'GET /personFields', scopes: READ, ...older.list }),
  v1({ route: 'GET /personFields/{id}', scopes: READ, ...older.get }),
  v1({ route: 'POST /personFields', scopes: MANAGE, ...older.add }),
  v1({ route: 'PUT /personFields/{id}', scopes: MANAGE, ...older.update }),
  v1({ route: 'DELETE /personFields/{id}', scopes: MANAGE, ...older.remove }),
  v1({ route: 'DELETE /personFields', scopes: MANAGE, ...older.removeSeveral }),

  v2({ route: 'GET /personFields', scopes: READ, ...newer.list }),
  v2({ route: 'GET /personFields/{field_code}', scopes: READ, ...newer.get }),
  v2({ route: 'POST /personFields', scopes: MANAGE, ...newer.add }),
  v2({ route: 'PATCH /personFields/{field_code}', scopes: CHANGE, ...newer.update }),
  v2({ route: 'DELETE /personFields/{field_code}', scopes: MANAGE, ...newer.remove }),
  v2({ route: 'POST /personFields/{field_code}/options', scopes: CHANGE, ...newer.addOptions }),
  v2({ route: 'PATCH /personFields/{field_code}/options', scopes: CHANGE, ...newer.updateOptions }),
  v2({ route: 'DELETE /personFields/{field_code}/options', scopes: CHANGE, ...newer.removeOptions }),
]
