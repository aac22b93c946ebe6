import { dayIn, flagIn, numberIn, recordsIn, textIn, timeIn, timesOf } from '../given.ts'
import type { Look, PartKind } from '../kind.ts'

/* What belongs to a deal and has rows of its own. */

export const lineKind = (deal_id: number): PartKind => ({
  name: 'product on deal',
  table: 'deal_product',
  values: (line, look) => ({
    deal_id,
    product_id: look.must('product', line.product_id),
    product_variation_id: look.id('variation', line.product_variation_id),
    item_price: numberIn(line.item_price) ?? 0,
    quantity: numberIn(line.quantity) ?? 1,
    discount: numberIn(line.discount) ?? undefined,
    discount_type: textIn(line.discount_type) ?? undefined,
    tax: numberIn(line.tax) ?? undefined,
    tax_method: textIn(line.tax_method) ?? undefined,
    comments: textIn(line.comments),
    is_enabled: line.is_enabled === undefined ? undefined : flagIn(line.is_enabled),
    order_nr: numberIn(line.order_nr) ?? undefined,
    billing_frequency: textIn(line.billing_frequency) ?? undefined,
    billing_frequency_cycles: numberIn(line.billing_frequency_cycles),
    billing_start_date: dayIn(line.billing_start_date),
    ...timesOf(line),
  }),
})

export const installmentKind = (deal_id: number): PartKind => ({
  name: 'installment of deal',
  table: 'deal_installment',
  values: row => ({
    deal_id,
    amount: numberIn(row.amount) ?? 0,
    billing_date: dayIn(row.billing_date),
    description: textIn(row.description) ?? '',
  }),
})

export function discountsOf(given: unknown, look: Look) {
  return recordsIn(given).map(row => ({
    id: String(row.id),
    type: textIn(row.type),
    amount: numberIn(row.amount) ?? 0,
    description: textIn(row.description) ?? '',
    created_by: look.user(row.created_by),
    created_at: timeIn(row.created_at) ?? new Date(0),
    updated_by: row.updated_by === null || row.updated_by === undefined ? null : look.user(row.updated_by),
    updated_at: timeIn(row.updated_at),
  }))
}
