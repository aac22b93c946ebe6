import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { productColumnsV1, productJoinsV1 } from '../../products/v1/wire.ts'
import { lineColumns, lineSum } from '../wire.ts'

/** The columns of a product on a deal on the v1 wire; `product` says whether the product comes with it. */
export function lineColumnsV1(product: Fragment): Fragment {
  return sql`
    ${lineColumns}, x.company_id, x.id as product_attachment_id, x.is_enabled as enabled_flag, true as active_flag,
    crm.time_v1(x.add_time) as add_time, crm.time_v1(x.update_time) as last_edit,
    crm.formatted_money(${lineSum}, money.symbol) as sum_formatted, trim_scale(x.quantity)::text as quantity_formatted,
    case when ${product} then (select row_to_json(r) from (select ${productColumnsV1()}
      from (select p.*) p ${productJoinsV1}) r) end as product`
}
