import { Id, listOf, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorQuery, nextCursor, sortQuery } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { asOfQuery, readTime } from '../../../base/records/time.ts'
import { matching } from '../store.ts'
import { createActivity, removeActivity, updateActivity } from '../write.ts'
import { activityFromV2, writableV2 } from './input.ts'
import { Activity } from './shape.ts'
import { activityPageV2, oneActivityV2 } from './store.ts'

const params = { id: Id }
const include_fields = optional(listOf(oneOf(['attendees'])))

/** The answer to a write shows who was invited. */
const WITH_ATTENDEES = { include_fields: ['attendees'] } as const

const getActivities = v2({
  route: 'GET /activities',
  summary: 'Get all activities',
  scopes: ['activities:read', 'activities:full'],
  query: {
    filter_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 100 })),
    owner_id: optional(Id),
    deal_id: optional(Id),
    lead_id: optional(Uuid),
    person_id: optional(Id),
    org_id: optional(Id),
    done: optional(Type.Boolean()),
    updated_since: optional(Type.String()),
    updated_until: optional(Type.String()),
    ...sortQuery,
    sort_by: optional(oneOf(['id', 'update_time', 'add_time', 'due_date'], { default: 'id' })),
    include_fields,
    ...cursorQuery,
  },
  reply: Type.Array(Activity),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const { updated_since, updated_until } = query
    const others = matching(crm, {
      ...query,
      updated_since: updated_since === undefined ? undefined : readTime(updated_since, 'updated_since'),
      updated_until: updated_until === undefined ? undefined : readTime(updated_until, 'updated_until'),
    })
    const where = query.filter_id ? await filterCondition(crm, 'activity', query.filter_id, 'a') : others
    const { include_fields, limit, cursor, sort_by, sort_direction } = query
    const shown = { include_fields, limit, cursor, sort_by, sort_direction }
    return activityPageV2(crm, sql`not a.is_deleted and ${where}`, shown)
  },
})

const getActivity = v2({
  route: 'GET /activities/{id}',
  summary: 'Get details of an activity',
  scopes: ['activities:read', 'activities:full'],
  params,
  query: { include_fields, ...asOfQuery },
  reply: Activity,
  cost: 1,
  run: ({ params, query }, crm) => oneActivityV2(crm, params.id, query),
})

const addActivity = v2({
  route: 'POST /activities',
  summary: 'Add an activity',
  scopes: ['activities:full'],
  body: writableV2,
  reply: Activity,
  cost: 5,
  async run({ body }, crm) {
    const id = await createActivity(crm, activityFromV2(body))
    return oneActivityV2(afterWriting(crm, 'activity', id), id, WITH_ATTENDEES)
  },
})

const updateActivityV2 = v2({
  route: 'PATCH /activities/{id}',
  summary: 'Update an activity',
  ifMatch: true,
  scopes: ['activities:full'],
  params,
  body: writableV2,
  reply: Activity,
  cost: 5,
  async run({ params, body }, crm) {
    await updateActivity(crm, params.id, activityFromV2(body))
    return oneActivityV2(afterWriting(crm, 'activity', params.id), params.id, WITH_ATTENDEES)
  },
})

const deleteActivity = v2({
  route: 'DELETE /activities/{id}',
  summary: 'Delete an activity',
  scopes: ['activities:full'],
  rights: ['can_delete_activities'],
  cost: 3,
  ...deletingOne(removeActivity),
})

export const activities = [getActivities, getActivity, addActivity, updateActivityV2, deleteActivity]
