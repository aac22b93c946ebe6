import { failure } from '@portico/kit/api/failure'
import { Id, listOf, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static, type TObject } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { Amount } from '../../../base/records/amount.ts'
import { Name } from '../../../base/records/name.ts'
import { CountedDay } from '../../../base/records/time.ts'
import { type Assignee, requireMaySeeGoals } from '../access.ts'
import { GOAL_TYPE_NAMES, type GoalInput } from '../rules.ts'
import type { NewGoal } from '../write.ts'

const TypeName = oneOf(GOAL_TYPE_NAMES)
const AssigneeType = oneOf(['person', 'company', 'team'])
const Metric = oneOf(['quantity', 'sum'])
const Ids = optional(nullable(Type.Array(Id, { minItems: 1, maxItems: LIMITS.goalPlaces })))

const Params = nullable(Type.Object({ pipeline_id: Ids, stage_id: optional(nullable(Id)), activity_type_id: Ids }))
const Interval = oneOf(['weekly', 'monthly', 'quarterly', 'yearly'])
const End = optional(nullable(CountedDay))
const CurrencyId = optional(nullable(Id))
const Assigned = Type.Object({ id: Id, type: AssigneeType })

export const newGoalBody = {
  title: optional(Name),
  assignee: Assigned,
  type: Type.Object({ name: TypeName, params: optional(Params) }),
  expected_outcome: Type.Object({ target: Amount, tracking_metric: Metric, currency_id: CurrencyId }),
  duration: Type.Object({ start: CountedDay, end: End }),
  interval: Interval,
}

/** What is not said stays as it is. */
export const goalBody = {
  title: optional(Name),
  assignee: optional(Assigned),
  type: optional(Type.Object({ name: optional(TypeName), params: optional(Params) })),
  expected_outcome: optional(
    Type.Object({ target: optional(Amount), tracking_metric: optional(Metric), currency_id: CurrencyId }),
  ),
  duration: optional(Type.Object({ start: optional(CountedDay), end: End })),
  interval: optional(Interval),
}

type GoalBody = Static<TObject<typeof goalBody>>
type NewGoalBody = Static<TObject<typeof newGoalBody>>

export function goalFromV1({ title, assignee, type, expected_outcome, duration, interval }: GoalBody): GoalInput {
  return {
    title,
    interval,
    type_name: type?.name,
    ...placesOf(type?.params),
    assignee_type: assignee?.type,
    assignee_id: assignee?.id,
    ...expected_outcome,
    duration_start: duration?.start,
    duration_end: duration?.end,
  }
}

export function newGoalFromV1({ title, assignee, type, expected_outcome, duration, interval }: NewGoalBody): NewGoal {
  return {
    title,
    interval,
    type_name: type.name,
    ...placesOf(type.params),
    assignee_type: assignee.type,
    assignee_id: assignee.id,
    ...expected_outcome,
    duration_start: duration.start,
    duration_end: duration.end,
  }
}

function placesOf(params: Static<typeof Params> | undefined) {
  return {
    pipeline_ids: params?.pipeline_id,
    stage_id: params?.stage_id,
    activity_type_ids: params?.activity_type_id,
  }
}

export const goalsQuery = {
  'type.name': optional(TypeName),
  title: optional(Type.String({ description: 'The whole title' })),
  is_active: optional(Type.Boolean({ default: true })),
  'assignee.id': optional(Id),
  'assignee.type': optional(AssigneeType),
  'expected_outcome.target': optional(Type.Number()),
  'expected_outcome.tracking_metric': optional(Metric),
  'expected_outcome.currency_id': optional(Id),
  'type.params.pipeline_id': optional(listOf(Id)),
  'type.params.stage_id': optional(Id),
  'type.params.activity_type_id': optional(listOf(Id)),
  'period.start': optional(CountedDay),
  'period.end': optional(CountedDay),
}

type GoalsQuery = Static<TObject<typeof goalsQuery>>

/** The goals that are asked for, of `crm.goal g`: the caller's own, unless the query says whose. */
export function wantedGoals(crm: Crm, query: GoalsQuery): Fragment {
  const { assignee_type, assignee_id } = wantedAssignee(crm, query)
  const equal: [string, string | number | undefined][] = [
    ['type_name', query['type.name']],
    ['title', query.title],
    ['assignee_type', assignee_type],
    ['assignee_id', assignee_id],
    ['target', query['expected_outcome.target']],
    ['tracking_metric', query['expected_outcome.tracking_metric']],
    ['currency_id', query['expected_outcome.currency_id']],
    ['stage_id', query['type.params.stage_id']],
  ]
  const holding: [string, number[] | undefined][] = [
    ['pipeline_ids', query['type.params.pipeline_id']],
    ['activity_type_ids', query['type.params.activity_type_id']],
  ]
  return joined(
    [
      sql`g.is_deleted = ${query.is_active === false}`,
      ...equal.flatMap(([column, value]) => (value === undefined ? [] : [sql`g.${sql(column)} = ${value}`])),
      ...holding.flatMap(([column, ids]) => (ids ? [sql`g.${sql(column)} @> ${ids}::bigint[]`] : [])),
      ...during(query),
    ],
    ' and ',
  )
}

function wantedAssignee(crm: Crm, query: GoalsQuery): Assignee {
  const [type, id] = [query['assignee.type'], query['assignee.id']]
  const assignee: Assignee = {
    assignee_type: type ?? 'person',
    assignee_id: id ?? (type === undefined ? crm.actor.userId : undefined),
  }
  requireMaySeeGoals(crm, assignee)
  return assignee
}

/** Goals with a day of the period in their duration. */
function during(query: GoalsQuery): Fragment[] {
  const [start, end] = [query['period.start'], query['period.end']]
  if (start === undefined && end === undefined) return []
  if (start === undefined || end === undefined) {
    const field = start === undefined ? 'period.start' : 'period.end'
    throw failure('invalid', `${field} is required: send both ends of the period`, { field })
  }
  return [sql`g.duration_start <= ${end} and coalesce(g.duration_end >= ${start}, true)`]
}
