import { failure } from '@portico/kit/api/failure'

/** What a goal can be about, and what people call it. */
export const GOAL_TYPES = {
  deals_won: 'Deals won',
  deals_progressed: 'Deals progressed',
  deals_started: 'Deals started',
  activities_completed: 'Activities completed',
  activities_added: 'Activities added',
  revenue_forecast: 'Revenue forecast',
} as const

export type GoalType = keyof typeof GOAL_TYPES

export const GOAL_TYPE_NAMES = Object.keys(GOAL_TYPES) as GoalType[]

export type AssigneeType = 'person' | 'team' | 'company'
export type TrackingMetric = 'quantity' | 'sum'
export type Interval = 'weekly' | 'monthly' | 'quarterly' | 'yearly'

/** A goal as it is stored, but for who made it and when. */
export interface GoalValues {
  title: string
  type_name: GoalType
  /** Null: all. */
  pipeline_ids: number[] | null
  stage_id: number | null
  activity_type_ids: number[] | null
  assignee_type: AssigneeType
  assignee_id: number
  target: number
  tracking_metric: TrackingMetric
  currency_id: number | null
  /** Days. */
  duration_start: string
  duration_end: string | null
  interval: Interval
}

export type GoalInput = { [Name in keyof GoalValues]?: GoalValues[Name] | undefined }

/** What a goal is after an update: what is not said stays, unless it has no meaning for the new type or metric. */
export function changedGoal(before: GoalValues, input: GoalInput): GoalValues {
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const after: GoalValues = { ...before, ...said }
  if (input.stage_id === undefined && after.type_name !== 'deals_progressed') after.stage_id = null
  if (input.currency_id === undefined && after.tracking_metric === 'quantity') after.currency_id = null
  return after
}

/** Refuses what contradicts itself, naming the field as callers write it. */
export function checkGoal(goal: GoalValues): void {
  const { type_name, stage_id, tracking_metric, currency_id, duration_start, duration_end } = goal
  if (stage_id !== null && type_name !== 'deals_progressed')
    throw wrong('type.params.stage_id', 'is for goals of the type deals_progressed: leave it out')
  if (tracking_metric === 'sum' && isAboutActivities(type_name))
    throw wrong('expected_outcome.tracking_metric', 'must be quantity: activities have no value to add up')
  if (currency_id !== null && tracking_metric === 'quantity')
    throw wrong('expected_outcome.currency_id', 'is for goals with the tracking_metric sum: leave it out')
  if (duration_end !== null && duration_end < duration_start)
    throw wrong('duration.end', 'must not lie before duration.start')
}

export function isAboutActivities(type: GoalType): boolean {
  return type === 'activities_completed' || type === 'activities_added'
}

/** Days of which results are asked for; both belong to it. */
export interface Period {
  start: string
  end: string
}

/** A result is of days within the duration of the goal. */
export function checkPeriod({ start, end }: Period, goal: Pick<GoalValues, 'duration_start' | 'duration_end'>): void {
  if (end < start) throw wrong('period.end', 'must not lie before period.start')
  if (start < goal.duration_start)
    throw wrong('period.start', `must not lie before the goal begins, ${goal.duration_start}`)
  if (goal.duration_end !== null && end > goal.duration_end)
    throw wrong('period.end', `must not lie after the goal ends, ${goal.duration_end}`)
}

function wrong(field: string, what: string) {
  return failure('invalid', `${field} ${what}`, { field })
}
