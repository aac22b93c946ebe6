import { nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainFrom, plainInput } from '../../../base/fields/derive.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import { LIMITS, TimeText } from '../../../base/limits/atRest.ts'
import { addressFromV1 } from '../../../base/records/address.ts'
import { LabelIds } from '../../../base/records/labelIds.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { IdV1, idFromV1, LabelsV1, labelsFromV1, VisibleToV1 } from '../../../base/records/v1/input.ts'
import { personFields } from '../fields.ts'
import type { PersonInput } from '../input.ts'
import { type ContactPoint, type GivenContactPoint, MARKETING_STATUSES, readContactPoints } from '../rules.ts'

const Line = Type.String({ maxLength: LIMITS.lineCharacters })
const Point = Type.Object({
  value: optional(nullable(Type.Union([Line, Type.Number()]))),
  primary: optional(Type.Boolean()),
  label: optional(nullable(Line)),
})
const PointList = Type.Array(Type.Union([Point, Line]), { maxItems: LIMITS.contactPoints })
const Points = optional(nullable(Type.Union([PointList, Line, Point])))
const Text = optional(nullable(Type.String({ maxLength: 255 })))

/** What a v1 caller may write; custom fields and the parts of the address come flat beside these. */
export const writableV1 = {
  first_name: Text,
  last_name: Text,
  owner_id: optional(IdV1),
  org_id: optional(nullable(IdV1)),
  email: Points,
  phone: Points,
  im: Points,
  label: optional(nullable(LabelsV1)),
  label_ids: optional(nullable(LabelIds)),
  visible_to: optional(VisibleToV1),
  marketing_status: optional(oneOf(MARKETING_STATUSES)),
  ...plainInput(personFields),
  add_time: optional(TimeText),
  active_flag: optional(Type.Boolean({ description: 'true brings a deleted person back' })),
}

const Body = Type.Object({ name: optional(Type.String()), ...writableV1 })

export function personFromV1(fields: Fields, { actor }: Crm, body: Static<typeof Body>): PersonInput {
  const { label, label_ids, active_flag, visible_to } = body
  return {
    name: body.name,
    first_name: body.first_name,
    last_name: body.last_name,
    owner_id: idFromV1(body.owner_id),
    org_id: idFromV1(body.org_id),
    emails: pointsFromV1(body.email, 'email'),
    phones: pointsFromV1(body.phone, 'phone'),
    im: pointsFromV1(body.im, 'im'),
    label_ids: label_ids === undefined ? labelsFromV1(label, 'label') : labelsFromV1(label_ids, 'label_ids'),
    visible_to: visible_to === undefined ? undefined : Number(visible_to),
    marketing_status: body.marketing_status,
    ...plainFrom(personFields, body),
    is_deleted: active_flag === undefined ? undefined : !active_flag,
    add_time: readTimeV1(body.add_time, 'add_time') ?? undefined,
    postal_address: stored => addressFromV1(body, 'postal_address', stored),
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}

/** A plain text, a list of texts, one entry or a list of entries; null or an empty text for none. */
function pointsFromV1(
  given: string | GivenContactPoint | readonly (string | GivenContactPoint)[] | null | undefined,
  field: string,
): ContactPoint[] | undefined {
  if (given === undefined) return undefined
  const entries = given === null ? [] : [given].flat()
  return readContactPoints(
    entries.map(entry => (typeof entry === 'string' ? { value: entry } : entry)),
    field,
  )
}
