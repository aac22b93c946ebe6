import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { requireMatch } from '../../base/records/version.ts'
import { contentOfProject } from './fromProject.ts'
import type { TemplateInput } from './input.ts'
import { checkNames, knownTo, withoutGone } from './references.ts'
import { checkSize, groupsOf } from './rules.ts'
import type { TemplateContent } from './shape.ts'
import { findSource } from './sourceStore.ts'
import { lockTemplate, type TemplateRow } from './store.ts'

/** Stores a new template and gives back its id. */
export async function createTemplate(crm: Crm, input: TemplateInput): Promise<number> {
  const { title, projects_board_id, description } = input
  if (title === undefined) throw isRequired('title')
  if (projects_board_id === undefined) throw isRequired('projects_board_id')
  const content = await checkedContent(crm, projects_board_id, NOTHING, input)
  return insertTemplate(crm, { title, projects_board_id, description, ...content })
}

/** Stores a template of what there is to do in a project, and gives back its id. */
export async function createFromProject(crm: Crm, projectId: number, input: TemplateInput): Promise<number> {
  for (const field of ['projects_board_id', 'groups', 'tasks', 'activities'] as const)
    if (input[field] !== undefined)
      throw failure('invalid', `${field} comes from the project: leave out ${field} or project_id`, { field })
  const project = await findSource(crm, projectId)
  const { title = project.title, description = project.description } = input
  const content = await contentOfProject(crm, projectId, project)
  checkSize(content)
  const there = withoutGone(content, await knownTo(crm, project.board_id, content))
  return insertTemplate(crm, { title, description, projects_board_id: project.board_id, ...there })
}

/** Changes a template; lists that are given replace those it has. */
export async function updateTemplate(crm: Crm, id: number, input: TemplateInput): Promise<void> {
  const template = await lockOwn(crm, id)
  const { title = template.title, description, projects_board_id = template.projects_board_id } = input
  const says = [input.projects_board_id, input.groups, input.tasks, input.activities].some(part => part !== undefined)
  const content = says ? await checkedContent(crm, projects_board_id, template, input) : {}
  await updateRecord(crm, 'project_template', id, {
    title,
    projects_board_id,
    ...(description !== undefined && { description }),
    ...content,
  })
}

/** Deletes a template; the projects made from it stay as they are. */
export async function removeTemplate(crm: Crm, id: number): Promise<void> {
  await lockOwn(crm, id)
  await updateRecord(crm, 'project_template', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted' })
}

const NOTHING: TemplateContent = { groups: [], tasks: [], activities: [] }

async function insertTemplate(crm: Crm, values: TemplateInput): Promise<number> {
  const { actor, now } = crm
  const row = { ...values, owner_id: actor.userId, add_time: now, update_time: now }
  const { id } = await insertRecord<{ id: number }>(crm, 'project_template', row)
  return id
}

/** What a template holds after a write, refused when it names what is not there or is too much. */
async function checkedContent(
  crm: Crm,
  boardId: number,
  before: TemplateContent,
  input: TemplateInput,
): Promise<TemplateContent> {
  const { groups = before.groups, tasks = before.tasks, activities = before.activities } = input
  const given = { groups, tasks, activities }
  const content = { ...given, groups: groupsOf(given) }
  checkSize(content)
  const known = await knownTo(crm, boardId, content)
  checkNames(content, boardId, known)
  return { ...content, activities: activities.map(one => ({ ...one, subject: one.subject || nameOf(one.type) })) }

  function nameOf(type: string): string {
    return known.types.get(type) ?? type
  }
}

/** A template is changed by its owner and by admins. */
async function lockOwn(crm: Crm, id: number): Promise<TemplateRow> {
  const template = await lockTemplate(crm, id)
  const { userId, isAdmin } = crm.actor
  if (template.owner_id !== userId && !isAdmin)
    throw failure('forbidden', 'Only the owner of a project template and admins may change or delete it')
  requireMatch(crm, template.version)
  return template
}

function isRequired(field: string) {
  return failure('invalid', `${field} is required, unless project_id names a project to make the template from`, {
    field,
  })
}
