import { failure } from '@portico/kit/api/failure'
import { Id, nullable, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { type PlainValues, plainFrom, plainInput } from '../../../base/fields/derive.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import type { CustomPatch } from '../../../base/fields/values.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'
import { Amount } from '../../../base/records/amount.ts'
import { Name } from '../../../base/records/name.ts'
import { VisibleToV1 } from '../../../base/records/v1/input.ts'
import { leadFields } from '../fields.ts'
import type { LeadValue } from './shape.ts'

/** What a caller may write; custom fields come flat beside these. */
export const writable = {
  owner_id: optional(Id),
  label_ids: optional(nullable(Type.Array(Uuid, { maxItems: LIMITS.labels }))),
  person_id: optional(nullable(Id)),
  organization_id: optional(nullable(Id)),
  is_archived: optional(Type.Boolean()),
  value: optional(nullable(Type.Object({ amount: Amount, currency: CurrencyCode }))),
  visible_to: optional(VisibleToV1),
  ...plainInput(leadFields),
}

/** A write of a lead. What is undefined stays as it is. */
export interface LeadInput extends PlainValues<typeof leadFields> {
  title?: string | undefined
  owner_id?: number | undefined
  label_ids?: string[] | undefined
  person_id?: number | null | undefined
  organization_id?: number | null | undefined
  is_archived?: boolean | undefined
  value?: Static<typeof LeadValue> | null | undefined
  visible_to?: number | undefined
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
    visible_to: body.visible_to === undefined ? undefined : Number(body.visible_to),
    ...plainFrom(leadFields, body),
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}

/** A lead is about somebody. */
export function requireContact(person: number | null, organization: number | null): void {
  if (person === null && organization === null)
    throw failure('invalid', 'A lead needs a person_id or an organization_id', { field: 'person_id' })
}
