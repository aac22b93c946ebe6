import { Id, listOf, NameText, oneOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { fieldsQuery } from '../../../base/fields/v2/show.ts'
import { NOTHING } from '../../../base/fields/values.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { wantedProjects } from '../conditions.ts'
import { SHOWN_STATUSES, STATUSES } from '../rules.ts'
import { createProject, removeProject, updateProject } from '../write.ts'
import { projectFromV2, writableV2 } from './input.ts'
import { Project } from './shape.ts'
import { oneProjectV2, projectPageV2 } from './store.ts'

const params = { id: Id }
const READ = ['projects:read', 'projects:full']

const listQuery = {
  filter_id: optional(Id),
  status: optional(listOf(oneOf(SHOWN_STATUSES), { description: 'Without it all but deleted ones' })),
  phase_id: optional(Id),
  ...fieldsQuery,
  ...cursorQuery,
}

const getProjects = v2({
  route: 'GET /projects',
  summary: 'Get all projects that are not archived',
  scopes: READ,
  query: { ...listQuery, deal_id: optional(Id), person_id: optional(Id), org_id: optional(Id) },
  reply: Type.Array(Project),
  beside: nextCursor,
  cost: 10,
  run: async ({ query }, crm) =>
    projectPageV2(crm, sql`not p.is_archived and ${await wantedProjects(crm, query)}`, query),
})

const getArchivedProjects = v2({
  route: 'GET /projects/archived',
  summary: 'Get all archived projects',
  scopes: READ,
  query: listQuery,
  reply: Type.Array(Project),
  beside: nextCursor,
  cost: 10,
  run: async ({ query }, crm) => projectPageV2(crm, sql`p.is_archived and ${await wantedProjects(crm, query)}`, query),
})

const getProject = v2({
  route: 'GET /projects/{id}',
  summary: 'Get details of a project',
  scopes: READ,
  params,
  query: fieldsQuery,
  reply: Project,
  cost: 1,
  run: ({ params, query }, crm) => oneProjectV2(crm, params.id, query),
})

const addProject = v2({
  route: 'POST /projects',
  summary: 'Add a project',
  description: 'Without phase_id it goes to the first phase of the board, without board_id to the first board.',
  scopes: ['projects:full'],
  body: { title: NameText, status: optional(oneOf(STATUSES)), ...writableV2 },
  reply: Project,
  status: 201,
  cost: 5,
  async run({ body }, crm) {
    const id = await createProject(crm, projectFromV2(await fieldsOf(crm, 'project'), body))
    return oneProjectV2(crm, id)
  },
})

const updateProjectV2 = v2({
  route: 'PATCH /projects/{id}',
  summary: 'Update a project',
  description:
    'The status deleted deletes it, another one brings a deleted project back. A template counts only for a new one.',
  ifMatch: true,
  scopes: ['projects:full'],
  params,
  body: { title: optional(NameText), status: optional(oneOf(SHOWN_STATUSES)), ...writableV2 },
  reply: Project,
  cost: 5,
  async run({ params, body }, crm) {
    await updateProject(crm, params.id, projectFromV2(await fieldsOf(crm, 'project'), body))
    return oneProjectV2(crm, params.id)
  },
})

const archiveProject = v2({
  route: 'POST /projects/{id}/archive',
  summary: 'Archive a project',
  scopes: ['projects:full'],
  params,
  reply: Project,
  cost: 3,
  async run({ params }, crm) {
    await updateProject(crm, params.id, { is_archived: true, custom: () => NOTHING })
    return oneProjectV2(crm, params.id)
  },
})

const deleteProject = v2({
  route: 'DELETE /projects/{id}',
  summary: 'Delete a project; it can be brought back for 30 days',
  scopes: ['projects:full'],
  cost: 3,
  ...deletingOne(removeProject),
})

export const projects = [
  getProjects,
  getArchivedProjects,
  getProject,
  addProject,
  updateProjectV2,
  archiveProject,
  deleteProject,
]
