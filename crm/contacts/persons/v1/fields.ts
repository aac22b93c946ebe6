import { v1 } from '../../../base/api/operation.ts'
import { fieldFamilyV1 } from '../../../base/fields/v1/family.ts'
import { personKind } from '../kind.ts'

const family = fieldFamilyV1(personKind)

const READ = ['contacts:read', 'contacts:full', 'contact-fields:full', 'admin']
const MANAGE = ['contact-fields:full', 'admin']

export const personFieldsV1 = [
  v1({ route: 'GET /personFields', scopes: READ, ...family.list }),
  v1({ route: 'GET /personFields/{id}', scopes: READ, ...family.get }),
  v1({ route: 'POST /personFields', scopes: MANAGE, ...family.add }),
  v1({ route: 'PUT /personFields/{id}', scopes: MANAGE, ...family.update }),
  v1({ route: 'DELETE /personFields/{id}', scopes: MANAGE, ...family.remove }),
  v1({ route: 'DELETE /personFields', scopes: MANAGE, ...family.removeSeveral }),
]
