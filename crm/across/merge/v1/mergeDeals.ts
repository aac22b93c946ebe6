import { failure } from '@portico/kit/api/failure'
import { json, withFields } from '@portico/kit/api/json'
import { Id } from '@portico/kit/api/schemas'
import type { Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { dealKind } from '../../../sales/deals/kind.ts'
import { MergedDealV1 } from '../../../sales/deals/v1/shape.ts'
import { findDealV1 } from '../../../sales/deals/v1/store.ts'
import { mergeRecords } from '../mergeRecords.ts'

const merging = {
  ifMatch: true,
  scopes: ['deals:full'],
  rights: ['can_merge_deals'] as const,
  params: { id: Id },
  body: { merge_with_id: Id },
  reply: MergedDealV1,
  cost: 40,
  async run({ params, body }: { params: { id: number }; body: { merge_with_id: number } }, crm: Crm) {
    await mergeRecords(crm, dealKind, params.id, body.merge_with_id)
    const survivor = await findDealV1(crm, body.merge_with_id, 'ids')
    if (!survivor) throw failure('missing', 'Deal not found')
    const text = textV1(await fieldsOf(crm, 'deal'), survivor)
    return json<Static<typeof MergedDealV1>>(withFields(text, { merge_what_id: params.id }))
  },
}

const mergeDeals = v1({
  route: 'PUT /deals/{id}/merge',
  summary: 'Merge a deal into another, which survives',
  ...merging,
})

const mergeDealsByPost = v1({
  route: 'POST /deals/{id}/merge',
  summary: 'Merge a deal into another, as older clients ask for it',
  ...merging,
})

export const dealMerge = [mergeDeals, mergeDealsByPost]
