import { Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { cursorPage, cursorQueryOf, keyset, nextCursor } from '../../../base/lists/cursor.ts'
import { listActivities } from '../../activities/store.ts'
import { CollectedActivity } from '../../activities/v1/shape.ts'
import { activityColumnsV1 } from '../../activities/v1/wire.ts'
import { requireProject } from '../store.ts'

/** The contract has no way to ask for a second page of these. */
const MOST = 500

const getProjectActivities = v1({
  route: 'GET /projects/{id}/activities',
  summary: 'Get the activities of a project',
  scopes: ['projects:read', 'projects:full'],
  params: { id: Id },
  query: cursorQueryOf({ most: MOST }),
  reply: Type.Array(CollectedActivity),
  beside: nextCursor,
  cost: 20,
  async run({ params, query }, crm) {
    await requireProject(crm, params.id)
    const { limit = MOST, cursor } = query
    const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'a')
    const where = sql`a.project_id = ${params.id} and not a.is_deleted`
    return cursorPage<CollectedActivity>(await listActivities(crm, activityColumnsV1(crm), where, page, limit), limit)
  },
})

export const projectActivities = [getProjectActivities]
