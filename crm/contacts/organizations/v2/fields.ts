import { v2 } from '../../../base/api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from '../../../base/fields/flags.ts'
import { fieldFamilyV2 } from '../../../base/fields/v2/family.ts'
import { organizationKind } from '../kind.ts'

const family = fieldFamilyV2(organizationKind, FLAGS.organization, GIVEN_FLAGS.organization)

const READ = ['contacts:read', 'contacts:full', 'contact-fields:full', 'admin']
const MANAGE = ['contact-fields:full', 'admin']
const CHANGE = ['contacts:full', 'contact-fields:full', 'admin']

export const organizationFieldsV2 = [
  v2({ route: 'GET /organizationFields', scopes: READ, ...family.list }),
  v2({ route: 'GET /organizationFields/{field_code}', scopes: READ, ...family.get }),
  v2({ route: 'POST /organizationFields', scopes: MANAGE, ...family.add }),
  v2({ route: 'PATCH /organizationFields/{field_code}', scopes: CHANGE, ...family.update }),
  v2({ route: 'DELETE /organizationFields/{field_code}', scopes: MANAGE, ...family.remove }),
  v2({ route: 'POST /organizationFields/{field_code}/options', scopes: CHANGE, ...family.addOptions }),
  v2({ route: 'PATCH /organizationFields/{field_code}/options', scopes: CHANGE, ...family.updateOptions }),
  v2({ route: 'DELETE /organizationFields/{field_code}/options', scopes: CHANGE, ...family.removeOptions }),
]
