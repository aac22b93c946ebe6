import { v1 } from '../../../base/api/operation.ts'
import { fieldFamilyV1 } from '../../../base/fields/v1/family.ts'
import { organizationKind } from '../kind.ts'

const family = fieldFamilyV1(organizationKind)

const READ = ['contacts:read', 'contacts:full', 'contact-fields:full', 'admin']
const MANAGE = ['contact-fields:full', 'admin']

export const organizationFieldsV1 = [
  v1({ route: 'GET /organizationFields', scopes: READ, ...family.list }),
  v1({ route: 'GET /organizationFields/{id}', scopes: READ, ...family.get }),
  v1({ route: 'POST /organizationFields', scopes: MANAGE, ...family.add }),
  v1({ route: 'PUT /organizationFields/{id}', scopes: MANAGE, ...family.update }),
  v1({ route: 'DELETE /organizationFields/{id}', scopes: MANAGE, ...family.remove }),
  v1({ route: 'DELETE /organizationFields', scopes: MANAGE, ...family.removeSeveral }),
]
