import { isRecord } from '@portico/kit/api/isRecord'
import { dayIn, idIn, listIn, numberIn, textIn } from '../given.ts'
import type { MovedKind } from '../kind.ts'
import type { List } from '../source.ts'
import { GONE } from './contacts.ts'

/** Goals are found by whom they are for. */
export const goals: MovedKind = {
  name: 'goal',
  lists: async ({ sourceIds, companyId }) => [
    ...(await sourceIds('user')).map(id => goalsFor('person', id)),
    ...(await sourceIds('team')).map(id => goalsFor('team', id)),
    goalsFor('company', String(companyId)),
  ],
  row: {
    table: 'goal',
    values: (record, look) => {
      const { type, assignee, expected_outcome: outcome, duration } = record
      const { name, params } = isRecord(type) ? type : {}
      const given = isRecord(params) ? params : {}
      const { id: assigneeId, type: assigneeType } = isRecord(assignee) ? assignee : {}
      const { target, tracking_metric, currency_id } = isRecord(outcome) ? outcome : {}
      const { start, end } = isRecord(duration) ? duration : {}
      const kind = textIn(assigneeType) ?? 'person'
      return {
        owner_id: look.user(record.owner_id),
        title: textIn(record.title) ?? '',
        type_name: (textIn(name) ?? '').toLowerCase().replaceAll(' ', '_'),
        pipeline_ids: named(given.pipeline_id) && look.ids('pipeline', named(given.pipeline_id)).map(Number),
        stage_id: look.id('stage', given.stage_id),
        activity_type_ids:
          named(given.activity_type_id) && look.ids('activity type', named(given.activity_type_id)).map(Number),
        assignee_type: kind,
        assignee_id:
          kind === 'company' ? look.must('company', 'own') : look.must(kind === 'team' ? 'team' : 'user', assigneeId),
        target: numberIn(target) ?? 0,
        tracking_metric: textIn(tracking_metric) ?? 'quantity',
        currency_id: tracking_metric === 'sum' ? look.must('currency', currency_id) : null,
        duration_start: dayIn(start),
        duration_end: dayIn(end),
        interval: textIn(record.interval) ?? 'monthly',
        is_deleted: false,
        delete_time: null,
      }
    },
  },
  whenGone: GONE,
}

function goalsFor(type: string, id: string): List {
  return { path: `/v1/goals/find?assignee.type=${type}&assignee.id=${id}`, paging: 'whole', under: 'goals' }
}

/** Null: all of them. */
function named(given: unknown): unknown[] | null {
  const list = listIn(given ?? []).length > 0 ? listIn(given) : idIn(given) === null ? [] : [given]
  return list.length > 0 ? list : null
}
