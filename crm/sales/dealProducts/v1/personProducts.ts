import type { Answered } from '@portico/kit/api/answer'
import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { offsetPage, pageOf } from '../../../base/lists/v1/offset.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { standing } from '../../deals/v1/shape.ts'
import { selectPersonProducts } from './personProductStore.ts'

const Text = nullable(Type.String())
const Count = Type.Integer()

const DealOfProduct = Type.Object({
  id: Type.Integer(),
  company_id: Type.Integer(),
  creator_user_id: Type.Integer(),
  user_id: Type.Integer(),
  person_id: nullable(Type.Integer()),
  org_id: nullable(Type.Integer()),
  stage_id: Type.Integer(),
  title: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  add_time: Type.String(),
  first_add_time: Type.String(),
  update_time: Text,
  ...standing,
})

const ProductOfDeal = Type.Object({
  id: Type.Integer(),
  company_id: Type.Integer(),
  name: Type.String(),
  code: Type.String(),
  description: Type.String(),
  unit: Type.String(),
  tax: Type.Number(),
  category: Text,
  active_flag: Type.Boolean(),
  selectable: Type.Boolean(),
  first_char: Type.String(),
  visible_to: Type.String(),
  owner_id: Type.Integer(),
  files_count: Count,
  add_time: Type.String(),
  update_time: Type.String(),
  deal_id: Type.Integer(),
})

/** One product on one deal of a person, under the id of the deal. */
export const PersonProduct = byId('DEAL_ID', Type.Object({ deal: DealOfProduct, product: ProductOfDeal }))

/**
 * The products on the deals of a person, whether it is their main contact or takes part. Callers have made sure that
 * the person is visible; deals and products the caller may not see are left out.
 */
export async function personProductsPage(
  crm: Crm,
  personId: number,
  query: { start?: number | undefined; limit?: number | undefined },
): Promise<Answered<Static<typeof PersonProduct>[] | null>> {
  const page = pageOf(query)
  return offsetPage(await selectPersonProducts(crm, personId, { ...page, limit: page.limit + 1 }), page)
}
