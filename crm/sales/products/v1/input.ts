import { nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainFrom, plainInput } from '../../../base/fields/derive.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'
import { Amount } from '../../../base/records/amount.ts'
import { IdV1, idFromV1, VisibleToV1 } from '../../../base/records/v1/input.ts'
import { billingInput } from '../billing.ts'
import { productFields } from '../fields.ts'
import type { ProductInput } from '../input.ts'

const PricesV1 = Type.Array(
  Type.Object({
    currency: CurrencyCode,
    price: optional(Amount),
    cost: optional(Amount),
    overhead_cost: optional(nullable(Amount)),
    notes: optional(Type.String({ maxLength: LIMITS.priceNoteCharacters })),
  }),
  { maxItems: LIMITS.pricesOfProduct },
)

/** What a v1 caller may write; custom fields come flat beside these. */
export const writableV1 = {
  ...plainInput(productFields),
  active_flag: optional(Type.Boolean()),
  selectable: optional(Type.Boolean()),
  visible_to: optional(VisibleToV1),
  owner_id: optional(IdV1),
  prices: optional(PricesV1),
  ...billingInput,
}

const Body = Type.Object({ name: optional(Type.String()), ...writableV1 })

export function productFromV1(fields: Fields, { actor }: Crm, body: Static<typeof Body>): ProductInput {
  const { active_flag, selectable, visible_to, prices } = body
  return {
    name: body.name,
    ...plainFrom(productFields, body),
    owner_id: idFromV1(body.owner_id),
    billing_frequency: body.billing_frequency,
    billing_frequency_cycles: body.billing_frequency_cycles,
    is_linkable: selectable,
    is_deleted: active_flag === undefined ? undefined : !active_flag,
    visible_to: visible_to === undefined ? undefined : Number(visible_to),
    prices: prices?.map(({ overhead_cost, ...price }) => ({ ...price, direct_cost: overhead_cost })),
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}
