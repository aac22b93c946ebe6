import { json } from '@portico/kit/api/json'
import { oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { findSettings } from './store.ts'

const UserSettings = Type.Object({
  marketplace_team: Type.Boolean(),
  list_limit: Type.Integer(),
  beta_app: Type.Boolean(),
  prevent_salesphone_callto_override: Type.Boolean(),
  file_upload_destination: Type.String(),
  callto_link_syntax: Type.String(),
  autofill_deal_expected_close_date: Type.Boolean(),
  person_duplicate_condition: oneOf(['name', 'name_and_organization', 'name_and_email']),
})
type UserSettings = Static<typeof UserSettings>

/** What holds until a company or a user decides otherwise. */
const UNDECIDED: UserSettings = {
  marketplace_team: false,
  list_limit: 100,
  beta_app: false,
  prevent_salesphone_callto_override: false,
  file_upload_destination: 'local',
  callto_link_syntax: 'tel:[number]',
  autofill_deal_expected_close_date: false,
  person_duplicate_condition: 'name',
}

const getUserSettings = v1({
  route: 'GET /userSettings',
  summary: 'Get the settings of the calling user: the own ones before those of the company',
  scopes: ['base'],
  reply: UserSettings,
  cost: 2,
  run: async (_, crm) => json<UserSettings>(await findSettings(crm, UNDECIDED)),
})

export const userSettings = [getUserSettings]
