import { Id } from '@portico/kit/api/schemas'
import type { Row } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord } from '../../base/changes/write.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { oneRecordV1 } from '../../base/records/v1/wire.ts'
import { copyDiscounts } from '../dealProducts/discountStore.ts'
import { wholeLines } from '../dealProducts/store.ts'
import { copyParticipants } from './participantStore.ts'
import { OPEN } from './rules.ts'
import { lockLiveDeal } from './store.ts'
import { DealV1WithIds } from './v1/shape.ts'
import { findDealV1 } from './v1/store.ts'

/** `POST /deals/{id}/duplicate` of both versions, but for its route, summary and cost: both answer as v1 does. */
export const duplicating = {
  scopes: ['deals:full'],
  params: { id: Id },
  reply: DealV1WithIds,
  async run({ params }: { params: { id: number } }, crm: Crm) {
    const id = await copyDeal(crm, params.id)
    return oneRecordV1<DealV1WithIds>(await fieldsOf(crm, 'deal'), await findDealV1(crm, id, 'ids'), 'Deal')
  },
}

/** What a copy takes over; its times, outcome and history begin anew. */
const COPIED = [
  'title',
  'owner_id',
  'person_id',
  'org_id',
  'pipeline_id',
  'stage_id',
  'value',
  'currency',
  'probability',
  'visible_to',
  'label_ids',
  'expected_close_date',
  'custom',
  'arr',
  'mrr',
  'acv',
]

async function copyDeal(crm: Crm, id: number): Promise<number> {
  const { actor, now } = crm
  const deal: Row = await lockLiveDeal(crm, id)
  const copied = Object.fromEntries(COPIED.map(column => [column, deal[column]]))
  const copy = await insertRecord<{ id: number }>(
    crm,
    'deal',
    { ...copied, ...OPEN, creator_id: actor.userId, add_time: now, update_time: now },
    { facts: { duplicated_from_id: id } },
  )
  await copyParticipants(crm, id, copy.id)
  for (const { id: _, version: __, ...product } of await wholeLines(crm, id))
    await insertRecord(crm, 'deal_product', { ...product, deal_id: copy.id, add_time: now, update_time: now })
  await copyDiscounts(crm, id, copy.id)
  return copy.id
}
