import { ProjectsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { PURGE } from '../../across/purge/purge.ts'
import { aDeal, anActivity, aProject, aTask, made } from '../../testing/builders.ts'
import { fileCalls } from '../../testing/fileCalls.ts'
import { untilWaiting } from '../../testing/heldBack.ts'
import { templatesOf } from '../../testing/projectTemplates.ts'
import { type Reply, startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const { board, first, second, MOVE, aTemplate, templateOf, refused, list } = await templatesOf(owner, colleague)

describe('a project from a template', () => {
  test('has its groups, tasks, subtasks and activities, with days counted from its start', async () => {
    const { id: template_id } = await aTemplate(MOVE)

    const project = await aProject(owner, { template_id, start_date: '2026-03-01' })

    expect(project).toMatchObject({ board_id: board, phase_id: first })
    const groups = await list(`/v1/projects/${project.id}/groups`)
    expect(groups.map(({ name }: { name: string }) => name)).toEqual(['Before', 'After', 'Later'])
    const tasks = await list(`/v2/tasks?project_id=${project.id}`)
    const [pack, boxes, label, unpack] = tasks
    expect(tasks).toMatchObject([
      {
        title: 'Pack',
        description: 'All of it',
        assignee_ids: [owner.userId, colleague.userId],
        start_date: '2026-03-01',
        due_date: '2026-03-03',
        priority: 1,
        creator_id: owner.userId,
        is_done: false,
      },
      { title: 'Buy boxes', parent_task_id: pack.id, due_date: '2026-02-28' },
      { title: 'Label them', parent_task_id: pack.id, due_date: null },
      { title: 'Unpack', is_milestone: true, due_date: '2026-03-11', parent_task_id: null },
    ])
    const [{ id: activityId }] = await list(`/v1/projects/${project.id}/activities`)
    const activity = await list(`/v2/activities/${activityId}`)
    expect(activity).toMatchObject({ subject: 'Call', type: 'call', due_date: '2026-03-04', note: 'Ask' })
    const [before, after, later] = groups.map(({ id }: { id: number }) => id)
    const plan = await list(`/v1/projects/${project.id}/plan`)
    expect(plan).toEqual([
      ...[pack, boxes, label].map(({ id }) => ({ item_id: id, item_type: 'task', phase_id: first, group_id: before })),
      { item_id: unpack.id, item_type: 'task', phase_id: second, group_id: later },
      { item_id: activity.id, item_type: 'activity', phase_id: second, group_id: after },
    ])
    const log = await crm.sql`
      select from crm.change where entity = 'task' and action = 'added' and entity_id = ${String(boxes.id)}`
    expect(log).toHaveLength(1)
  })

  test('is made in v1 by the official client too', async () => {
    const { id: template_id } = await aTemplate(MOVE)

    const { data } = await new ProjectsApi(owner.v1).addProject({
      AddProjectRequest: { title: 'Move', board_id: board, phase_id: second, template_id },
    })

    expect(data).toMatchObject({ board_id: board, phase_id: second })
    expect(await list(`/v1/projects/${data?.id}/tasks`)).toHaveLength(4)
  })

  test('leaves out people who have left and phases of another board; a type that is gone becomes the first', async () => {
    const leaving = await crm.colleague(owner)
    const type = (await made(owner, '/v1/activityTypes', { name: 'Dance', icon_key: 'bell' })).key_string
    const { id: template_id } = await aTemplate({
      tasks: [{ title: 'T', phase_id: first, assignee_ids: [leaving.userId, owner.userId] }],
      activities: [{ type, owner_id: leaving.userId }],
    })
    await crm.sql`update crm.app_user set active = false where id = ${leaving.userId}`
    await crm.sql`update crm.activity_type set active = false where key_string = ${type}`
    const { id: board_id } = await made(owner, '/v2/boards', { name: 'Other' })
    await made(owner, '/v2/phases', { name: 'Only', board_id })

    const { id } = await aProject(owner, { template_id, board_id, owner_id: colleague.userId })

    expect(await list(`/v2/tasks?project_id=${id}`)).toMatchObject([{ title: 'T', assignee_ids: [owner.userId] }])
    expect(await list(`/v1/projects/${id}/plan`)).toMatchObject([{ phase_id: null }, { phase_id: null }])
    expect(await list(`/v1/projects/${id}/activities`)).toMatchObject([
      { type: 'call', subject: 'Dance', user_id: colleague.userId },
    ])
  })

  test('400 for a template that is deleted, before and while the project is made', async () => {
    const { id: gone } = await aTemplate()
    await owner.call('DELETE', `/v2/projectTemplates/${gone}`)
    const { id: going } = await aTemplate(MOVE)
    const body = { title: 'Project', template_id: going }
    expect(await refused('POST', '/v2/projects', { ...body, template_id: gone })).toEqual([400, 'template_id'])

    let late: Promise<Reply> | undefined
    await crm.sql.begin(async sql => {
      await sql`select from crm.project_template where company_id = ${owner.companyId} and id = ${going} for update`
      late = owner.call('POST', '/v2/projects', body)
      await untilWaiting(crm, 1)
      await sql`update crm.project_template set is_deleted = true, delete_time = now() where id = ${going}`
    })

    expect((await late)?.body.field).toBe('template_id')
    expect(await crm.sql`select from crm.project where template_id = ${going}`).toHaveLength(0)
  })
})

test('a template made from a project makes the same project again', async () => {
  const { id: template_id } = await aTemplate(MOVE)
  const { id: source } = await aProject(owner, { template_id, title: 'Model', start_date: '2026-03-01' })
  const deal = await aDeal(owner)
  await owner.call('PUT', `/v1/deals/${deal.id}`, { visible_to: '1' })
  await anActivity(owner, { project_id: source, deal_id: deal.id, subject: 'Hidden' })
  const { id: gone } = await aTask(owner, { project_id: source })
  await owner.call('DELETE', `/v2/tasks/${gone}`)

  const copied = await made(colleague, '/v2/projectTemplates', { project_id: source, description: 'Ours' })
  const original = await templateOf(template_id)

  expect(copied).toMatchObject({
    title: 'Model',
    description: 'Ours',
    projects_board_id: board,
    owner_id: colleague.userId,
  })
  expect([copied.groups, copied.tasks]).toEqual([original.groups, original.tasks])
  // Its activities got an owner, and whoever cannot see one does not copy it.
  const [activity] = original.activities
  expect(copied.activities).toEqual([
    { ...activity, owner_id: owner.userId, due_time: '14:30:00', duration: '00:30:00' },
  ])
  const { id } = await aProject(owner, { template_id: copied.id, start_date: '2026-03-01' })
  const titles = async (project: number) =>
    (await list(`/v2/tasks?project_id=${project}`)).map(({ title, due_date }: Record<string, unknown>) => [
      title,
      due_date,
    ])
  expect(await titles(id)).toEqual(await titles(source))
})

test('a purged template leaves the projects that were made from it, without its name', async () => {
  const { id: template_id } = await aTemplate(MOVE)
  const { id } = await aProject(owner, { template_id })
  await owner.call('DELETE', `/v2/projectTemplates/${template_id}`)
  await crm.sql`update crm.project_template set delete_time = now() - interval '31 days' where id = ${template_id}`

  await fileCalls(crm).run(PURGE)

  expect(await crm.sql`select template_id from crm.project where id = ${id}`).toEqual([{ template_id: null }])
  expect(await list(`/v2/tasks?project_id=${id}`)).toHaveLength(4)
})
