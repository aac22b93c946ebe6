import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainInput } from '../../../base/fields/derive.ts'
import { customFromV2 } from '../../../base/fields/values.ts'
import { CurrencyCode, CustomFields, LIMITS } from '../../../base/limits/atRest.ts'
import { Amount } from '../../../base/records/amount.ts'
import { Name } from '../../../base/records/name.ts'
import { billingInput } from '../billing.ts'
import { productFields } from '../fields.ts'
import type { ProductInput } from '../input.ts'

export const Prices = Type.Array(
  Type.Object(
    {
      currency: CurrencyCode,
      price: optional(Amount),
      cost: optional(Amount),
      direct_cost: optional(nullable(Amount)),
      notes: optional(Type.String({ maxLength: LIMITS.priceNoteCharacters })),
    },
    { additionalProperties: false },
  ),
  { maxItems: LIMITS.pricesOfProduct },
)

/** What a v2 caller may write; `name` is added by create and update, which differ in it. */
export const writableV2 = {
  ...plainInput(productFields),
  owner_id: optional(Id),
  is_linkable: optional(Type.Boolean()),
  visible_to: optional(Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(5), Type.Literal(7)])),
  prices: optional(Prices),
  ...billingInput,
  custom_fields: optional(CustomFields),
}

const Body = Type.Object({ name: optional(Name), ...writableV2 })

export function productFromV2(fields: Fields, body: Static<typeof Body>): ProductInput {
  const { custom_fields, ...plain } = body
  return { ...plain, custom: () => customFromV2(fields, custom_fields) }
}
