import { type Json, json } from '@portico/kit/api/json'
import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { ActivityV1 } from './shape.ts'
import { selectActivitiesV1 } from './store.ts'

/** What the answer about a record says of its activities. */
export interface NamedActivities {
  next_activity_id: number | null
  last_activity_id: number | null
}

/** The whole next and last activity of a record, which only the details of it show. */
export async function nextAndLastActivity(
  crm: Crm,
  { next_activity_id: next, last_activity_id: last }: NamedActivities,
): Promise<{ last_activity: Json<ActivityV1 | null>; next_activity: Json<ActivityV1 | null> }> {
  const ids = [next, last].filter(id => id !== null)
  const found = ids.length > 0 ? await selectActivitiesV1(crm, sql`a.id = any(${ids})`, sql`a.id`, BOTH) : []
  const wireOf = (id: number | null) => json<ActivityV1 | null>(found.find(row => row.id === id)?.wire ?? 'null')
  return { last_activity: wireOf(last), next_activity: wireOf(next) }
}

const BOTH = { start: 0, limit: 2 }
