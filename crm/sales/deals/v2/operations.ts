import type { Answered } from '@portico/kit/api/answer'
import { Id, listOf, NameText, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { fieldsQuery } from '../../../base/fields/v2/show.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { cursorQuery, nextCursor, type SortQuery, sortQuery } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import type { Shown } from '../../../base/records/readStore.ts'
import { asOfQuery, updatedBetween } from '../../../base/records/time.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createDeal, removeDeal, updateDeal } from '../write.ts'
import { type IncludedInDeal, includeQuery } from './included.ts'
import { dealFromV2, writableV2 } from './input.ts'
import { DEAL_STATUSES, Deal } from './shape.ts'
import { dealPageV2, oneDealV2 } from './store.ts'
import { dealColumnsV2 } from './wire.ts'

const params = { id: Id }

/** What v1 calls every status but one, and many still send. */
const ALL_NOT_DELETED = 'all_not_deleted'

const listQuery = {
  filter_id: optional(Id),
  ids: optional(listOf(Id, { maxItems: 100 })),
  owner_id: optional(Id),
  person_id: optional(Id),
  org_id: optional(Id),
  pipeline_id: optional(Id),
  stage_id: optional(Id),
  status: optional(listOf(oneOf([...DEAL_STATUSES, ALL_NOT_DELETED]))),
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
  run: ({ query }, crm) => listDeals(crm, sql`not d.is_archived`, query),
})

const getArchivedDeals = v2({
  route: 'GET /deals/archived',
  summary: 'Get all archived deals',
  scopes: ['deals:read', 'deals:full'],
  query: listQuery,
  reply: Type.Array(Deal),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => listDeals(crm, sql`d.is_archived`, query),
})

const getDeal = v2({
  route: 'GET /deals/{id}',
  summary: 'Get details of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: { ...includeQuery, ...fieldsQuery, ...asOfQuery },
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
  transaction: 'statement',
  async run({ params, body }, crm) {
    const fields = await fieldsOf(crm, 'deal')
    const columns = dealColumnsV2(fields)
    const written = await updateDeal(crm, params.id, dealFromV2(fields, body), { columns })
    return written ? oneRecord<Deal>(written, 'Deal') : oneDealV2(afterWriting(crm, 'deal', params.id), params.id)
  },
})

const deleteDeal = v2({
  route: 'DELETE /deals/{id}',
  summary: 'Delete a deal; it can be brought back for 30 days',
  scopes: ['deals:full'],
  rights: ['can_delete_deals'],
  cost: 3,
  ...deletingOne(removeDeal),
})

export const deals = [getDeals, getArchivedDeals, getDeal, addDeal, updateDealV2, deleteDeal]

interface DealQuery extends Shown<IncludedInDeal>, SortQuery {
  filter_id?: number | undefined
  ids?: readonly number[] | undefined
  owner_id?: number | undefined
  person_id?: number | undefined
  org_id?: number | undefined
  pipeline_id?: number | undefined
  stage_id?: number | undefined
  status?: readonly string[] | undefined
  updated_since?: string | undefined
  updated_until?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Deals, archived or not; deleted ones only when their status is asked for. */
async function listDeals(crm: Crm, archived: Fragment, query: DealQuery): Promise<Answered<Deal[]>> {
  const { filter_id, owner_id, person_id, org_id, pipeline_id, stage_id, status } = query
  // A stored filter takes the place of all conditions on single fields. It stands before what nearly every deal fulfils.
  const chosen = filter_id
    ? sql`${await filterCondition(crm, 'deals', filter_id, 'd')} and ${NOT_DELETED}`
    : sql`${status ? havingStatus(status) : NOT_DELETED}
        and ${equal('d', { owner_id, person_id, org_id, pipeline_id, stage_id })}`
  return dealPageV2(crm, sql`${chosen} and ${archived}`, { ...query, ...updatedBetween(query) })
}

const NOT_DELETED = sql`d.status <> 'deleted'`

function havingStatus(status: readonly string[]): Fragment {
  const named = sql`d.status = any(${status})`
  return status.includes(ALL_NOT_DELETED) ? sql`(${NOT_DELETED} or ${named})` : named
}
