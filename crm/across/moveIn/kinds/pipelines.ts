import { flagIn, numberIn, textIn, timesOf } from '../given.ts'
import type { MovedKind } from '../kind.ts'

export const pipelines: MovedKind = {
  name: 'pipeline',
  lists: [{ path: '/api/v2/pipelines', paging: 'cursor' }],
  replaces: ['stage', 'pipeline'],
  row: {
    table: 'pipeline',
    values: record => ({
      name: textIn(record.name) ?? 'Pipeline',
      order_nr: numberIn(record.order_nr) ?? 1,
      is_deal_probability_enabled: flagIn(record.is_deal_probability_enabled),
      is_deleted: false,
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ is_deleted: true }),
}

export const stages: MovedKind = {
  name: 'stage',
  lists: [{ path: '/api/v2/stages', paging: 'cursor' }],
  row: {
    table: 'stage',
    values: (record, look) => ({
      name: textIn(record.name) ?? 'Stage',
      pipeline_id: look.must('pipeline', record.pipeline_id),
      order_nr: numberIn(record.order_nr) ?? 1,
      deal_probability: numberIn(record.deal_probability) ?? undefined,
      is_deal_rot_enabled: flagIn(record.is_deal_rot_enabled),
      days_to_rotten: numberIn(record.days_to_rotten),
      is_deleted: false,
      ...timesOf(record),
    }),
  },
  whenGone: () => ({ is_deleted: true }),
}
