import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { plainColumns } from '../../../base/fields/derive.ts'
import { expandedUser } from '../../../base/records/v1/expand.ts'
import { productFields } from '../fields.ts'
import { PRICES } from '../pricesWire.ts'

const plain = plainColumns(productFields, 'p')

/** The columns of a product on the v1 wire, for `crm.product p` with its owner joined as `owner`; `prices` as in v2. */
export function productColumnsV1(prices: Fragment = PRICES): Fragment {
  return sql`
  p.id, p.name, ${plain}, not p.is_deleted as active_flag, p.is_linkable as selectable,
  lower(left(p.name, 1)) as first_char, p.visible_to::text as visible_to, ${expandedUser('owner')} as owner_id,
  p.files_count,
  (select count(*) from crm.follower x where x.company_id = p.company_id and x.entity = 'product' and x.entity_id = p.id) as followers_count,
  crm.time_v1(p.add_time) as add_time, crm.time_v1(p.update_time) as update_time, p.billing_frequency, p.billing_frequency_cycles,
  (select coalesce(json_agg(json_build_object('product_id', p.id, 'currency', x.currency, 'price', x.price,
      'cost', x.cost, 'overhead_cost', x.direct_cost, 'notes', x.notes) order by x.currency), '[]')
    from ${prices} x) as prices`
}

export const productJoinsV1: Fragment = sql`
  join crm.app_user owner on owner.company_id = p.company_id and owner.id = p.owner_id`
