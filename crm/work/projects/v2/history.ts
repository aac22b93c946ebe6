import { Id, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { logPage, readLogPlace } from '../../../base/changes/aroundLog.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { timeV2 } from '../../../base/records/time.ts'
import { requireProject, usersWhoSeeProjects } from '../store.ts'
import { type ProjectChange, selectProjectChanges } from './historyStore.ts'

const params = { id: Id }
const READ = ['projects:read', 'projects:full']

const Values = Type.Record(Type.String(), Type.Unknown())

const ChangelogItem = Type.Object({
  change_source: nullable(Type.String()),
  change_source_user_agent: nullable(Type.String()),
  time: Type.String(),
  new_values: Values,
  old_values: Values,
  actor_user_id: nullable(Type.Integer({ description: 'null when the server did it by itself' })),
})

const getProjectChangelog = v2({
  route: 'GET /projects/{id}/changelog',
  summary: 'List what happened to the fields of a project, newest first',
  scopes: READ,
  params,
  query: cursorQuery,
  reply: Type.Array(ChangelogItem),
  beside: nextCursor,
  cost: 10,
  async run({ params, query }, crm) {
    await requireProject(crm, params.id)
    const { limit = 100, cursor } = query
    const rows = await selectProjectChanges(crm, params.id, { before: readLogPlace(cursor), limit: limit + 1 })
    return logPage(rows, limit, shownChange)
  },
})

function shownChange(change: ProjectChange): Static<typeof ChangelogItem> {
  return {
    change_source: change.source,
    change_source_user_agent: change.user_agent,
    time: timeV2(change.at),
    new_values: inV2(change.new_values),
    old_values: inV2(change.old_values),
    actor_user_id: change.actor_id,
  }
}

/** PostgreSQL writes times into the log in a form of its own. */
function inV2(values: Record<string, unknown>): Record<string, unknown> {
  const isTime = ([name, value]: [string, unknown]) => name.endsWith('_time') && typeof value === 'string'
  return Object.fromEntries(
    Object.entries(values).map(entry => (isTime(entry) ? [entry[0], timeV2(new Date(String(entry[1])))] : entry)),
  )
}

const getProjectUsers = v2({
  route: 'GET /projects/{id}/permittedUsers',
  summary: 'List the users who may see a project: everybody in the company',
  scopes: READ,
  params,
  reply: Type.Array(Type.Integer()),
  cost: 5,
  async run({ params }, crm) {
    await requireProject(crm, params.id)
    return usersWhoSeeProjects(crm)
  },
})

export const projectHistory = [getProjectChangelog, getProjectUsers]
