import type { FieldKind } from '../../base/fields/declaration.ts'
import { activityFields } from './fields.ts'

export const activityKind = {
  entity: 'activity',
  fields: activityFields,
  filterable: true,
} as const satisfies FieldKind
