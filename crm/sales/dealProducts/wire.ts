import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** `crm.deal_product x` with its deal `d`, its product `p` and the money of the deal. */
export const lineTables: Fragment = sql`crm.deal_product x ${lineJoins()}`

export function lineJoins(): Fragment {
  return sql`
  join crm.deal d on d.company_id = x.company_id and d.id = x.deal_id
  join crm.product p on p.company_id = x.company_id and p.id = x.product_id
  left join crm.currency money on money.company_id = d.company_id and money.code = d.currency`
}

export const lineSum: Fragment = sql`
  crm.line_sum(x.item_price, x.quantity, x.discount, x.discount_type, x.tax, x.tax_method, coalesce(money.decimal_points, 2))`

/** The columns that both versions show. */
export const lineColumns: Fragment = sql`
  x.id, x.deal_id, x.order_nr, x.product_id, x.product_variation_id, p.name, x.item_price, x.quantity, x.discount,
  x.discount_type, x.tax, x.tax_method, ${lineSum} as sum, d.currency, coalesce(x.comments, '') as comments,
  x.billing_frequency, x.billing_frequency_cycles, x.billing_start_date`
