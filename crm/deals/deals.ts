import { Id, listOf, nullable, oneOf, optional } from '@portico/kit/schemas'
import Type from 'typebox'
import { defaultVisibility } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'
import { v2 } from '../api/operation.ts'
import { insertRecord, updateRecord, type Values } from '../changes/write.ts'
import { cursorPage, cursorQuery, keyset, nextCursor } from '../lists/cursor.ts'
import { checkReferences } from '../records/references.ts'
import { readTime } from '../records/time.ts'
import { oneRecord, requireMatch } from '../records/version.ts'
import { type DealOutcome, decideOutcome, OPEN } from './rules.ts'
import { DEAL_STATUSES, Deal } from './shapes.ts'
import { findDealV2, findStage, listDealsV2, lockDeal } from './store.ts'

const params = { id: Id }

/** What a caller may write; the same for create and update but for the title. */
const writable = {
  owner_id: optional(Id),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  pipeline_id: optional(Id),
  stage_id: optional(Id),
  value: optional(Type.Number()),
  currency: optional(Type.String()),
  is_deleted: optional(Type.Boolean()),
  is_archived: optional(Type.Boolean()),
  archive_time: optional(nullable(Type.String())),
  status: optional(oneOf(['open', 'won', 'lost'])),
  probability: optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  lost_reason: optional(nullable(Type.String())),
  visible_to: optional(Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(5), Type.Literal(7)])),
  close_time: optional(nullable(Type.String())),
  won_time: optional(nullable(Type.String())),
  lost_time: optional(nullable(Type.String())),
  expected_close_date: optional(nullable(Type.String({ format: 'date' }))),
  label_ids: optional(Type.Array(Id)),
}
const Title = Type.String({ minLength: 1, maxLength: 255 })

const getDeal = v2({
  route: 'GET /deals/{id}',
  summary: 'Get details of a deal',
  scopes: ['deals:read', 'deals:full'],
  params,
  reply: Deal,
  cost: 1,
  async run({ params }, crm) {
    return oneRecord<Deal>(await findDealV2(crm, params.id), 'Deal')
  },
})

const getDeals = v2({
  route: 'GET /deals',
  summary: 'Get all deals that are not archived',
  scopes: ['deals:read', 'deals:full'],
  query: {
    ids: optional(listOf(Id, { maxItems: 100 })),
    owner_id: optional(Id),
    person_id: optional(Id),
    org_id: optional(Id),
    pipeline_id: optional(Id),
    stage_id: optional(Id),
    status: optional(listOf(oneOf(DEAL_STATUSES))),
    updated_since: optional(Type.String()),
    updated_until: optional(Type.String()),
    sort_by: optional(oneOf(['id', 'update_time', 'add_time'], { default: 'id' })),
    sort_direction: optional(oneOf(['asc', 'desc'], { default: 'asc' })),
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
      ...filter
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
    const rows = await listDealsV2(crm, { ...filter, ...between }, keyset(order, cursor, 'd'), limit)
    return cursorPage<Deal>(rows, limit)
  },
})

const addDeal = v2({
  route: 'POST /deals',
  summary: 'Add a deal',
  scopes: ['deals:full'],
  body: { title: Title, ...writable },
  reply: Deal,
  cost: 5,
  async run({ body }, crm) {
    const { actor, now } = crm
    await checkReferences(crm, body)
    const stage = await findStage(crm, body)
    const deal = await insertRecord<{ id: number }>(crm, 'deal', {
      ...plainValues(body),
      ...decideOutcome(OPEN, outcomeOf(body), now),
      ...archival(body, now),
      owner_id: body.owner_id ?? actor.userId,
      creator_id: actor.userId,
      currency: body.currency ?? actor.defaultCurrency,
      visible_to: body.visible_to ?? defaultVisibility(actor, 'deal'),
      stage_id: stage.id,
      pipeline_id: stage.pipeline_id,
      add_time: now,
      update_time: now,
    })
    return oneRecord<Deal>(await findDealV2(crm, deal.id), 'Deal')
  },
})

const updateDeal = v2({
  route: 'PATCH /deals/{id}',
  summary: 'Update a deal',
  scopes: ['deals:full'],
  params,
  body: { title: optional(Title), ...writable },
  reply: Deal,
  cost: 5,
  async run({ params, body }, crm) {
    const deal = await lockDeal(crm, params.id)
    requireMatch(crm, deal.version)
    await checkReferences(crm, body)
    await updateRecord(crm, 'deal', deal.id, {
      ...plainValues(body),
      ...decideOutcome(deal, outcomeOf(body), crm.now),
      ...archival(body, crm.now),
      ...(await move(crm, deal, body)),
    })
    return oneRecord<Deal>(await findDealV2(crm, deal.id), 'Deal')
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
    const deal = await lockDeal(crm, params.id)
    requireMatch(crm, deal.version)
    if (!deal.is_deleted)
      await updateRecord(
        crm,
        'deal',
        deal.id,
        { is_deleted: true, delete_time: crm.now, status: 'deleted', status_before: deal.status },
        { action: 'deleted' },
      )
    return { id: deal.id }
  },
})

export const deals = [getDeals, getDeal, addDeal, updateDeal, deleteDeal]

interface DealInput {
  status?: 'open' | 'won' | 'lost' | undefined
  won_time?: string | null | undefined
  lost_time?: string | null | undefined
  close_time?: string | null | undefined
  lost_reason?: string | null | undefined
  is_archived?: boolean | undefined
  archive_time?: string | null | undefined
  stage_id?: number | undefined
  pipeline_id?: number | undefined
}

const PLAIN = [
  'title',
  'owner_id',
  'person_id',
  'org_id',
  'value',
  'currency',
  'probability',
  'visible_to',
  'expected_close_date',
  'label_ids',
] as const

/** The fields that are stored as they come. */
function plainValues(body: { [field in (typeof PLAIN)[number]]?: unknown }): Values {
  return Object.fromEntries(PLAIN.filter(field => body[field] !== undefined).map(field => [field, body[field]]))
}

function outcomeOf(body: DealInput) {
  return {
    status: body.status,
    lost_reason: body.lost_reason,
    won_time: timeOf(body.won_time, 'won_time'),
    lost_time: timeOf(body.lost_time, 'lost_time'),
    close_time: timeOf(body.close_time, 'close_time'),
  }
}

function timeOf(text: string | null | undefined, field: string): Date | null | undefined {
  return typeof text === 'string' ? readTime(text, field) : text
}

function archival({ is_archived, archive_time }: DealInput, now: Date): Values {
  if (is_archived === undefined) return {}
  return { is_archived, archive_time: is_archived ? (timeOf(archive_time, 'archive_time') ?? now) : null }
}

/** The stage decides the pipeline; a pipeline without a stage means its first stage. */
async function move(
  crm: Crm,
  deal: { stage_id: number; pipeline_id: number } & DealOutcome,
  body: DealInput,
): Promise<Values> {
  const { stage_id, pipeline_id } = body
  if (stage_id === undefined && (pipeline_id === undefined || pipeline_id === deal.pipeline_id)) return {}
  const stage = await findStage(crm, { stage_id, pipeline_id })
  if (stage.id === deal.stage_id) return {}
  return { stage_id: stage.id, pipeline_id: stage.pipeline_id, stage_change_time: crm.now }
}
