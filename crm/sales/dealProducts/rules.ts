import { failure } from '@portico/kit/api/failure'
import { type Billing, decideBilling } from '../products/billing.ts'
import type { LineInput } from './input.ts'
import type { DiscountType, TaxMethod } from './shape.ts'

/** A line as it is decided: what it costs and how it is billed. */
export interface Line extends Billing {
  product_id: number
  product_variation_id: number | null
  item_price: number
  quantity: number
  discount: number
  discount_type: DiscountType
  tax: number
  tax_method: TaxMethod
  comments: string | null
  is_enabled: boolean
  billing_start_date: string | null
}

/** What a product brings along when it comes onto a deal. */
export interface ProductOnOffer extends Billing {
  id: number
  tax: number
}

/** A line that only a product and the deal's way of taxing decide. */
export function lineOf(product: ProductOnOffer, tax_method: TaxMethod): Line {
  const { billing_frequency, billing_frequency_cycles } = product
  return {
    product_id: product.id,
    product_variation_id: null,
    item_price: 0,
    quantity: 1,
    discount: 0,
    discount_type: 'percentage',
    tax: product.tax,
    tax_method,
    comments: null,
    is_enabled: true,
    billing_frequency,
    billing_frequency_cycles,
    billing_start_date: null,
  }
}

/** The line after a write, or a refusal that names the field. */
export function decideLine(before: Line, input: LineInput, now: Date): Line {
  const otherProduct = input.product_id !== undefined && input.product_id !== before.product_id
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const line: Line = {
    ...before,
    // A variation belongs to its product and does not outlast it.
    ...(otherProduct && { product_variation_id: null }),
    ...given,
    ...decideBilling(before, input),
  }
  refuseDiscount(line)
  refuseStartDate(line.billing_start_date, now)
  return line
}

function refuseDiscount({ discount, discount_type, item_price, quantity }: Line) {
  if (discount_type === 'percentage' && discount > 100) throw wrong('discount', 'must be 100 at most: it is in percent')
  if (discount_type === 'amount' && discount > 0 && discount > item_price * quantity + 1e-9)
    throw wrong('discount', 'is more than the product costs')
}

const YEARS_AROUND = 10

function refuseStartDate(date: string | null, now: Date) {
  if (date === null) return
  const [earliest, latest] = [-YEARS_AROUND, YEARS_AROUND].map(years => {
    const day = new Date(now)
    day.setUTCFullYear(day.getUTCFullYear() + years)
    return day.toISOString().slice(0, 10)
  })
  if (date < (earliest ?? '') || date > (latest ?? ''))
    throw wrong('billing_start_date', `must be within ${YEARS_AROUND} years from now`)
}

/** What the lines of a deal are together. */
export interface Composition {
  installments: number
  recurring: number
  enabled_recurring: number
  enabled_once: number
}

export const MOST_RECURRING = 20

/** Installments split what is billed once: they need something of that kind, and nothing that recurs beside it. */
export function refuseComposition({ installments, recurring, enabled_recurring, enabled_once }: Composition) {
  if (recurring > MOST_RECURRING)
    throw wrong('billing_frequency', `recurs for more than ${MOST_RECURRING} products of the deal`)
  if (installments === 0) return
  if (enabled_recurring > 0)
    throw wrong('billing_frequency', 'must be one-time for all enabled products of a deal with installments')
  if (enabled_once === 0)
    throw wrong('is_enabled', 'must stay true for one product at least while the deal has installments')
}

function wrong(field: string, what: string) {
  return failure('invalid', `${field} ${what}`, { field })
}
