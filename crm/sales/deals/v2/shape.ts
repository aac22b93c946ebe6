import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { shownLabels } from '../../../base/fields/v2/show.ts'
import { includedInDeal } from './included.ts'

export const DEAL_STATUSES = ['open', 'won', 'lost', 'deleted'] as const
export type DealStatus = (typeof DEAL_STATUSES)[number]

const Time = Type.String({ description: 'RFC 3339, UTC' })

/** A deal in v2. */
export const Deal = named(
  'Deal',
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    creator_user_id: Type.Integer(),
    owner_id: Type.Integer(),
    person_id: nullable(Type.Integer()),
    org_id: nullable(Type.Integer()),
    pipeline_id: Type.Integer(),
    stage_id: Type.Integer(),
    value: Type.Number(),
    currency: Type.String(),
    add_time: Time,
    update_time: Time,
    stage_change_time: nullable(Time),
    is_deleted: Type.Boolean(),
    is_archived: Type.Boolean(),
    archive_time: nullable(Time),
    status: Type.String({ enum: [...DEAL_STATUSES] }),
    probability: nullable(Type.Number()),
    lost_reason: nullable(Type.String()),
    visible_to: Type.Integer(),
    close_time: nullable(Time),
    won_time: nullable(Time),
    lost_time: nullable(Time),
    expected_close_date: nullable(Type.String()),
    label_ids: Type.Array(Type.Integer()),
    origin: Type.String(),
    origin_id: nullable(Type.String()),
    channel: nullable(Type.Integer()),
    channel_id: nullable(Type.String()),
    arr: nullable(Type.Number()),
    mrr: nullable(Type.Number()),
    acv: nullable(Type.Number()),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    ...includedInDeal,
    source_lead_id: nullable(Type.String()),
    ...shownLabels,
  }),
)

export type Deal = Static<typeof Deal>
