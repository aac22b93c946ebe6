import { recordStore } from '../../base/records/recordStore.ts'
import type { DealOutcome } from './rules.ts'

export interface DealRow extends DealOutcome {
  id: number
  version: number
  pipeline_id: number
  stage_id: number
  visible_to: number
  is_deleted: boolean
  is_archived: boolean
  status_before: DealOutcome['status'] | null
  custom: Record<string, unknown>
}

export const { lock: lockDeal, lockLive: lockLiveDeal, require: requireDeal } = recordStore<DealRow>('deal')
