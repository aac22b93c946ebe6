import type { FieldKind } from '../../base/fields/declaration.ts'
import { noteFields } from './fields.ts'

export const noteKind = { entity: 'note', fields: noteFields } as const satisfies FieldKind
