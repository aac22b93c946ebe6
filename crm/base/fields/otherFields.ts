import { v1, v2 } from '../api/operation.ts'
import { offsetQuery } from '../lists/v1/offset.ts'
import { FLAGS } from './flags.ts'
import { fieldListV1 } from './v1/family.ts'
import { fieldReadersV2 } from './v2/family.ts'

/** The fields of activities, leads and notes, which are only read. Leads show those of deals beside their own. */

const activity = fieldReadersV2('activity', FLAGS.activity)

const READ_LEADS = ['leads:read', 'leads:full', 'admin']
const READ_NOTES = ['deals:read', 'deals:full', 'contacts:read', 'contacts:full']

export const otherFields = [
  v1({ route: 'GET /activityFields', scopes: ['activities:read', 'activities:full'], ...fieldListV1('activity') }),
  v2({ route: 'GET /activityFields', scopes: ['admin'], ...activity.list }),
  v2({ route: 'GET /activityFields/{field_code}', scopes: ['admin'], ...activity.get }),
  v1({ route: 'GET /leadFields', scopes: READ_LEADS, query: offsetQuery, ...fieldListV1('lead') }),
  v1({ route: 'GET /noteFields', scopes: READ_NOTES, ...fieldListV1('note') }),
]
