import { failure } from '@portico/kit/failure'
import { DateText, Id, nullable, optional, Uuid } from '@portico/kit/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import type { CustomPatch } from '../../../base/fields/values.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'
import { Amount } from '../../../base/records/amount.ts'
import { Name } from '../../../base/records/name.ts'
import { VisibleToV1 } from '../../../base/records/v1/input.ts'
import type { LeadValue } from './shape.ts'

/** What a caller may write; custom fields come flat beside these. */
export const writable = {
  owner_id: optional(Id),
  label_ids: optional(nullable(Type.Array(Uuid, { maxItems: LIMITS.labels }))),
  person_id: optional(nullable(Id)),
  organization_id: optional(nullable(Id)),
  is_archived: optional(Type.Boolean()),
  value: optional(nullable(Type.Object({ amount: Amount, currency: CurrencyCode }))),
  expected_close_date: optional(nullable(DateText)),
  visible_to: optional(VisibleToV1),
  was_seen: optional(Type.Boolean()),
  origin_id: optional(nullable(Type.String({ maxLength: 255 }))),
  channel: optional(nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
  channel_id: optional(nullable(Type.String({ maxLength: 255 }))),
}

/** A write of a lead. What is undefined stays as it is. */
export interface LeadInput {
  title?: string | undefined
  owner_id?: number | undefined
  label_ids?: string[] | undefined
  person_id?: number | null | undefined
  organization_id?: number | null | undefined
  is_archived?: boolean | undefined
  value?: Static<typeof LeadValue> | null | undefined
  expected_close_date?: string | null | undefined
  visible_to?: number | undefined
  was_seen?: boolean | undefined
  origin_id?: string | null | undefined
  channel?: number | null | undefined
  channel_id?: string | null | undefined
  /** What happens to the custom fields, given those the lead has. */
  custom(stored: Record<string, unknown>): CustomPatch
}

const Body = Type.Object({ title: optional(nullable(Name)), ...writable })

export function leadFrom(fields: Fields, { actor }: Crm, body: Static<typeof Body>): LeadInput {
  return {
    // A lead always has a title: null, which the contract allows, leaves it as it is.
    title: body.title ?? undefined,
    owner_id: body.owner_id,
    label_ids: body.label_ids === undefined ? undefined : [...new Set(body.label_ids ?? [])],
    person_id: body.person_id,
    organization_id: body.organization_id,
    is_archived: body.is_archived,
    value: body.value,
    expected_close_date: body.expected_close_date,
    visible_to: body.visible_to === undefined ? undefined : Number(body.visible_to),
    was_seen: body.was_seen,
    origin_id: body.origin_id,
    channel: body.channel,
    channel_id: body.channel_id,
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}

/** The fields that are stored as they come. */
const PLAIN = [
  'title',
  'owner_id',
  'label_ids',
  'person_id',
  'organization_id',
  'expected_close_date',
  'visible_to',
  'was_seen',
  'origin_id',
  'channel',
  'channel_id',
] as const

export function plainValues(input: LeadInput): Record<string, unknown> {
  return Object.fromEntries(PLAIN.filter(field => input[field] !== undefined).map(field => [field, input[field]]))
}

/** A lead is about somebody. */
export function requireContact(person: number | null, organization: number | null): void {
  if (person === null && organization === null)
    throw failure('invalid', 'A lead needs a person_id or an organization_id', { field: 'person_id' })
}
