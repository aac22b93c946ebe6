import { failure } from '@portico/kit/api/failure'
import { DateText, Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import { CurrencyCode, LIMITS, NumberText, TimeText } from '../../../base/limits/atRest.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { LabelsV1, labelsFromV1, VisibleToV1 } from '../../../base/records/v1/input.ts'
import { type DealInput, MOST_VALUE } from '../input.ts'

/** What a v1 caller may write; custom fields come flat beside these. */
export const writableV1 = {
  value: optional(nullable(Type.Union([Type.Number(), NumberText]))),
  label: optional(nullable(LabelsV1)),
  currency: optional(CurrencyCode),
  user_id: optional(Id),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  pipeline_id: optional(Id),
  stage_id: optional(Id),
  status: optional(oneOf(['open', 'won', 'lost', 'deleted'])),
  add_time: optional(TimeText),
  won_time: optional(nullable(TimeText)),
  lost_time: optional(nullable(TimeText)),
  close_time: optional(nullable(TimeText)),
  expected_close_date: optional(nullable(DateText)),
  probability: optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  lost_reason: optional(nullable(Type.String({ maxLength: LIMITS.lostReasonCharacters }))),
  visible_to: optional(VisibleToV1),
  channel: optional(nullable(Type.Integer())),
  channel_id: optional(nullable(Type.String({ maxLength: 255 }))),
}

/** Where a deal comes from is said once. */
export const originV1 = { origin_id: optional(nullable(Type.String({ maxLength: 255 }))) }

const Body = Type.Object({ title: optional(Type.String()), ...writableV1, ...originV1 })

export function dealFromV1(fields: Fields, { actor }: Crm, body: Static<typeof Body>): DealInput {
  const { user_id, status, visible_to } = body
  return {
    title: body.title,
    owner_id: user_id,
    person_id: body.person_id,
    org_id: body.org_id,
    pipeline_id: body.pipeline_id,
    stage_id: body.stage_id,
    value: readNumber(body.value, 'value'),
    currency: body.currency,
    probability: body.probability,
    expected_close_date: body.expected_close_date,
    label_ids: labelsFromV1(body.label, 'label'),
    visible_to: visible_to === undefined ? undefined : Number(visible_to),
    // `deleted` is a status one can set in v1; the deal keeps the one it had, to come back to.
    ...(status === 'deleted' ? { is_deleted: true } : { status, ...(status && { is_deleted: false }) }),
    lost_reason: body.lost_reason,
    origin_id: body.origin_id,
    channel: body.channel,
    channel_id: body.channel_id,
    add_time: readTimeV1(body.add_time, 'add_time') ?? undefined,
    won_time: readTimeV1(body.won_time, 'won_time'),
    lost_time: readTimeV1(body.lost_time, 'lost_time'),
    close_time: readTimeV1(body.close_time, 'close_time'),
    // They come flat beside the fields that every deal has.
    withoutCustom: Object.keys(body).every(name => Object.hasOwn(Body.properties, name)),
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}

/** v1 takes numbers written as text; an empty text is nothing. */
function readNumber(given: number | string | null | undefined, field: string): number | undefined {
  if (given === undefined) return undefined
  const number = given === null || (typeof given === 'string' && given.trim() === '') ? 0 : Number(given)
  if (!(Math.abs(number) <= MOST_VALUE)) throw failure('invalid', `${field} must be a number up to 1e15`, { field })
  return number
}
