import type { Answered } from '@portico/kit/api/answer'
import { json, textOf } from '@portico/kit/api/json'
import { Id, listOf, NameText, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { type FieldsShown, fieldsQuery, showV2 } from '../../../base/fields/v2/show.ts'
import { cursorQuery, keyset, nextCursor, orderOf, type SortQuery, sortQuery } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { updatedBetween } from '../../../base/records/time.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createDeal, removeDeal, updateDeal } from '../write.ts'
import { type IncludedInDeal, includeQuery } from './included.ts'
import { dealFromV2, writableV2 } from './input.ts'
import { DEAL_STATUSES, Deal } from './shape.ts'
import { type DealFilter, findDealV2, listDealsV2 } from './store.ts'
import { dealColumnsV2 } from './wire.ts'

const params = { id: Id }

const listQuery = {
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
  ...includeQuery,
  ...fieldsQuery,
  ...sortQuery,
  ...cursorQuery,
}

const getDeals = v2({
  route: 'GET /deals',
  summary: 'Get all deals that are not archived',
  scopes: ['deals:read', 'deals:full'],
  query: listQuery,
  reply: Type.Array(Deal),
  beside: nextCursor,
  cost: 10,
  run: ({ query }, crm) => dealPageV2(crm, query, { is_archived: false }),
})

const getArchivedDeals = v2({
  route: 'GET /deals/archived',
  summary: 'Get all archived deals',
  scopes: ['deals:read', 'deals:full'],
  query: listQuery,
  reply: Type.Array(Deal),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => dealPageV2(crm, query, { is_archived: true }),
})

const getDeal = v2({
  route: 'GET /deals/{id}',
  summary: 'Get details of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: { ...includeQuery, ...fieldsQuery },
  reply: Deal,
  cost: 1,
  run: ({ params, query }, crm) => oneDealV2(crm, params.id, query),
})

const addDeal = v2({
  route: 'POST /deals',
  summary: 'Add a deal',
  scopes: ['deals:full'],
  body: { title: NameText, ...writableV2 },
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
  ifMatch: true,
  scopes: ['deals:full'],
  params,
  body: { title: optional(NameText), ...writableV2 },
  reply: Deal,
  cost: 5,
  async run({ params, body }, crm) {
    await updateDeal(crm, params.id, dealFromV2(await fieldsOf(crm, 'deal'), body))
    return oneDealV2(afterWriting(crm, 'deal', params.id), params.id)
  },
})

const deleteDeal = v2({
  route: 'DELETE /deals/{id}',
  summary: 'Delete a deal; it can be brought back for 30 days',
  scopes: ['deals:full'],
  cost: 3,
  ...deletingOne(removeDeal),
})

export const deals = [getDeals, getArchivedDeals, getDeal, addDeal, updateDealV2, deleteDeal]

interface Shown extends FieldsShown {
  include_fields?: readonly IncludedInDeal[] | undefined
}

async function oneDealV2(crm: Crm, id: number, shown: Shown = {}): Promise<Answered<Deal>> {
  const found = oneRecord<Deal>(await findDealV2(crm, id, shown.include_fields), 'Deal')
  const show = await showV2(crm, 'deal', shown)
  return { ...found, data: json<Deal>(show(textOf(found.data))) }
}

interface ListQuery
  extends Shown,
    SortQuery,
    Omit<DealFilter, 'where' | 'is_archived' | 'updated_since' | 'updated_until'> {
  filter_id?: number | undefined
  updated_since?: string | undefined
  updated_until?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

async function dealPageV2(crm: Crm, query: ListQuery, archived: { is_archived: boolean }): Promise<Answered<Deal[]>> {
  const { limit = 100, cursor, filter_id } = query
  const { owner_id, person_id, org_id, pipeline_id, stage_id, status, ids } = query
  // A stored filter takes the place of all conditions on single fields.
  const chosen = filter_id
    ? { where: await filterCondition(crm, 'deals', filter_id, 'd') }
    : { owner_id, person_id, org_id, pipeline_id, stage_id, status }
  const filter = { ...chosen, ...archived, ids, ...updatedBetween(query) }
  const show = await showV2(crm, 'deal', query)
  return listDealsV2(crm, filter, keyset(orderOf(query), cursor, 'd'), { limit, include: query.include_fields, show })
}
