import { Id, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { createFromProject, createTemplate, removeTemplate, updateTemplate } from '../write.ts'
import { Changeable, templateFrom } from './input.ts'
import { ProjectTemplate, WholeProjectTemplate } from './shape.ts'
import { templatePageV2, wholeTemplate } from './store.ts'

const READERS = ['projects:read', 'projects:full'] as const
const WRITERS = ['projects:full'] as const

const template = oneAtATime(WholeProjectTemplate, wholeTemplate)

const getTemplates = v2({
  route: 'GET /projectTemplates',
  summary: 'Get all project templates',
  scopes: READERS,
  query: cursorQuery,
  reply: Type.Array(ProjectTemplate),
  beside: nextCursor,
  cost: 10,
  run: ({ query: { limit, cursor } }, crm) => templatePageV2(crm, sql`true`, { limit, cursor }),
})

const getTemplate = v2({
  route: 'GET /projectTemplates/{id}',
  summary: 'Get a project template with what it holds',
  scopes: READERS,
  beside: nothingBeside,
  cost: 1,
  ...template.get,
})

/** The contract reads templates and has no way to make them: these operations are Portico's own. */
const addTemplate = v2({
  route: 'POST /projectTemplates',
  summary: 'Add a project template, from lists of tasks and activities or from a project',
  description:
    'With `project_id` the board, groups, tasks and activities are those of that project, and its title unless one is ' +
    'given. Otherwise `title` and `projects_board_id` are required.',
  scopes: WRITERS,
  body: { ...Changeable.properties, project_id: optional(Id) },
  reply: WholeProjectTemplate,
  beside: nothingBeside,
  status: 201,
  cost: 5,
  async run({ body: { project_id, ...template } }, crm) {
    const input = templateFrom(template)
    const id = project_id ? await createFromProject(crm, project_id, input) : await createTemplate(crm, input)
    return wholeTemplate(crm, id)
  },
})

const patchTemplate = v2({
  route: 'PATCH /projectTemplates/{id}',
  summary: 'Update a project template: its owner may, and admins',
  description: 'Lists that are given replace those of the template.',
  scopes: WRITERS,
  beside: nothingBeside,
  cost: 5,
  ...template.change(Changeable, (crm, id, body) => updateTemplate(crm, id, templateFrom(body))),
})

const deleteTemplate = v2({
  route: 'DELETE /projectTemplates/{id}',
  summary: 'Delete a project template: its owner may, and admins',
  scopes: WRITERS,
  beside: nothingBeside,
  cost: 3,
  ...deletingOne(removeTemplate),
})

export const projectTemplates = [getTemplates, getTemplate, addTemplate, patchTemplate, deleteTemplate]
