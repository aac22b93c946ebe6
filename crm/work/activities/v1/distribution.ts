import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { byId } from '../../../base/records/v1/relatedObjects.ts'

/** Who has how many of some activities, by user. */
export const ActivityDistribution = byId(
  'ASSIGNED_TO_USER_ID',
  Type.Object({
    activities: Type.Object({ ACTIVITY_TYPE_NAME: optional(Type.Integer()) }, { additionalProperties: Type.Integer() }),
    name: Type.String(),
    activity_count: Type.Integer(),
    share: Type.Number({ description: 'Percent of all' }),
  }),
)
