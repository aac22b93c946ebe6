import { Id, NameText, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Fields } from '../../../base/fields/catalog.ts'
import { customFromV2 } from '../../../base/fields/values.ts'
import { CurrencyCode, CustomFields, LIMITS } from '../../../base/limits/atRest.ts'
import { LabelIds } from '../../../base/records/labelIds.ts'
import { readTime } from '../../../base/records/time.ts'
import { type DealInput, MOST_VALUE } from '../input.ts'

const Time = optional(nullable(Type.String({ maxLength: 40, description: 'RFC 3339, such as 2026-03-01T08:00:00Z' })))

/** What a v2 caller may write; `title` is added by create and update, which differ in it. */
export const writableV2 = {
  owner_id: optional(Id),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  pipeline_id: optional(Id),
  stage_id: optional(Id),
  value: optional(Type.Number({ minimum: -MOST_VALUE, maximum: MOST_VALUE })),
  currency: optional(CurrencyCode),
  is_deleted: optional(Type.Boolean()),
  is_archived: optional(Type.Boolean()),
  archive_time: Time,
  status: optional(oneOf(['open', 'won', 'lost', 'deleted'], { description: '`deleted` is what `is_deleted` says' })),
  probability: optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  lost_reason: optional(nullable(Type.String({ maxLength: LIMITS.lostReasonCharacters }))),
  visible_to: optional(Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(5), Type.Literal(7)])),
  close_time: Time,
  won_time: Time,
  lost_time: Time,
  expected_close_date: optional(nullable(Type.String({ format: 'date' }))),
  label_ids: optional(LabelIds),
  custom_fields: optional(CustomFields),
}

const Body = Type.Object({ title: optional(NameText), ...writableV2 })

export function dealFromV2(fields: Fields, body: Static<typeof Body>): DealInput {
  return {
    title: body.title,
    owner_id: body.owner_id,
    person_id: body.person_id,
    org_id: body.org_id,
    pipeline_id: body.pipeline_id,
    stage_id: body.stage_id,
    value: body.value,
    currency: body.currency,
    probability: body.probability,
    visible_to: body.visible_to,
    expected_close_date: body.expected_close_date,
    label_ids: body.label_ids && [...new Set(body.label_ids)],
    is_archived: body.is_archived,
    archive_time: timeOf(body.archive_time, 'archive_time'),
    // Programs that were written for v1 send `deleted` as a status; the deal keeps the one it had, to come back to.
    ...(body.status === 'deleted' ? { is_deleted: true } : { status: body.status, is_deleted: body.is_deleted }),
    lost_reason: body.lost_reason,
    close_time: timeOf(body.close_time, 'close_time'),
    won_time: timeOf(body.won_time, 'won_time'),
    lost_time: timeOf(body.lost_time, 'lost_time'),
    withoutCustom: body.custom_fields === undefined,
    custom: () => customFromV2(fields, body.custom_fields),
  }
}

function timeOf(text: string | null | undefined, field: string): Date | null | undefined {
  return typeof text === 'string' ? readTime(text, field) : text
}
