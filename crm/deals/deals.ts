import type { Answered } from '@portico/kit/answer'
import { Id, listOf, oneOf, optional } from '@portico/kit/schemas'
import Type from 'typebox'
import type { Crm } from '../api/context.ts'
import { v2 } from '../api/operation.ts'
import { fieldsOf } from '../fields/check.ts'
import { fieldsQuery, showV2 } from '../fields/show.ts'
import { filterCondition } from '../filters/condition.ts'
import { cursorQuery, keyset, nextCursor, sortQuery } from '../lists/cursor.ts'
import { readTime } from '../records/time.ts'
import { oneRecord } from '../records/version.ts'
import { dealFromV2, Title, writableV2 } from './inputV2.ts'
import { DEAL_STATUSES, Deal } from './shapes.ts'
import { findDealV2, listDealsV2 } from './store.ts'
import { dealColumnsV2 } from './wire.ts'
import { createDeal, removeDeal, updateDeal } from './write.ts'

const params = { id: Id }

const getDeal = v2({
  route: 'GET /deals/{id}',
  summary: 'Get details of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  reply: Deal,
  cost: 1,
  run: ({ params }, crm) => oneDealV2(crm, params.id),
})

const getDeals = v2({
  route: 'GET /deals',
  summary: 'Get all deals that are not archived',
  scopes: ['deals:read', 'deals:full'],
  query: {
    filter_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 100 })),
    owner_id: optional(Id),
    person_id: optional(Id),
    org_id: optional(Id),
    pipeline_id: optional(Id),
    stage_id: optional(Id),
    status: optional(listOf(oneOf(DEAL_STATUSES))),
    updated_since: optional(Type.String()),
    updated_until: optional(Type.String()),
    ...fieldsQuery,
    ...sortQuery,
    ...cursorQuery,
  },
  reply: Type.Array(Deal),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const {
      limit = 100,
      cursor,
      sort_by = 'id',
      sort_direction = 'asc',
      updated_since,
      updated_until,
      filter_id,
      ids,
      custom_fields: _,
      include_labels: __,
      include_option_labels: ___,
      ...others
    } = query
    const order = {
      column: sort_by,
      type: sort_by === 'id' ? 'bigint' : 'timestamptz',
      direction: sort_direction,
    } as const
    const between = {
      updated_since: updated_since === undefined ? undefined : readTime(updated_since, 'updated_since'),
      updated_until: updated_until === undefined ? undefined : readTime(updated_until, 'updated_until'),
    }
    // A stored filter takes the place of all conditions on single fields.
    const filter = filter_id ? await filterCondition(crm, 'deals', filter_id, 'd') : others
    const show = await showV2(crm, 'deal', query)
    return listDealsV2(crm, { ids, ...filter, ...between }, keyset(order, cursor, 'd'), limit, show)
  },
})

const addDeal = v2({
  route: 'POST /deals',
  summary: 'Add a deal',
  scopes: ['deals:full'],
  body: { title: Title, ...writableV2 },
  reply: Deal,
  cost: 5,
  transaction: 'statement',
  async run({ body }, crm) {
    const fields = await fieldsOf(crm, 'deal')
    return oneRecord<Deal>(await createDeal(crm, dealFromV2(fields, body), dealColumnsV2(fields)), 'Deal')
  },
})

const updateDealV2 = v2({
  route: 'PATCH /deals/{id}',
  summary: 'Update a deal',
  scopes: ['deals:full'],
  params,
  body: { title: optional(Title), ...writableV2 },
  reply: Deal,
  cost: 5,
  async run({ params, body }, crm) {
    await updateDeal(crm, params.id, dealFromV2(await fieldsOf(crm, 'deal'), body))
    return oneDealV2(crm, params.id)
  },
})

const deleteDeal = v2({
  route: 'DELETE /deals/{id}',
  summary: 'Delete a deal; it can be brought back for 30 days',
  scopes: ['deals:full'],
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 3,
  async run({ params }, crm) {
    await removeDeal(crm, params.id)
    return { id: params.id }
  },
})

async function oneDealV2(crm: Crm, id: number): Promise<Answered<Deal>> {
  return oneRecord<Deal>(await findDealV2(crm, id), 'Deal')
}

export const deals = [getDeals, getDeal, addDeal, updateDealV2, deleteDeal]
