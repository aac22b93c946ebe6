import type { Answered } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { withFields } from '@portico/kit/api/json'
import { Id, NameText, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { sortColumnsV1 } from '../../../base/fields/derive.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { offsetPage, offsetQuery, pageOf, pagination, sortOf } from '../../../base/lists/v1/offset.ts'
import { deletingOne, deletingSeveral } from '../../../base/records/deleting.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { relatedWithin } from '../../../base/records/v1/relatedWithin.ts'
import { oneRecordV1, textV1 } from '../../../base/records/v1/wire.ts'
import { dealFields } from '../fields.ts'
import { createDeal, removeDeal, updateDeal } from '../write.ts'
import { dealDetails, findDealDetails } from './details.ts'
import { dealFromV1, originV1, writableV1 } from './input.ts'
import { DealV1, type DealV1WithIds } from './shape.ts'
import { findDealV1, relatedOf, selectDealsV1, selectFarDealsV1 } from './store.ts'
import type { Relations } from './wire.ts'

/** The older v1 calls on deals that most existing integrations still make. */

const sortColumns = sortColumnsV1(dealFields, 'd')
/** Shown by v1 alone, which is why it is not among the fields. */
const FIRST_WON = { first_won_time: sql`d.first_won_time` }

const params = { id: Id }
/** Relations as plain ids, which many clients ask for. */
const strictMode = { strict_mode: optional(Type.Boolean({ default: false })) }
const formOf = ({ strict_mode }: { strict_mode?: boolean | undefined }): Relations => (strict_mode ? 'ids' : 'expanded')
const beside = { related_objects: optional(RelatedObjects) }

const getDeals = v1({
  route: 'GET /deals',
  summary: 'Get all deals',
  scopes: ['deals:read', 'deals:full'],
  query: {
    user_id: optional(Id),
    filter_id: optional(Id),
    stage_id: optional(Id),
    status: optional(oneOf(['open', 'won', 'lost', 'deleted', 'all_not_deleted'], { default: 'all_not_deleted' })),
    sort: optional(Type.String()),
    owned_by_you: optional(Type.Integer({ minimum: 0, maximum: 1 })),
    ...strictMode,
    ...offsetQuery,
  },
  reply: nullable(Type.Array(DealV1)),
  beside: { ...pagination, ...beside },
  cost: 20,
  async run({ query }, crm) {
    if (query.filter_id) {
      const where = await filterCondition(crm, 'deals', query.filter_id, 'd')
      return dealPageV1(crm, sql`${where} and not d.is_archived and d.status <> 'deleted'`, query, {
        form: formOf(query),
      })
    }
    const owner = query.owned_by_you ? crm.actor.userId : query.user_id
    const where = sql`not d.is_archived
      and ${!query.status || query.status === 'all_not_deleted' ? sql`d.status <> 'deleted'` : sql`d.status = ${query.status}`}
      ${owner ? sql`and d.owner_id = ${owner}` : sql``}
      ${query.stage_id ? sql`and d.stage_id = ${query.stage_id}` : sql``}`
    return dealPageV1(crm, where, query, { form: formOf(query), ofGroups: query.status !== 'deleted' })
  },
})

interface PageForm {
  form?: Relations
  additional_data?: object
  /** `where` names nothing of a deal but what its group has (`dealGroups.ts`). */
  ofGroups?: boolean
}

/** From here on it takes longer to walk to a page than to look up where it begins. */
const FAR = 5_000

/**
 * One page of deals in v1: every v1 list of deals ends here. With relations written out, the related objects come
 * beside it.
 */
export async function dealPageV1<T extends DealV1 | DealV1WithIds = DealV1>(
  crm: Crm,
  where: Fragment,
  query: { sort?: string | undefined; start?: number | undefined; limit?: number | undefined },
  { form = 'expanded', additional_data = {}, ofGroups = false }: PageForm = {},
): Promise<Answered<T[] | null>> {
  const page = pageOf(query)
  const fields = await fieldsOf(crm, 'deal')
  const order = sortOf(query.sort, { ...sortColumns(fields), ...FIRST_WON }, sql`d.id`)
  const window = { ...page, limit: page.limit + 1 }
  const isFar = ofGroups && !query.sort && page.start >= FAR
  const rows = await (isFar
    ? selectFarDealsV1(crm, where, window, form)
    : selectDealsV1(crm, where, order, window, form))
  const related = form === 'expanded' ? { related_objects: await relatedObjects(crm, relatedOf(rows)) } : {}
  return offsetPage<T>(
    rows.map(row => textV1(fields, row)),
    page,
    { additional_data, ...related },
  )
}

const DealV1WithDetails = Type.Object({ ...DealV1.properties, ...dealDetails }, { additionalProperties: true })

const getDeal = v1({
  route: 'GET /deals/{id}',
  summary: 'Get details of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  query: strictMode,
  reply: DealV1WithDetails,
  beside: { ...beside, additional_data: Type.Object({ dropbox_email: Type.String() }) },
  cost: 2,
  async run({ params, query }, crm) {
    const { row, written, related_objects } = await requireDealV1(crm, params.id, formOf(query))
    const details = await findDealDetails(crm, params.id, written)
    const additional_data = { dropbox_email: crm.services.mailboxOf(crm.actor, `deal${params.id}`) }
    const whole = { ...row, wire: withFields(row.wire, details) }
    return oneRecordV1(await fieldsOf(crm, 'deal'), whole, 'Deal', { beside: { related_objects, additional_data } })
  },
})

const addDeal = v1({
  route: 'POST /deals',
  summary: 'Add a deal',
  scopes: ['deals:full'],
  body: Type.Object({ title: NameText, ...writableV1, ...originV1 }, { additionalProperties: true }),
  reply: DealV1,
  beside,
  status: 201,
  cost: 10,
  transaction: 'statement',
  async run({ body }, crm) {
    const deal = await createDeal(crm, dealFromV1(await fieldsOf(crm, 'deal'), crm, body))
    return oneDealV1(afterWriting(crm, 'deal', deal.id), deal.id)
  },
})

const updateDealV1 = v1({
  route: 'PUT /deals/{id}',
  summary: 'Update a deal',
  ifMatch: true,
  scopes: ['deals:full'],
  params,
  body: Type.Object({ title: optional(NameText), ...writableV1 }, { additionalProperties: true }),
  reply: DealV1,
  beside,
  cost: 10,
  transaction: 'statement',
  async run({ params, body }, crm) {
    await updateDeal(crm, params.id, dealFromV1(await fieldsOf(crm, 'deal'), crm, body))
    return oneDealV1(afterWriting(crm, 'deal', params.id), params.id)
  },
})

/** One deal in v1 with its related objects. */
async function oneDealV1(crm: Crm, id: number): Promise<Answered<DealV1>> {
  const { row, related_objects } = await requireDealV1(crm, id, 'expanded')
  return oneRecordV1<DealV1>(await fieldsOf(crm, 'deal'), row, 'Deal', { beside: { related_objects } })
}

/** The same as it comes from the database, and what is written in it. Relations that are written out tell all that is asked of them. */
async function requireDealV1(crm: Crm, id: number, form: Relations) {
  const row = await findDealV1(crm, id, form)
  if (!row) throw failure('missing', 'Deal not found')
  const written: DealV1 = JSON.parse(row.wire)
  const related_objects = form === 'expanded' ? relatedWithin(written) : await relatedObjects(crm, relatedOf([row]))
  return { row, written, related_objects }
}

const deleteDeal = v1({
  route: 'DELETE /deals/{id}',
  summary: 'Delete a deal',
  scopes: ['deals:full'],
  rights: ['can_delete_deals'],
  cost: 6,
  ...deletingOne(removeDeal),
})

const deleteDeals = v1({
  route: 'DELETE /deals',
  summary: 'Delete several deals; all of them or none',
  scopes: ['deals:full'],
  rights: ['can_delete_deals', 'can_bulk_edit_items'],
  cost: 10,
  ...deletingSeveral(removeDeal),
})

export const dealsV1 = [getDeals, getDeal, addDeal, updateDealV1, deleteDeal, deleteDeals]
