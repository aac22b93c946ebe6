import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { shownLabels } from '../../../base/fields/v2/show.ts'
import { AddressV2 } from '../../../base/records/address.ts'
import { personFields } from '../fields.ts'
import { MARKETING_STATUSES } from '../rules.ts'

const Time = Type.String({ description: 'RFC 3339, UTC' })

/** One of several e-mail addresses, phone numbers or messenger names; exactly one of a list is the primary one. */
export const ContactPoint = Type.Object({ value: Type.String(), primary: Type.Boolean(), label: Type.String() })

const Count = optional(Type.Integer())

/** What `include_fields` adds to a person in v2. */
export const includedInPerson = {
  next_activity_id: optional(nullable(Type.Integer())),
  last_activity_id: optional(nullable(Type.Integer())),
  open_deals_count: Count,
  related_open_deals_count: Count,
  closed_deals_count: Count,
  related_closed_deals_count: Count,
  participant_open_deals_count: Count,
  participant_closed_deals_count: Count,
  email_messages_count: Count,
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
  last_incoming_mail_time: optional(nullable(Time)),
  last_outgoing_mail_time: optional(nullable(Time)),
  marketing_status: optional(Type.String({ enum: [...MARKETING_STATUSES] })),
  doi_status: optional(nullable(Type.String())),
  smart_bcc_email: optional(Type.String()),
}

/** A person in v2. */
export const Person = named(
  'Person',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    first_name: nullable(Type.String()),
    last_name: nullable(Type.String()),
    owner_id: Type.Integer(),
    org_id: nullable(Type.Integer()),
    add_time: Time,
    update_time: Time,
    emails: Type.Array(ContactPoint),
    phones: Type.Array(ContactPoint),
    is_deleted: Type.Boolean(),
    visible_to: Type.Integer(),
    label_ids: Type.Array(Type.Integer()),
    picture_id: nullable(Type.Integer()),
    postal_address: nullable(AddressV2),
    im: Type.Array(ContactPoint),
    ...plainShape(personFields),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    ...shownLabels,
    ...includedInPerson,
  }),
)

export type Person = Static<typeof Person>

export const Picture = Type.Object({
  id: Type.Integer(),
  item_type: Type.String(),
  item_id: Type.Integer(),
  added_by_user_id: Type.Integer(),
  active_flag: Type.Boolean(),
  file_size: Type.Integer(),
  pictures: Type.Object({ 128: Type.String(), 512: Type.String() }),
})
export type Picture = Static<typeof Picture>
