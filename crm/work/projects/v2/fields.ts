import { v2 } from '../../../base/api/operation.ts'
import { FLAGS, GIVEN_FLAGS } from '../../../base/fields/flags.ts'
import { fieldFamilyV2 } from '../../../base/fields/v2/family.ts'
import { projectKind } from '../kind.ts'

const family = fieldFamilyV2(projectKind, FLAGS.project, GIVEN_FLAGS.project)

const READ = ['projects:read', 'projects:full', 'project-fields:full']
const MANAGE = ['project-fields:full']

export const projectFieldsV2 = [
  v2({ route: 'GET /projectFields', scopes: READ, ...family.list }),
  v2({ route: 'GET /projectFields/{field_code}', scopes: READ, ...family.get }),
  v2({ route: 'POST /projectFields', scopes: MANAGE, ...family.add }),
  v2({ route: 'PATCH /projectFields/{field_code}', scopes: MANAGE, ...family.update }),
  v2({ route: 'DELETE /projectFields/{field_code}', scopes: MANAGE, ...family.remove }),
  v2({ route: 'POST /projectFields/{field_code}/options', scopes: MANAGE, ...family.addOptions }),
  v2({ route: 'PATCH /projectFields/{field_code}/options', scopes: MANAGE, ...family.updateOptions }),
  v2({ route: 'DELETE /projectFields/{field_code}/options', scopes: MANAGE, ...family.removeOptions }),
]
