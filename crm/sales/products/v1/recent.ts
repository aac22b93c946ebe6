import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { fieldsOf } from '../../../base/fields/check.ts'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { ProductV1 } from './shape.ts'
import { selectProductsV1 } from './store.ts'

/** The contract writes these two as numbers here, and only here. */
const RecentProduct = Type.Object(
  { ...ProductV1.properties, owner_id: Type.Integer(), visible_to: Type.Integer() },
  { additionalProperties: true },
)

export const recentProducts: Recent = {
  item: 'product',
  logged: 'product',
  shape: RecentProduct,
  async show(crm, ids) {
    const fields = await fieldsOf(crm, 'product')
    const rows = await selectProductsV1(crm, sql`p.id = any(${ids}::bigint[])`, ALL_OF_THEM)
    return textsById(rows, row => {
      const product = JSON.parse(textV1(fields, row))
      return JSON.stringify({ ...product, owner_id: row.owner_id, visible_to: Number(product.visible_to) })
    })
  },
}
