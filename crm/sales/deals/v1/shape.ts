import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static, type TSchema } from 'typebox'
import { ExpandedOrganization, ExpandedPerson, ExpandedUser } from '../../../base/records/v1/shape.ts'

const Text = nullable(Type.String())
const Count = Type.Integer()

/** How a deal stands and what hangs on it, as every shape of it says. */
export const standing = {
  stage_change_time: Text,
  active: Type.Boolean(),
  deleted: Type.Boolean(),
  status: Type.String(),
  probability: nullable(Type.Number()),
  next_activity_date: Text,
  next_activity_time: Text,
  next_activity_id: nullable(Type.Integer()),
  last_activity_id: nullable(Type.Integer()),
  last_activity_date: Text,
  lost_reason: Text,
  visible_to: Type.String(),
  close_time: Text,
  pipeline_id: Type.Integer(),
  won_time: Text,
  first_won_time: Text,
  lost_time: Text,
  products_count: Count,
  files_count: Count,
  notes_count: Count,
  followers_count: Count,
  email_messages_count: Count,
  activities_count: Count,
  done_activities_count: Count,
  undone_activities_count: Count,
  participants_count: Count,
  expected_close_date: Text,
  last_incoming_mail_time: Text,
  last_outgoing_mail_time: Text,
  label: Text,
}

const base = {
  id: Type.Integer(),
  stage_id: Type.Integer(),
  title: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  add_time: Type.String(),
  update_time: Type.String(),
  ...standing,
  is_archived: Type.Boolean(),
  archive_time: Text,
  stage_order_nr: Type.Integer(),
  person_name: Text,
  org_name: Text,
  next_activity_subject: Text,
  next_activity_type: Text,
  next_activity_duration: Text,
  next_activity_note: Text,
  formatted_value: Type.String(),
  weighted_value: Type.Number(),
  formatted_weighted_value: Type.String(),
  weighted_value_currency: Type.String(),
  rotten_time: Text,
  local_won_date: Text,
  local_lost_date: Text,
  local_close_date: Text,
  owner_name: Type.String(),
  cc_email: Type.String(),
  org_hidden: Type.Boolean(),
  person_hidden: Type.Boolean(),
  origin: Type.String(),
  origin_id: Text,
  channel: nullable(Type.Integer()),
  channel_id: Text,
  arr: nullable(Type.Number()),
  mrr: nullable(Type.Number()),
  acv: nullable(Type.Number()),
  arr_currency: Text,
  mrr_currency: Text,
  acv_currency: Text,
}

/** The other record with a few of its fields; for whoever asks by `strict_mode`, its id. */
function expandedOrId<T extends TSchema>(expanded: T) {
  return Type.Union([expanded, Type.Integer(), Type.Null()])
}

/** A deal in v1 with its relations written out; the company's own fields come beside these, flat. */
export const DealV1 = named(
  'DealV1',
  Type.Object(
    {
      ...base,
      creator_user_id: expandedOrId(ExpandedUser),
      user_id: expandedOrId(ExpandedUser),
      person_id: expandedOrId(ExpandedPerson),
      org_id: expandedOrId(ExpandedOrganization),
    },
    { additionalProperties: true },
  ),
)
export type DealV1 = Static<typeof DealV1>

const ids = {
  creator_user_id: Type.Integer(),
  user_id: Type.Integer(),
  person_id: nullable(Type.Integer()),
  org_id: nullable(Type.Integer()),
}

/** The same with plain ids. */
export const DealV1WithIds = named('DealV1WithIds', Type.Object({ ...base, ...ids }, { additionalProperties: true }))
export type DealV1WithIds = Static<typeof DealV1WithIds>

export const MergedDealV1 = named(
  'MergedDealV1',
  Type.Object({ ...base, ...ids, merge_what_id: Type.Integer() }, { additionalProperties: true }),
)
