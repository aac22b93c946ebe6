import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { customFieldsV2 } from '../../../base/fields/values.ts'
import { productFields } from '../fields.ts'
import { PRICES } from '../pricesWire.ts'

const plain = plainColumns(productFields, 'p')

/** The columns of a product on the v2 wire, for `crm.product p`; `prices` are rows like those of its price table. */
export function productColumnsV2(fields: Fields, prices: Fragment = PRICES): Fragment {
  return sql`
    p.id, p.name, ${plain}, p.owner_id, p.is_linkable, p.is_deleted, p.visible_to, p.billing_frequency,
    p.billing_frequency_cycles, crm.time_v2(p.add_time) as add_time, crm.time_v2(p.update_time) as update_time,
    (select coalesce(json_agg(json_build_object('product_id', p.id, ${price()}) order by x.currency), '[]')
      from ${prices} x) as prices,
    ${customFieldsV2(fields, 'p')} as custom_fields`
}

/** The columns of a variation on the v2 wire, for `crm.product_variation v`. */
export const variationColumns: Fragment = sql`
  v.id, v.name, v.product_id,
  (select coalesce(json_agg(json_build_object('product_variation_id', x.variation_id, ${price()}) order by x.currency), '[]')
    from crm.product_price x
    where x.company_id = v.company_id and x.product_id = v.product_id and x.variation_id = v.id) as prices`

function price(): Fragment {
  return sql`'price', x.price, 'currency', x.currency, 'cost', x.cost, 'direct_cost', x.direct_cost, 'notes', x.notes`
}
