import { v1, v2 } from '../api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from './flags.ts'
import { fieldFamilyV1 } from './v1/family.ts'
import { fieldFamilyV2 } from './v2/family.ts'

/** The fields of organizations. */

const older = fieldFamilyV1('organization')
const newer = fieldFamilyV2('organization', FLAGS.organization, GIVEN_FLAGS.organization)

const READ = ['contacts:read', 'contacts:full', 'contact-fields:full', 'admin']
const MANAGE = ['contact-fields:full', 'admin']
const CHANGE = ['contacts:full', 'contact-fields:full', 'admin']

export const organizationFields = [
  v1({ route: 'GET /organizationFields', scopes: READ, ...older.list }),
  v1({ route: 'GET /organizationFields/{id}', scopes: READ, ...older.get }),
  v1({ route: 'POST /organizationFields', scopes: MANAGE, ...older.add }),
  v1({ route: 'PUT /organizationFields/{id}', scopes: MANAGE, ...older.update }),
  v1({ route: 'DELETE /organizationFields/{id}', scopes: MANAGE, ...older.remove }),
  v1({ route: 'DELETE /organizationFields', scopes: MANAGE, ...older.removeSeveral }),

  v2({ route: 'GET /organizationFields', scopes: READ, ...newer.list }),
  v2({ route: 'GET /organizationFields/{field_code}', scopes: READ, ...newer.get }),
  v2({ route: 'POST /organizationFields', scopes: MANAGE, ...newer.add }),
  v2({ route: 'PATCH /organizationFields/{field_code}', scopes: CHANGE, ...newer.update }),
  v2({ route: 'DELETE /organizationFields/{field_code}', scopes: MANAGE, ...newer.remove }),
  v2({ route: 'POST /organizationFields/{field_code}/options', scopes: CHANGE, ...newer.addOptions }),
  v2({ route: 'PATCH /organizationFields/{field_code}/options', scopes: CHANGE, ...newer.updateOptions }),
  v2({ route: 'DELETE /organizationFields/{field_code}/options', scopes: CHANGE, ...newer.removeOptions }),
]
