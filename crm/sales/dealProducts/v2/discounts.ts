import { failure } from '@portico/kit/api/failure'
import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { logChange } from '../../../base/changes/logStore.ts'
import { lockLiveDeal, requireDeal } from '../../deals/store.ts'
import { DISCOUNT_TYPES, type DiscountType } from '../shape.ts'
import { syncDealValue } from '../value.ts'
import { changeDiscount, deleteDiscount, insertDiscount, selectDiscounts } from './discountStore.ts'
import { Discount } from './shape.ts'

/** Discounts on a deal as a whole, beside those on its products. */

const params = { id: Id, discount_id: Type.String({ format: 'uuid' }) }
const SCOPES = ['deals:read', 'deals:full']
const Amount = Type.Number({ exclusiveMinimum: 0, maximum: 1e12 })
const Description = Type.String({ minLength: 1, maxLength: 255 })

const getAdditionalDiscounts = v2({
  route: 'GET /deals/{id}/discounts',
  summary: 'List the discounts on a deal',
  scopes: SCOPES,
  params: { id: Id },
  reply: Type.Array(Discount),
  cost: 10,
  async run({ params }, crm) {
    await requireDeal(crm, params.id)
    return selectDiscounts(crm, params.id)
  },
})

const postAdditionalDiscount = v2({
  route: 'POST /deals/{id}/discounts',
  summary: 'Add a discount to a deal; it comes off what is billed once',
  scopes: SCOPES,
  params: { id: Id },
  body: { description: Description, amount: Amount, type: oneOf(DISCOUNT_TYPES) },
  reply: Discount,
  status: 201,
  cost: 5,
  async run({ params, body }, crm) {
    refuseAmount(body)
    await lockLiveDeal(crm, params.id)
    const id = await insertDiscount(crm, params.id, body)
    return settle(crm, params.id, id, 'added')
  },
})

const updateAdditionalDiscount = v2({
  route: 'PATCH /deals/{id}/discounts/{discount_id}',
  summary: 'Update a discount on a deal',
  scopes: SCOPES,
  params,
  body: { description: optional(Description), amount: optional(Amount), type: optional(oneOf(DISCOUNT_TYPES)) },
  reply: Discount,
  cost: 5,
  async run({ params, body }, crm) {
    await lockLiveDeal(crm, params.id)
    refuseAmount(await changeDiscount(crm, params.id, params.discount_id, body))
    return settle(crm, params.id, params.discount_id, 'updated')
  },
})

const deleteAdditionalDiscount = v2({
  route: 'DELETE /deals/{id}/discounts/{discount_id}',
  summary: 'Remove a discount from a deal',
  scopes: SCOPES,
  params,
  reply: Type.Object({ id: Type.String() }),
  cost: 3,
  async run({ params: { id, discount_id } }, crm) {
    await lockLiveDeal(crm, id)
    const description = await deleteDiscount(crm, id, discount_id)
    await logChange(crm, 'deal_discount', discount_id, 'deleted', { deal_id: id, description })
    await syncDealValue(crm, id)
    return { id: discount_id }
  },
})

/** Logs a change of a discount, brings the value of the deal after it, and gives back the discount as it is. */
async function settle(crm: Crm, dealId: number, id: string, action: 'added' | 'updated'): Promise<Discount> {
  const [discount] = await selectDiscounts(crm, dealId, id)
  if (!discount) throw new Error('a discount just written is gone')
  const { type, amount, description } = discount
  await logChange(crm, 'deal_discount', id, action, { deal_id: dealId, type, amount, description })
  await syncDealValue(crm, dealId)
  return discount
}

function refuseAmount({ type, amount }: { type: DiscountType; amount: number }) {
  if (type === 'percentage' && amount > 100)
    throw failure('invalid', 'amount must be 100 at most: it is in percent', { field: 'amount' })
}

export const dealDiscounts = [
  getAdditionalDiscounts,
  postAdditionalDiscount,
  updateAdditionalDiscount,
  deleteAdditionalDiscount,
]
