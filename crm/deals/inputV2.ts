import { Id, NameText, nullable, oneOf, optional } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import type { Fields } from '../fields/catalog.ts'
import { customFromV2 } from '../fields/values.ts'
import { readTime } from '../records/time.ts'
import { type DealInput, MOST_VALUE } from './input.ts'

const Time = optional(nullable(Type.String({ description: 'RFC 3339, such as 2026-03-01T08:00:00Z' })))

/** What a v2 caller may write; `title` is added by create and update, which differ in it. */
export const writableV2 = {
  owner_id: optional(Id),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  pipeline_id: optional(Id),
  stage_id: optional(Id),
  value: optional(Type.Number({ minimum: -MOST_VALUE, maximum: MOST_VALUE })),
  currency: optional(Type.String()),
  is_deleted: optional(Type.Boolean()),
  is_archived: optional(Type.Boolean()),
  archive_time: Time,
  status: optional(oneOf(['open', 'won', 'lost'])),
  probability: optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  lost_reason: optional(nullable(Type.String())),
  visible_to: optional(Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(5), Type.Literal(7)])),
  close_time: Time,
  won_time: Time,
  lost_time: Time,
  expected_close_date: optional(nullable(Type.String({ format: 'date' }))),
  label_ids: optional(Type.Array(Id)),
  custom_fields: optional(Type.Record(Type.String(), Type.Unknown())),
}

const Body = Type.Object({ title: optional(NameText), ...writableV2 })

export function dealFromV2(fields: Fields, body: Static<typeof Body>): DealInput {
  const { custom_fields, label_ids, archive_time, close_time, won_time, lost_time, ...plain } = body
  return {
    ...plain,
    label_ids: label_ids && [...new Set(label_ids)],
    archive_time: timeOf(archive_time, 'archive_time'),
    close_time: timeOf(close_time, 'close_time'),
    won_time: timeOf(won_time, 'won_time'),
    lost_time: timeOf(lost_time, 'lost_time'),
    custom: () => customFromV2(fields, custom_fields),
  }
}

function timeOf(text: string | null | undefined, field: string): Date | null | undefined {
  return typeof text === 'string' ? readTime(text, field) : text
}
