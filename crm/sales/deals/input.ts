import type { CustomPatch } from '../../base/fields/values.ts'
import type { OutcomeInput } from './rules.ts'

/** A write of a deal, whichever version it was asked in. What is undefined stays as it is. */
export interface DealInput extends OutcomeInput {
  title?: string | undefined
  owner_id?: number | undefined
  person_id?: number | null | undefined
  org_id?: number | null | undefined
  pipeline_id?: number | undefined
  stage_id?: number | undefined
  value?: number | undefined
  currency?: string | undefined
  probability?: number | null | undefined
  visible_to?: number | undefined
  expected_close_date?: string | null | undefined
  label_ids?: number[] | undefined
  is_archived?: boolean | undefined
  archive_time?: Date | null | undefined
  is_deleted?: boolean | undefined
  add_time?: Date | undefined
  origin_id?: string | null | undefined
  channel?: number | null | undefined
  channel_id?: string | null | undefined
  /** It says nothing of custom fields. */
  withoutCustom?: boolean
  /** What happens to the custom fields, given those the deal has. */
  custom(stored: Record<string, unknown>): CustomPatch
}

/** Sums of many deals must stay numbers. */
export const MOST_VALUE = 1e15
