import type { Answered } from '@portico/kit/api/answer'
import { Id, listOf, NameText, oneOf, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { NOTHING } from '../../../base/fields/values.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { collectionPage } from '../../../base/lists/v1/collectionStore.ts'
import { deletingOneWrapped } from '../../../base/records/deleting.ts'
import { oneRecordV1 } from '../../../base/records/v1/wire.ts'
import { wantedProjects } from '../conditions.ts'
import { SHOWN_STATUSES, STATUSES } from '../rules.ts'
import { createProject, removeProject, updateProject } from '../write.ts'
import { projectFromV1, writableV1 } from './input.ts'
import { ProjectV1 } from './shape.ts'
import { findProjectV1 } from './store.ts'
import { projectColumnsV1 } from './wire.ts'

const params = { id: Id }
const READ = ['projects:read', 'projects:full']

const getProjects = v1({
  route: 'GET /projects',
  summary: 'Get all projects, archived ones only when asked for',
  scopes: READ,
  query: {
    filter_id: optional(Id),
    status: optional(listOf(oneOf(SHOWN_STATUSES), { description: 'Without it all but deleted ones' })),
    phase_id: optional(Id),
    include_archived: optional(Type.Boolean()),
    ...cursorQuery,
  },
  reply: Type.Array(ProjectV1),
  beside: nextCursor,
  cost: 20,
  async run({ query }, crm) {
    const wanted = await wantedProjects(crm, query)
    const where = query.include_archived ? wanted : sql`not p.is_archived and ${wanted}`
    return collectionPage<ProjectV1>(crm, { entity: 'project', alias: 'p', columns: projectColumnsV1(), where }, query)
  },
})

const getProject = v1({
  route: 'GET /projects/{id}',
  summary: 'Get details of a project',
  scopes: READ,
  params,
  reply: ProjectV1,
  beside: nothingBeside,
  cost: 2,
  run: ({ params }, crm) => oneProjectV1(crm, params.id),
})

const addProject = v1({
  route: 'POST /projects',
  summary: 'Add a project',
  description: 'Without phase_id it goes to the first phase of the board, without board_id to the first board.',
  scopes: ['projects:full'],
  body: Type.Object(
    { title: NameText, status: optional(oneOf(STATUSES)), template_id: optional(Id), ...writableV1 },
    { additionalProperties: true },
  ),
  reply: ProjectV1,
  beside: nothingBeside,
  status: 201,
  cost: 10,
  async run({ body }, crm) {
    const id = await createProject(crm, projectFromV1(await fieldsOf(crm, 'project'), crm, body))
    return oneProjectV1(crm, id)
  },
})

const putProject = v1({
  route: 'PUT /projects/{id}',
  summary: 'Update a project',
  description: 'The status deleted deletes it, another one brings a deleted project back.',
  ifMatch: true,
  scopes: ['projects:full'],
  params,
  body: Type.Object(
    { title: optional(NameText), status: optional(oneOf(SHOWN_STATUSES)), ...writableV1 },
    { additionalProperties: true },
  ),
  reply: ProjectV1,
  beside: nothingBeside,
  cost: 10,
  async run({ params, body }, crm) {
    await updateProject(crm, params.id, projectFromV1(await fieldsOf(crm, 'project'), crm, body))
    return oneProjectV1(crm, params.id)
  },
})

const archiveProject = v1({
  route: 'POST /projects/{id}/archive',
  summary: 'Archive a project',
  scopes: ['projects:full'],
  params,
  reply: ProjectV1,
  beside: nothingBeside,
  cost: 10,
  async run({ params }, crm) {
    await updateProject(crm, params.id, { is_archived: true, custom: () => NOTHING })
    return oneProjectV1(crm, params.id)
  },
})

const deleteProject = v1({
  route: 'DELETE /projects/{id}',
  summary: 'Delete a project; it can be brought back for 30 days',
  scopes: ['projects:full'],
  beside: nothingBeside,
  cost: 6,
  ...deletingOneWrapped(removeProject),
})

async function oneProjectV1(crm: Crm, id: number): Promise<Answered<ProjectV1>> {
  return oneRecordV1<ProjectV1>(await fieldsOf(crm, 'project'), await findProjectV1(crm, id), 'Project')
}

export const projectsV1 = [getProjects, getProject, addProject, putProject, archiveProject, deleteProject]
