import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { lineColumns } from '../wire.ts'

/** The columns of a product on a deal on the v2 wire. */
export const lineColumnsV2: Fragment = sql`
  ${lineColumns}, x.is_enabled, crm.time_v2(x.add_time) as add_time, crm.time_v2(x.update_time) as update_time`

/** The columns of `crm.deal_installment i` on the wire. */
export const installmentColumns: Fragment = sql`i.id, i.amount, i.billing_date, i.description, i.deal_id`
