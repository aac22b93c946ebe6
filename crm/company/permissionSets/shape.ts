import { named, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { APPS, RIGHT_NAMES } from '../../base/access/rights.ts'

const set = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  app: oneOf(APPS),
  type: oneOf(['admin', 'manager', 'regular', 'custom']),
  assignment_count: Type.Integer(),
}

export const PermissionSet = named('PermissionSet', Type.Object(set))
export type PermissionSet = Static<typeof PermissionSet>

export const permissionSetWithContents = { ...set, contents: Type.Array(oneOf(RIGHT_NAMES)) }

export const PermissionSetWithContents = named('PermissionSetWithContents', Type.Object(permissionSetWithContents))
export type PermissionSetWithContents = Static<typeof PermissionSetWithContents>
