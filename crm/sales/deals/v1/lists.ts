import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { requireRight } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { offsetQuery, Pagination, pagination } from '../../../base/lists/v1/offset.ts'
import { RelatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { personReads, personsBeside, personsReply } from '../../../contacts/persons/v1/page.ts'
import { activitiesOf } from '../../../work/activities/v1/page.ts'
import { requirePipeline } from '../../pipelines/store.ts'
import { PipelineDealsSummary, pipelineDealsSummary } from '../../pipelines/v1/dealsSummary.ts'
import { requireStage } from '../../stages/store.ts'
import { requireStatisticsOf } from '../statisticsAccess.ts'
import { requireDeal } from '../store.ts'
import { groupsUnless, type Summing } from '../sumsStore.ts'
import { dealPageV1 } from './operations.ts'
import { DealV1, DealV1WithIds } from './shape.ts'

const Flag = optional(Type.Integer({ minimum: 0, maximum: 1 }))
const ofUsers = { filter_id: optional(Id), user_id: optional(Id), everyone: Flag }

const getPipelineDeals = v1({
  route: 'GET /pipelines/{id}/deals',
  summary: 'Get the open deals of a pipeline: the caller’s own, of a user, or of everyone',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query: {
    ...ofUsers,
    stage_id: optional(Id),
    ...offsetQuery,
    get_summary: Flag,
    totals_convert_currency: optional(Type.String()),
  },
  reply: nullable(Type.Array(DealV1WithIds)),
  beside: {
    additional_data: Type.Object({ ...Pagination.properties, deals_summary: optional(PipelineDealsSummary) }),
  },
  cost: 20,
  async run({ params, query }, crm) {
    await requirePipeline(crm, params.id)
    const open = await openDealsOf(crm, query)
    const where = sql`d.pipeline_id = ${params.id} and ${open}
      ${query.stage_id ? sql`and d.stage_id = ${query.stage_id}` : sql``}`
    if (query.get_summary) requireSummaryOf(crm, query)
    const summary = query.get_summary
      ? { deals_summary: await pipelineDealsSummary(crm, where, query.totals_convert_currency, summingOf(query)) }
      : {}
    return dealPageV1<DealV1WithIds>(crm, where, query, { form: 'ids', additional_data: summary })
  },
})

const getStageDeals = v1({
  route: 'GET /stages/{id}/deals',
  summary: 'Get the open deals in a stage: the caller’s own, of a user, or of everyone',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query: { ...ofUsers, ...offsetQuery },
  reply: nullable(Type.Array(DealV1WithIds)),
  beside: pagination,
  cost: 20,
  async run({ params, query }, crm) {
    await requireStage(crm, params.id)
    const open = await openDealsOf(crm, query)
    return dealPageV1<DealV1WithIds>(crm, sql`d.stage_id = ${params.id} and ${open}`, query, { form: 'ids' })
  },
})

interface OfUsers {
  filter_id?: number | undefined
  user_id?: number | undefined
  everyone?: number | undefined
}

/** A user beats a filter, which may ask for anything. */
function summingOf({ user_id, filter_id }: OfUsers): Summing {
  return groupsUnless(user_id ? undefined : filter_id, 'nothing')
}

function requireSummaryOf(crm: Crm, { user_id, filter_id, everyone }: OfUsers): void {
  requireRight(crm, 'can_see_deals_list_summary')
  requireStatisticsOf(crm, user_id ?? (filter_id || everyone ? 'everybody' : crm.actor.userId))
}

/** A user beats a filter here, unlike in other lists; without either the caller's own deals are meant. */
async function openDealsOf(crm: Crm, query: OfUsers): Promise<Fragment> {
  const open = sql`d.status = 'open' and not d.is_archived`
  if (query.user_id) return sql`${open} and d.owner_id = ${query.user_id}`
  if (query.filter_id) return sql`${open} and ${await filterCondition(crm, 'deals', query.filter_id, 'd')}`
  return query.everyone ? open : sql`${open} and d.owner_id = ${crm.actor.userId}`
}

const getArchivedDeals = v1({
  route: 'GET /deals/archived',
  summary: 'Get all archived deals',
  scopes: ['deals:read', 'deals:full'],
  query: {
    user_id: optional(Id),
    filter_id: optional(Id),
    person_id: optional(Id),
    org_id: optional(Id),
    product_id: optional(Id),
    pipeline_id: optional(Id),
    stage_id: optional(Id),
    status: optional(oneOf(['open', 'won', 'lost', 'deleted', 'all_not_deleted'], { default: 'all_not_deleted' })),
    ...offsetQuery,
    sort: optional(Type.String()),
    owned_by_you: Flag,
  },
  reply: nullable(Type.Array(DealV1)),
  beside: { ...pagination, related_objects: optional(RelatedObjects) },
  cost: 40,
  async run({ query }, crm) {
    if (query.filter_id) {
      const where = await filterCondition(crm, 'deals', query.filter_id, 'd')
      return dealPageV1<DealV1>(crm, sql`d.is_archived and d.status <> 'deleted' and ${where}`, query)
    }
    const owner = query.owned_by_you ? crm.actor.userId : query.user_id
    const where = sql`d.is_archived
      and ${!query.status || query.status === 'all_not_deleted' ? sql`d.status <> 'deleted'` : sql`d.status = ${query.status}`}
      ${owner ? sql`and d.owner_id = ${owner}` : sql``}
      ${query.person_id ? sql`and d.person_id = ${query.person_id}` : sql``}
      ${query.org_id ? sql`and d.org_id = ${query.org_id}` : sql``}
      ${query.pipeline_id ? sql`and d.pipeline_id = ${query.pipeline_id}` : sql``}
      ${query.stage_id ? sql`and d.stage_id = ${query.stage_id}` : sql``}
      ${query.product_id ? sql`and exists (select from crm.deal_product x where x.company_id = d.company_id and x.deal_id = d.id and x.product_id = ${query.product_id})` : sql``}`
    return dealPageV1<DealV1>(crm, where, query)
  },
})

const getDealActivities = v1({
  route: 'GET /deals/{id}/activities',
  summary: 'List the activities of a deal',
  ...activitiesOf(requireDeal, (_, id) => sql`a.deal_id = ${id}`),
})

const getDealPersons = v1({
  route: 'GET /deals/{id}/persons',
  summary: 'List the persons of a deal: its main person and its participants',
  scopes: ['contacts:read', 'contacts:full'],
  params: { id: Id },
  query: offsetQuery,
  reply: personsReply,
  beside: personsBeside,
  cost: 20,
  async run({ params, query }, crm) {
    await requireDeal(crm, params.id)
    const where = sql`not p.is_deleted and (
      exists (select from crm.deal d where d.company_id = p.company_id and d.id = ${params.id} and d.person_id = p.id)
      or exists (select from crm.participant t where t.company_id = p.company_id and t.deal_id = ${params.id} and t.person_id = p.id))`
    return personReads.page(crm, where, query)
  },
})

export const dealLists = [getPipelineDeals, getStageDeals, getArchivedDeals, getDealActivities, getDealPersons]
