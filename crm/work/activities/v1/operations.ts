import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { DateText, Id, listOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { afterWriting } from '../../../base/access/afterWriting.ts'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { cursorPage, cursorQuery, keyset, nextCursor } from '../../../base/lists/cursor.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { collectionFilter } from '../../../base/lists/v1/collection.ts'
import { offsetQuery } from '../../../base/lists/v1/offset.ts'
import { deletingOne, deletingSeveral } from '../../../base/records/deleting.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { listActivities, matching } from '../store.ts'
import { createActivity, removeActivity, updateActivity } from '../write.ts'
import { activityFromV1, writableV1 } from './input.ts'
import { activitiesReply, activityListBeside, activityListV1 } from './page.ts'
import { ActivityV1, CollectedActivity } from './shape.ts'
import { findActivityV1, placeInLog, relatedOf } from './store.ts'
import { activityColumnsV1 } from './wire.ts'

/** The older v1 calls on activities that most existing integrations still make. */

const params = { id: Id }
const beside = { related_objects: optional(RelatedObjects) }
const Types = optional(listOf(Type.String(), { description: 'Keys of activity types, with commas' }))
const body = Type.Object(writableV1, { additionalProperties: true })

const getActivities = v1({
  route: 'GET /activities',
  summary: 'Get all activities assigned to a user',
  scopes: ['activities:read', 'activities:full'],
  query: {
    user_id: optional(Type.Integer({ minimum: 0, description: 'Yourself when left out; 0 for everyone' })),
    filter_id: optional(Id),
    type: Types,
    start_date: optional(DateText),
    end_date: optional(DateText),
    done: optional(Type.Integer({ minimum: 0, maximum: 1 })),
    ...offsetQuery,
  },
  reply: activitiesReply,
  beside: activityListBeside,
  cost: 20,
  async run({ query }, crm) {
    if (query.filter_id) {
      const where = await filterCondition(crm, 'activity', query.filter_id, 'a')
      return activityListV1(crm, where, { start: query.start, limit: query.limit })
    }
    const { user_id = crm.actor.userId, start_date, end_date, type } = query
    const where = sql`${matching(crm, { owner_id: user_id || undefined, types: type })}
      ${start_date ? sql`and a.due_date >= ${start_date}::text::date` : sql``}
      ${end_date ? sql`and a.due_date <= ${end_date}::text::date` : sql``}`
    return activityListV1(crm, where, query)
  },
})

const getActivitiesCollection = v1({
  route: 'GET /activities/collection',
  summary: 'Walk through all activities by cursor, deleted ones too; for admins',
  scopes: ['activities:read', 'activities:full'],
  rights: ['sales_admin'],
  query: {
    ...cursorQuery,
    since: optional(Type.String()),
    until: optional(Type.String()),
    user_id: optional(Id),
    done: optional(Type.Boolean()),
    type: Types,
  },
  reply: Type.Array(CollectedActivity),
  beside: nextCursor,
  cost: 10,
  async run({ query }, crm) {
    const { limit = 100, cursor, since, until, user_id, done, type } = query
    const updated = collectionFilter({ since, until, owner_id: user_id }, 'a')
    const where = sql`${updated} and ${matching(crm, { done, types: type })}`
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'a')
    return cursorPage<CollectedActivity>(await listActivities(crm, activityColumnsV1(crm), where, page, limit), limit)
  },
})

const getActivity = v1({
  route: 'GET /activities/{id}',
  summary: 'Get details of an activity',
  scopes: ['activities:read', 'activities:full'],
  params,
  reply: ActivityV1,
  beside,
  cost: 2,
  run: ({ params }, crm) => oneActivityV1(crm, params.id),
})

const addActivity = v1({
  route: 'POST /activities',
  summary: 'Add an activity',
  scopes: ['activities:full'],
  body,
  reply: ActivityV1,
  beside: {
    ...beside,
    additional_data: Type.Object({ updates_story_id: Type.Integer({ deprecated: true }) }),
  },
  status: 201,
  cost: 10,
  async run({ body }, crm) {
    const id = await createActivity(crm, activityFromV1(body))
    return oneActivityV1(afterWriting(crm, 'activity', id), id, {
      additional_data: { updates_story_id: await placeInLog(crm, id) },
    })
  },
})

const updateActivityV1 = v1({
  route: 'PUT /activities/{id}',
  summary: 'Update an activity',
  ifMatch: true,
  scopes: ['activities:full'],
  params,
  body,
  reply: ActivityV1,
  beside,
  cost: 10,
  async run({ params, body }, crm) {
    await updateActivity(crm, params.id, activityFromV1(body))
    return oneActivityV1(afterWriting(crm, 'activity', params.id), params.id)
  },
})

/** One activity in v1 with its related objects. */
async function oneActivityV1(crm: Crm, id: number, rest: object = {}): Promise<Answered<ActivityV1>> {
  const row = await findActivityV1(crm, id)
  if (!row) throw failure('missing', 'Activity not found')
  const related_objects = await relatedObjects(crm, relatedOf([row]))
  const { data, headers } = oneRecord<ActivityV1>(row, 'Activity')
  return answer(data, { headers, beside: { related_objects, ...rest } })
}

const deleteActivity = v1({
  route: 'DELETE /activities/{id}',
  summary: 'Delete an activity',
  scopes: ['activities:full'],
  rights: ['can_delete_activities'],
  cost: 6,
  ...deletingOne(removeActivity),
})

const deleteActivities = v1({
  route: 'DELETE /activities',
  summary: 'Delete several activities; all of them or none',
  scopes: ['activities:full'],
  rights: ['can_delete_activities', 'can_bulk_edit_items'],
  cost: 10,
  ...deletingSeveral(removeActivity),
})

export const activitiesV1 = [
  getActivities,
  getActivitiesCollection,
  getActivity,
  addActivity,
  updateActivityV1,
  deleteActivity,
  deleteActivities,
]
