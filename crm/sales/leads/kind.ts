import type { FieldKind } from '../../base/fields/declaration.ts'
import { leadFields } from './fields.ts'

export const leadKind = { entity: 'lead', fields: leadFields, filterable: true } as const satisfies FieldKind
