import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const UserAccess = Type.Object({
  app: oneOf(['global', 'sales', 'campaigns', 'projects', 'account_settings', 'partnership', 'nova']),
  admin: Type.Boolean(),
  permission_set_id: Type.String(),
})

const base = {
  id: Type.Integer(),
  name: Type.String(),
  default_currency: Type.String(),
  locale: Type.String(),
  lang: Type.Integer(),
  email: Type.String(),
  phone: nullable(Type.String()),
  activated: Type.Boolean(),
  last_login: nullable(Type.String()),
  created: Type.String(),
  modified: nullable(Type.String()),
  has_created_company: Type.Boolean(),
  access: Type.Array(UserAccess),
  active_flag: Type.Boolean(),
  timezone_name: Type.String(),
  timezone_offset: Type.String(),
  role_id: Type.Integer(),
  icon_url: nullable(Type.String()),
  is_you: Type.Boolean(),
  is_deleted: Type.Boolean(),
}

export const User = Type.Object(base)
export type User = Static<typeof User>

export const CurrentUser = Type.Object({
  ...base,
  company_id: Type.Integer(),
  company_name: Type.String(),
  company_domain: Type.String(),
  company_country: Type.String(),
  company_industry: Type.String(),
  language: Type.Object({ language_code: Type.String(), country_code: Type.String() }),
})
