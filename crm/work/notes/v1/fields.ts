import { v1 } from '../../../base/api/operation.ts'
import { fieldListV1 } from '../../../base/fields/v1/family.ts'
import { noteKind } from '../kind.ts'

export const noteFieldsV1 = [
  v1({
    route: 'GET /noteFields',
    scopes: ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'],
    ...fieldListV1(noteKind),
  }),
]
