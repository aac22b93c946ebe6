import { ProjectTemplatesApi as ProjectTemplatesApiV1 } from 'pipedrive/v1'
import { ProjectTemplatesApi } from 'pipedrive/v2'
import { describe, expect, test } from 'vitest'
import { made } from '../../testing/builders.ts'
import { templatesOf } from '../../testing/projectTemplates.ts'
import { type Reply, startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const { board, MOVE, aTemplate, templateOf, refused, list } = await templatesOf(owner, colleague)

describe('a template', () => {
  test('is added, read back by the official client of both versions, listed, changed and deleted', async () => {
    const added = await aTemplate(MOVE)
    const { id } = added
    const facts = {
      id,
      title: 'Office move',
      description: 'Twelve rooms',
      projects_board_id: board,
      owner_id: owner.userId,
    }
    expect(added).toMatchObject({ ...facts, groups: ['Before', 'After', 'Later'] })
    expect(added.tasks[0]).toMatchObject({
      title: 'Pack',
      is_milestone: false,
      subtasks: [
        { title: 'Buy boxes', due_in_days: -1, assignee_ids: [] },
        { title: 'Label them', due_in_days: null },
      ],
    })
    expect(added.activities[0]).toMatchObject({ subject: 'Call', type: 'call', due_time: '14:30', owner_id: null })

    const api = new ProjectTemplatesApi(owner.v2)
    expect((await api.getProjectTemplate({ id })).data).toEqual(added)
    const { groups: _, tasks: __, activities: ___, ...plain } = added
    expect((await api.getProjectTemplates({ limit: 100 })).data).toContainEqual(plain)
    const classic = new ProjectTemplatesApiV1(owner.v1)
    const inV1 = await classic.getProjectTemplate({ id })
    expect(inV1).toMatchObject({ data: facts, additional_data: null })
    expect(inV1.data?.add_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)
    expect((await classic.getProjectTemplates()).data).toContainEqual(inV1.data)

    const changed = await owner.call('PATCH', `/v2/projectTemplates/${id}`, {
      title: 'Move',
      tasks: [],
      description: null,
    })
    expect(changed.body.data).toMatchObject({
      title: 'Move',
      description: null,
      tasks: [],
      activities: added.activities,
    })
    expect(await templateOf(id)).toEqual(changed.body.data)

    expect((await owner.call('DELETE', `/v2/projectTemplates/${id}`)).body.data).toEqual({ id })
    expect((await api.getProjectTemplates({ limit: 100 })).data).not.toContainEqual(expect.objectContaining({ id }))
    for (const version of ['v1', 'v2'])
      expect((await owner.call('GET', `/${version}/projectTemplates/${id}`)).status).toBe(404)
    const log =
      await crm.sql`select action from crm.change where entity = 'project_template' and entity_id = ${String(id)} order by seq`
    expect(log.map(line => line.action)).toEqual(['added', 'updated', 'deleted'])
  })

  test('lists are walked by cursor', async () => {
    for (const title of ['A', 'B', 'C']) await aTemplate({ title })
    for (const version of ['v1', 'v2']) {
      const all = (await list(`/${version}/projectTemplates`)).map(({ id }: { id: number }) => id)
      const walked: number[] = []
      for (let cursor: string | null = ''; cursor !== null && walked.length <= all.length; ) {
        const { body }: Reply = await owner.call('GET', `/${version}/projectTemplates?limit=1&cursor=${cursor}`)
        walked.push(...body.data.map(({ id }: { id: number }) => id))
        cursor = body.additional_data.next_cursor
      }
      expect(walked).toEqual(all)
    }
  })

  test('403 for changing or deleting one of somebody else, but for admins', async () => {
    const { id } = await aTemplate()
    const { id: theirs } = await aTemplate({}, colleague)

    expect(await refused('PATCH', `/v2/projectTemplates/${id}`, { title: 'Mine' }, colleague)).toEqual([403, undefined])
    expect(await refused('DELETE', `/v2/projectTemplates/${id}`, undefined, colleague)).toEqual([403, undefined])
    expect((await colleague.call('PATCH', `/v2/projectTemplates/${theirs}`, { title: 'Mine' })).status).toBe(200)
    expect((await owner.call('DELETE', `/v2/projectTemplates/${theirs}`)).status).toBe(200)
  })

  test.each([
    ['no title', { title: undefined }, 'title'],
    ['no board', { projects_board_id: undefined }, 'projects_board_id'],
    ['a board that is not there', { projects_board_id: 999_999 }, 'projects_board_id'],
    ['a group without a name', { groups: [' '] }, 'groups.0'],
    ['a task without a title', { tasks: [{ title: '' }] }, 'tasks.0.title'],
    ['a phase that is not on the board', { tasks: [{ title: 'T', phase_id: 999_999 }] }, 'tasks.0.phase_id'],
    ['a task for nobody known', { tasks: [{ title: 'T', assignee_ids: [999_999] }] }, 'tasks.0.assignee_ids'],
    [
      'a subtask for nobody known',
      { tasks: [{ title: 'T', subtasks: [{ title: 'S', assignee_ids: [999_999] }] }] },
      'tasks.0.subtasks.0.assignee_ids',
    ],
    [
      'a subtask of a subtask',
      { tasks: [{ title: 'T', subtasks: [{ title: 'S', subtasks: [] }] }] },
      'tasks.0.subtasks.0.subtasks',
    ],
    ['a day too far away', { tasks: [{ title: 'T', due_in_days: 36_501 }] }, 'tasks.0.due_in_days'],
    [
      'more tasks than it holds',
      { tasks: Array.from({ length: 3 }, () => ({ title: 'T', subtasks: Array(167).fill({ title: 'S' }) })) },
      'tasks',
    ],
    ['a type that is not there', { activities: [{ type: 'dance' }] }, 'activities.0.type'],
    ['an owner who is not there', { activities: [{ type: 'call', owner_id: 999_999 }] }, 'activities.0.owner_id'],
    ['a time that is none', { activities: [{ type: 'call', due_time: '25:00' }] }, 'activities.0.due_time'],
    ['a project that is not there', { project_id: 999_999, projects_board_id: undefined }, 'project_id'],
    ['a board beside a project', { project_id: 1 }, 'projects_board_id'],
  ])('400 for %s', async (_, values, field) => {
    const body = { title: 'T', projects_board_id: board, ...values }

    expect(await refused('POST', '/v2/projectTemplates', body)).toEqual([400, field])
  })

  test('400 when another board does not have the phases that its tasks name', async () => {
    const { id } = await aTemplate(MOVE)
    const { id: other } = await made(owner, '/v2/boards', { name: 'Other' })

    expect(await refused('PATCH', `/v2/projectTemplates/${id}`, { projects_board_id: other })).toEqual([
      400,
      'tasks.0.phase_id',
    ])
  })
})
