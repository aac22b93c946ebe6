import { v2 } from '../../../base/api/operation.ts'
import { FLAGS } from '../../../base/fields/flags.ts'
import { fieldReadersV2 } from '../../../base/fields/v2/family.ts'
import { activityKind } from '../kind.ts'

const family = fieldReadersV2(activityKind, FLAGS.activity)

export const activityFieldsV2 = [
  v2({ route: 'GET /activityFields', scopes: ['admin'], ...family.list }),
  v2({ route: 'GET /activityFields/{field_code}', scopes: ['admin'], ...family.get }),
]
