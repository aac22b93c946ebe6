import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import { checkCustom, checkLabels, checkOption } from '../../base/fields/check.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { requireFields } from '../../base/fields/required.ts'
import { type CustomPatch, customChange, customColumn, patched } from '../../base/fields/values.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { findPhase } from '../projectPhases/store.ts'
import { copyTemplate } from '../projectTemplates/copy.ts'
import { holdTemplate, type TemplateRow } from '../projectTemplates/store.ts'
import { projectFields } from './fields.ts'
import type { ProjectInput } from './input.ts'
import { checkLinks, readLinks, storeLinks } from './linkStore.ts'
import { decideLinks, NO_LINKS } from './links.ts'
import { decideArchive, decideStatus } from './rules.ts'
import { lockProject, type ProjectRow } from './store.ts'

const stored = storedValues(projectFields)

const PROJECTS = { entity: 'project', fields: projectFields } as const

const NEW = { status: 'open', is_deleted: false, is_archived: false } as const

/** Stores a new project and gives back its id. */
export async function createProject(crm: Crm, input: ProjectInput): Promise<number> {
  const { actor, now } = crm
  const custom = input.custom({})
  const links = decideLinks(NO_LINKS, input)
  await check(crm, input, custom)
  const template = input.template_id === undefined ? undefined : await holdTemplate(crm, input.template_id)
  await checkLinks(crm, NO_LINKS, links)
  const phase = await findPhase(crm, { phase_id: input.phase_id, board_id: boardWanted(input, template) })
  const values = {
    status: NEW.status,
    owner_id: actor.userId,
    creator_id: actor.userId,
    board_id: phase.board_id,
    phase_id: phase.id,
    template_id: input.template_id,
    custom: customColumn(custom),
    add_time: now,
    update_time: now,
    status_change_time: now,
    ...stored(input),
    ...decideStatus(NEW, input.status, now).values,
    ...decideArchive(NEW, input.is_archived, now),
  }
  const made = () => ({ values: { ...values, ...links }, custom: custom.set })
  await requireFields(crm, PROJECTS, made, undefined, custom.named)
  const { id } = await insertRecord<{ id: number }>(crm, 'project', values, { beside: { after: links } })
  await storeLinks(crm, id, NO_LINKS, links)
  if (template) {
    const { owner_id = actor.userId, start_date } = input
    const start = start_date ?? now.toISOString().slice(0, 10)
    await copyTemplate(crm, template, { id, board_id: phase.board_id, owner_id, start })
  }
  return id
}

/** A phase decides its board by itself. */
function boardWanted({ board_id, phase_id }: ProjectInput, template: TemplateRow | undefined): number | undefined {
  return board_id ?? (phase_id === undefined ? template?.projects_board_id : undefined)
}

/** Changes a project; or undoes a change of it, a deletion too. */
export async function updateProject(crm: Crm, id: number, input: ProjectInput, undoing?: Undoing): Promise<void> {
  const project = await lockProject(crm, id)
  requireMatch(crm, project.version)
  if (project.is_deleted && input.status === 'deleted') return
  const custom = input.custom(project.custom)
  const { columns, options } = undone(undoing)
  const comesBack = project.is_deleted && columns.is_deleted === false
  const { values: status, action } = decideStatus(project, comesBack ? project.status : input.status, crm.now)
  const before = await readLinks(crm, id)
  const after = decideLinks(before, input)
  await check(crm, changed(input, project), custom)
  await checkLinks(crm, before, after)
  const values = {
    ...stored(input),
    ...status,
    ...decideArchive(project, input.is_archived, crm.now),
    ...(await move(crm, project, input)),
    ...columns,
  }
  await requireFields(
    crm,
    PROJECTS,
    () => ({ values: { ...project, ...values, ...after }, custom: patched(project.custom, custom) }),
    { values: { ...project, ...before }, custom: project.custom },
    custom.named,
  )
  await updateRecord(
    crm,
    'project',
    id,
    { ...values, ...customChange(custom) },
    { ...options, beside: { before, after }, ...(action && { action }) },
  )
  await storeLinks(crm, id, before, after)
}

/** Deletes a project; for 30 days it can be brought back. Deleting twice is deleting once. */
export async function removeProject(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const project = await lockProject(crm, id)
  requireMatch(crm, project.version)
  const { values, action } = decideStatus(project, 'deleted', crm.now)
  if (action) await updateRecord(crm, 'project', id, values, { action, ...options })
}

async function check(crm: Crm, input: Partial<ProjectInput>, custom: CustomPatch): Promise<void> {
  await checkReferences(crm, { owner_id: input.owner_id })
  await checkLabels(crm, 'project', input.label_ids)
  await checkOption(crm, 'project', 'health_status', input.health_status)
  await checkCustom(crm, 'project', custom)
}

/** The phase decides the board; a board without a phase means its first phase. */
async function move(crm: Crm, project: ProjectRow, { phase_id, board_id }: ProjectInput): Promise<Values> {
  if (phase_id === undefined && (board_id === undefined || board_id === project.board_id)) return {}
  if (phase_id === project.phase_id && (board_id ?? project.board_id) === project.board_id) return {}
  const phase = await findPhase(crm, { phase_id, board_id })
  return { phase_id: phase.id, board_id: phase.board_id }
}
