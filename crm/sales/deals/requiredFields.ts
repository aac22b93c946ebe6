import type { Crm } from '../../base/api/context.ts'
import { type RecordState, requireFields } from '../../base/fields/required.ts'
import type { CustomPatch } from '../../base/fields/values.ts'
import { dealFields } from './fields.ts'

/** A deal before or after a write, by column. */
export interface DealState {
  stage_id: number
  pipeline_id: number
  status: string
  custom: Record<string, unknown>
}

/** Refuses a deal without what the company demands of deals, or of those in its stage or status. */
export function requireDealFields(
  crm: Crm,
  after: () => DealState,
  before?: DealState,
  named: CustomPatch['named'] = key => key,
): Promise<void> {
  return requireFields(crm, DEALS, () => stateOf(after()), before && stateOf(before), named)
}

const DEALS = { entity: 'deal', fields: dealFields } as const

function stateOf(deal: DealState): RecordState {
  const { stage_id, pipeline_id, status, custom } = deal
  return { values: { ...deal }, custom, place: { stage_id, pipeline_id, status } }
}
