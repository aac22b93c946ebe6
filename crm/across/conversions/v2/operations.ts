import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { Id, nullable, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import { addJob } from '@portico/kit/jobs/jobs'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { lockDeal } from '../../../sales/deals/store.ts'
import { lockLead } from '../../../sales/leads/store.ts'
import { findStage } from '../../../sales/stages/findStage.ts'
import { CONVERT, type ConvertJob, MAX_ATTEMPTS } from '../convert.ts'
import { type ConversionKind, type ConversionRow, findConversion, openConversion, STATUSES } from '../store.ts'

const Started = Type.Object({ conversion_id: Type.String() })
const Status = Type.Object({
  conversion_id: Type.String(),
  status: oneOf(STATUSES),
  lead_id: optional(Type.String()),
  deal_id: optional(Type.Integer()),
  problem: optional(Type.String({ description: 'Why it failed or was rejected' })),
})
const beside = { additional_data: nullable(Type.Object({})) }
const nothingBeside = { beside: { additional_data: null } }

const convertLeadToDeal = v2({
  route: 'POST /leads/{id}/convert/deal',
  summary: 'Begin to make a deal of a lead',
  scopes: ['leads:full'],
  params: { id: Uuid },
  body: { stage_id: optional(Id), pipeline_id: optional(Id) },
  reply: Started,
  beside,
  cost: 40,
  async run({ params, body }, crm) {
    await lockLead(crm, params.id)
    const { stage_id, pipeline_id } = body ?? {}
    await findStage(crm, { stage_id, pipeline_id })
    return start(crm, 'lead_to_deal', params.id, {
      ...(stage_id && { stage_id }),
      ...(pipeline_id && { pipeline_id }),
    })
  },
})

const getLeadConversionStatus = v2({
  route: 'GET /leads/{id}/convert/status/{conversion_id}',
  summary: 'Get how far the conversion of a lead is',
  scopes: ['leads:full', 'leads:read'],
  params: { id: Uuid, conversion_id: Uuid },
  reply: Status,
  beside,
  cost: 1,
  run: ({ params }, crm) => statusOf(crm, 'lead_to_deal', params.id, params.conversion_id),
})

const convertDealToLead = v2({
  route: 'POST /deals/{id}/convert/lead',
  summary: 'Begin to make a lead of a deal',
  scopes: ['deals:full'],
  rights: ['can_convert_deals_to_leads'],
  params: { id: Id },
  reply: Started,
  beside,
  cost: 40,
  async run({ params }, crm) {
    const deal = await lockDeal(crm, params.id)
    if (deal.is_deleted) throw failure('missing', 'Deal not found')
    return start(crm, 'deal_to_lead', String(params.id))
  },
})

const getDealConversionStatus = v2({
  route: 'GET /deals/{id}/convert/status/{conversion_id}',
  summary: 'Get how far the conversion of a deal is',
  scopes: ['deals:full', 'deals:read'],
  params: { id: Id, conversion_id: Uuid },
  reply: Status,
  beside,
  cost: 1,
  run: ({ params }, crm) => statusOf(crm, 'deal_to_lead', String(params.id), params.conversion_id),
})

async function start(crm: Crm, kind: ConversionKind, sourceId: string, input: ConversionRow['input'] = {}) {
  const { id, isNew } = await openConversion(crm, kind, sourceId, input)
  const job: ConvertJob = { companyId: crm.actor.companyId, conversionId: id, requestId: crm.call.requestId }
  if (isNew) await addJob(crm.sql, CONVERT, job, { maxAttempts: MAX_ATTEMPTS })
  return answer({ conversion_id: id }, nothingBeside)
}

async function statusOf(crm: Crm, kind: ConversionKind, sourceId: string, id: string) {
  const conversion = await findConversion(crm, kind, sourceId, id)
  if (!conversion) throw failure('missing', 'Conversion not found')
  const { status, lead_id, deal_id, problem } = conversion
  const outcome = { ...(lead_id && { lead_id }), ...(deal_id && { deal_id }), ...(problem && { problem }) }
  return answer({ conversion_id: id, status, ...outcome }, nothingBeside)
}

export const conversions = [convertLeadToDeal, getLeadConversionStatus, convertDealToLead, getDealConversionStatus]
