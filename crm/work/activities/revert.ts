import { inputWas, type Revert } from '../../base/records/revert.ts'
import { activityFields } from './fields.ts'
import type { ActivityInput } from './input.ts'
import { maySeeActivity } from './visibility.ts'
import { removeActivity, updateActivity } from './write.ts'

export const activityRevert: Revert = {
  table: 'activity',
  fields: activityFields,
  beside: ['participants'],
  maySee: actor => maySeeActivity(actor, 'r'),
  scopes: { read: ['activities:read', 'activities:full'], write: ['activities:full'] },
  rights: { change: [], remove: ['can_delete_activities'] },
  fixed: { plan: 'move the activity in the plan of its project instead' },
  update: (crm, id: number, was, undoing) => updateActivity(crm, id, inputWas<ActivityInput>(was), undoing),
  remove: (crm, id: number, options) => removeActivity(crm, id, options),
}
