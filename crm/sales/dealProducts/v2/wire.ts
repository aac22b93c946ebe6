import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { productColumnsV1, productJoinsV1 } from '../../products/v1/wire.ts'

/** `crm.deal_product x` with its deal `d`, its product `p` and the money of the deal. */
export const lineTables: Fragment = sql`
  crm.deal_product x
  join crm.deal d on d.company_id = x.company_id and d.id = x.deal_id
  join crm.product p on p.company_id = x.company_id and p.id = x.product_id
  left join crm.currency money on money.company_id = d.company_id and money.code = d.currency`

export const lineSum: Fragment = sql`
  crm.line_sum(x.item_price, x.quantity, x.discount, x.discount_type, x.tax, x.tax_method, coalesce(money.decimal_points, 2))`

const shared: Fragment = sql`
  x.id, x.deal_id, x.order_nr, x.product_id, x.product_variation_id, p.name, x.item_price, x.quantity, x.discount,
  x.discount_type, x.tax, x.tax_method, ${lineSum} as sum, d.currency, coalesce(x.comments, '') as comments,
  x.billing_frequency, x.billing_frequency_cycles, x.billing_start_date`

/** The columns of a product on a deal on the v2 wire. */
export const lineColumnsV2: Fragment = sql`
  ${shared}, x.is_enabled, crm.time_v2(x.add_time) as add_time, crm.time_v2(x.update_time) as update_time`

/** The columns of a product on a deal on the v1 wire; `product` says whether the product comes with it. */
export function lineColumnsV1(product: Fragment): Fragment {
  return sql`
    ${shared}, x.company_id, x.id as product_attachment_id, x.is_enabled as enabled_flag, true as active_flag,
    crm.time_v1(x.add_time) as add_time, crm.time_v1(x.update_time) as last_edit,
    crm.formatted_money(${lineSum}, money.symbol) as sum_formatted, trim_scale(x.quantity)::text as quantity_formatted,
    case when ${product} then (select row_to_json(r) from (select ${productColumnsV1}
      from (select p.*) p ${productJoinsV1}) r) end as product`
}
