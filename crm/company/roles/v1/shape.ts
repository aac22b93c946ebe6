import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

/** Kinds of records whose new ones get their visibility from the role of the one who adds them. */
export const SETTING_KEYS = [
  'deal_default_visibility',
  'lead_default_visibility',
  'org_default_visibility',
  'person_default_visibility',
  'product_default_visibility',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

export const Visibility = Type.Enum([1, 3, 5, 7])

const role = {
  id: Type.Integer(),
  parent_role_id: nullable(Type.Integer()),
  name: Type.String(),
  active_flag: Type.Boolean(),
  assignment_count: Type.String(),
  sub_role_count: Type.String(),
}

export const Role = named('Role', Type.Object(role))

export const RoleWithLevel = named(
  'RoleWithLevel',
  Type.Object({ ...role, level: Type.Integer({ description: '1 for the topmost role' }) }),
)
export type RoleWithLevel = Static<typeof RoleWithLevel>

const AccessLevel = Type.Integer({ description: 'Always 7: who sees a record is a matter of the record' })

export const RoleSettings = named(
  'RoleSettings',
  Type.Object({
    deal_default_visibility: Visibility,
    lead_default_visibility: Visibility,
    org_default_visibility: Visibility,
    person_default_visibility: Visibility,
    product_default_visibility: Visibility,
    deal_access_level: AccessLevel,
    org_access_level: AccessLevel,
    person_access_level: AccessLevel,
    product_access_level: AccessLevel,
  }),
)
export type RoleSettings = Static<typeof RoleSettings>

export const StoredSetting = Type.Object({
  id: Type.Integer(),
  deal_default_visibility: optional(Visibility),
  lead_default_visibility: optional(Visibility),
  org_default_visibility: optional(Visibility),
  person_default_visibility: optional(Visibility),
  product_default_visibility: optional(Visibility),
})

export const RoleAssignment = named(
  'RoleAssignment',
  Type.Object({
    user_id: Type.Integer(),
    role_id: Type.Integer(),
    parent_role_id: nullable(Type.Integer()),
    name: Type.String({ description: 'Of the role' }),
    active_flag: Type.Boolean({ description: 'Whether the user is active' }),
    type: Type.String(),
  }),
)
export type RoleAssignment = Static<typeof RoleAssignment>

export const RolePipelines = Type.Object({ pipeline_ids: Type.Array(Type.Integer()), visible: Type.Boolean() })
