import { v1 } from '../../../base/api/operation.ts'
import { fieldListV1 } from '../../../base/fields/v1/family.ts'
import { activityKind } from '../kind.ts'

export const activityFieldsV1 = [
  v1({ route: 'GET /activityFields', scopes: ['activities:read', 'activities:full'], ...fieldListV1(activityKind) }),
]
