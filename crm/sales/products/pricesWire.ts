import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The prices of the product `p`. */
export const PRICES: Fragment = sql`(select x.* from crm.product_price x
  where x.company_id = p.company_id and x.product_id = p.id and x.variation_id = 0)`

/** The prices that a record of the log has. */
export function pricesIn(record: Fragment): Fragment {
  return sql`(select x.* from jsonb_to_recordset(${record} -> 'prices')
    x (currency text, price numeric, cost numeric, direct_cost numeric, notes text))`
}
