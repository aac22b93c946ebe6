import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { shownLabels } from '../../../base/fields/v2/show.ts'
import { AddressV2 } from '../../../base/records/address.ts'
import { organizationFields } from '../fields.ts'

const Time = Type.String({ description: 'RFC 3339, UTC' })
const Count = optional(Type.Integer())

/** What `include_fields` adds to an organization in v2. */
export const includedInOrganization = {
  next_activity_id: optional(nullable(Type.Integer())),
  last_activity_id: optional(nullable(Type.Integer())),
  open_deals_count: Count,
  related_open_deals_count: Count,
  closed_deals_count: Count,
  related_closed_deals_count: Count,
  email_messages_count: Count,
  people_count: Count,
  activities_count: Count,
  done_activities_count: Count,
  undone_activities_count: Count,
  files_count: Count,
  notes_count: Count,
  followers_count: Count,
  won_deals_count: Count,
  related_won_deals_count: Count,
  lost_deals_count: Count,
  related_lost_deals_count: Count,
  smart_bcc_email: optional(Type.String()),
}

/** An organization in v2. */
export const Organization = named(
  'Organization',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    owner_id: Type.Integer(),
    add_time: Time,
    update_time: Time,
    is_deleted: Type.Boolean(),
    visible_to: Type.Integer(),
    address: nullable(AddressV2),
    label_ids: Type.Array(Type.Integer()),
    ...plainShape(organizationFields),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    ...shownLabels,
    ...includedInOrganization,
  }),
)

export type Organization = Static<typeof Organization>
