import { failure } from '@portico/kit/api/failure'
import { json, jsonArray } from '@portico/kit/api/json'
import { Id, listOf, nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { insertRecord, updateRecord, type Values } from '../../../base/changes/write.ts'
import { Name } from '../../../base/records/name.ts'
import { findActivityTypeWire, freeKey, listActivityTypes, nextPlace } from '../store.ts'
import { ActivityType, Icon } from './shape.ts'

const params = { id: Id }
const Color = optional(nullable(Type.String({ pattern: '^[0-9A-Fa-f]{6}$', description: 'Six hexadecimal digits' })))

const getActivityTypes = v1({
  route: 'GET /activityTypes',
  summary: 'Get all activity types',
  scopes: ['activities:read', 'activities:full', 'admin'],
  reply: Type.Array(ActivityType),
  cost: 20,
  run: async (_, crm) => jsonArray<ActivityType>(await listActivityTypes(crm)),
})

const addActivityType = v1({
  route: 'POST /activityTypes',
  summary: 'Add an activity type',
  scopes: ['admin'],
  rights: ['sales_admin'],
  body: { name: Name, icon_key: Icon, color: Color },
  reply: ActivityType,
  cost: 10,
  async run({ body }, crm) {
    const { id } = await insertRecord<{ id: number }>(crm, 'activity_type', {
      name: body.name,
      icon_key: body.icon_key,
      color: body.color ?? null,
      key_string: await freeKey(crm, body.name),
      order_nr: await nextPlace(crm),
      add_time: crm.now,
      update_time: crm.now,
    })
    return json<ActivityType>(await findActivityTypeWire(crm, id))
  },
})

const updateActivityType = v1({
  route: 'PUT /activityTypes/{id}',
  summary: 'Update an activity type; its key stays as it is',
  scopes: ['admin'],
  rights: ['sales_admin'],
  params,
  body: {
    name: optional(Name),
    icon_key: optional(Icon),
    color: Color,
    order_nr: optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  reply: ActivityType,
  cost: 10,
  async run({ params, body }, crm) {
    const { name, icon_key, color, order_nr } = body
    await change(crm, params.id, { name, icon_key, color, order_nr })
    return json<ActivityType>(await findActivityTypeWire(crm, params.id))
  },
})

const deleteActivityType = v1({
  route: 'DELETE /activityTypes/{id}',
  summary: 'Delete an activity type; activities that have it keep it',
  scopes: ['admin'],
  rights: ['sales_admin'],
  params,
  reply: ActivityType,
  cost: 6,
  async run({ params }, crm) {
    await change(crm, params.id, { active: false }, { action: 'deleted' })
    return json<ActivityType>(await findActivityTypeWire(crm, params.id))
  },
})

const deleteActivityTypes = v1({
  route: 'DELETE /activityTypes',
  summary: 'Delete several activity types; all of them or none',
  scopes: ['admin'],
  rights: ['sales_admin'],
  query: { ids: listOf(Id, { minItems: 1, maxItems: 500 }) },
  reply: Type.Object({ id: Type.Array(Type.Integer()) }),
  cost: 10,
  async run({ query }, crm) {
    const ids = [...new Set(query.ids)].sort((a, b) => a - b)
    for (const id of ids) await change(crm, id, { active: false }, { action: 'deleted', bulk: true })
    return { id: ids }
  },
})

async function change(
  crm: Crm,
  id: number,
  values: Values,
  options: { action?: 'deleted'; bulk?: boolean } = {},
): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  if (!(await updateRecord(crm, 'activity_type', id, given, options)))
    throw failure('missing', 'Activity type not found')
}

export const activityTypes = [
  getActivityTypes,
  addActivityType,
  updateActivityType,
  deleteActivityType,
  deleteActivityTypes,
]
