import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { type NamedActivities, nextAndLastActivity } from '../../../work/activities/v1/nextAndLast.ts'
import { ActivityV1 } from '../../../work/activities/v1/shape.ts'
import { numbersOf } from './detailsStore.ts'

const Duration = Type.Object({
  y: Type.Integer(),
  m: Type.Integer(),
  d: Type.Integer(),
  h: Type.Integer(),
  i: Type.Integer(),
  s: Type.Integer(),
  total_seconds: Type.Integer(),
})
type Duration = Static<typeof Duration>

/** What v1 tells of one deal beyond its own fields. */
export const dealDetails = {
  average_time_to_won: Duration,
  average_stage_progress: Type.Number(),
  age: Duration,
  stay_in_pipeline_stages: Type.Object({
    times_in_stages: Type.Record(Type.String(), Type.Integer()),
    order_of_stages: Type.Array(Type.Integer()),
  }),
  last_activity: nullable(ActivityV1),
  next_activity: nullable(ActivityV1),
}

/** `deal` is what the answer says of the deal itself. */
export async function findDealDetails(crm: Crm, id: number, deal: NamedActivities): Promise<Record<string, unknown>> {
  // Sent together: the database answers one after the other without waiting for this process in between.
  const [{ age, seconds_to_won, stage_progress, stays, stages }, activities] = await Promise.all([
    numbersOf(crm, id),
    nextAndLastActivity(crm, deal),
  ])
  return {
    average_time_to_won: duration(seconds_to_won),
    average_stage_progress: stage_progress,
    age: duration(age),
    stay_in_pipeline_stages: { times_in_stages: stays, order_of_stages: stages },
    ...activities,
  }
}

const UNITS = { y: 365 * 86_400, m: 30 * 86_400, d: 86_400, h: 3_600, i: 60, s: 1 } as const

/** Seconds taken apart; a month counts 30 days, a year 365. */
function duration(seconds: number): Duration {
  const total_seconds = Math.max(0, Math.floor(seconds))
  let rest = total_seconds
  const parts = { y: 0, m: 0, d: 0, h: 0, i: 0, s: 0 }
  for (const unit of ['y', 'm', 'd', 'h', 'i', 's'] as const) {
    parts[unit] = Math.floor(rest / UNITS[unit])
    rest -= parts[unit] * UNITS[unit]
  }
  return { ...parts, total_seconds }
}
