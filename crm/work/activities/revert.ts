import { inputWas, type Revert } from '../../base/records/revert.ts'
import { activityFields } from './fields.ts'
import type { ActivityInput } from './input.ts'
import { maySeeActivity } from './visibility.ts'
import { removeActivity, updateActivity } from './write.ts'

export const activityRevert: Revert = {
  table: 'activity',
  fields: activityFields,
  maySee: actor => maySeeActivity(actor, 'r'),
  scopes: ['activities:read', 'activities:full'],
  rights: { change: [], remove: ['can_delete_activities'] },
  fixed: {},
  update: (crm, id, was, undoing) => updateActivity(crm, id, inputWas<ActivityInput>(was), undoing),
  remove: removeActivity,
}
