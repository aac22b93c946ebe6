import { TasksApi as TasksApiV1 } from 'pipedrive/v1'
import { TasksApi } from 'pipedrive/v2'
import { describe, expect, test } from 'vitest'
import { aProject, aTask } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { taskCalls } from '../../testing/tasks.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const { id: project } = await aProject(owner)

const { taskOf, statusOf, refused, idsOf, logOf } = taskCalls(crm)

describe('with the official client', () => {
  test('a task of v2 is added, read, listed, changed and deleted', async () => {
    const tasks = new TasksApi(owner.v2)
    const added = await tasks.addTask({
      AddTaskRequest: {
        title: 'Lay cables',
        project_id: project,
        description: 'On every floor',
        milestone: 1,
        start_date: '2026-03-01',
        due_date: '2026-03-05',
        assignee_ids: [owner.userId, colleague.userId],
        priority: 3,
      },
    })
    const id = added.data?.id ?? 0
    expect(added).toMatchObject({ success: true, additional_data: null })
    expect(added.data).toMatchObject({
      title: 'Lay cables',
      project_id: project,
      description: 'On every floor',
      creator_id: owner.userId,
      is_done: false,
      is_milestone: true,
      start_date: '2026-03-01',
      due_date: '2026-03-05',
      parent_task_id: null,
      assignee_ids: [owner.userId, colleague.userId],
      priority: 3,
      marked_as_done_time: null,
    })
    expect(await tasks.getTask({ id })).toEqual(added)
    expect((await tasks.getTasks({ project_id: project, is_milestone: true })).data).toEqual([added.data])
    expect((await owner.call('GET', `/v1/tasks/${id}`)).body.data).toMatchObject({ title: 'Lay cables', done: 0 })

    const changed = await tasks.updateTask({ id, UpdateTaskRequest: { done: 1, due_date: null, priority: null } })
    expect(changed.data).toMatchObject({ is_done: true, due_date: null, priority: null, title: 'Lay cables' })
    expect(changed.data?.marked_as_done_time).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect((await tasks.getTask({ id })).data).toEqual(changed.data)

    expect(await tasks.deleteTask({ id })).toEqual({ success: true, data: { id }, additional_data: null })
    expect(await statusOf(`/v2/tasks/${id}`)).toBe(404)
    expect((await tasks.getTasks({ project_id: project })).data).toEqual([])
    expect((await logOf(id)).map(line => line.action)).toEqual(['added', 'updated', 'deleted'])
  })

  test('a task of v1 is added, read, listed, changed and deleted', async () => {
    const tasks = new TasksApiV1(owner.v1)
    const added = await tasks.addTask({
      AddTaskRequest: { title: 'Paint', project_id: project, assignee_id: colleague.userId, done: 0 },
    })
    const id = added.data?.id ?? 0
    expect(added).toMatchObject({ success: true, additional_data: null })
    expect(added.data).toMatchObject({
      title: 'Paint',
      project_id: project,
      description: null,
      parent_task_id: null,
      assignee_id: colleague.userId,
      assignee_ids: [colleague.userId],
      done: 0,
      due_date: null,
      creator_id: owner.userId,
      marked_as_done_time: null,
    })
    expect(added.data?.add_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)
    expect(await tasks.getTask({ id })).toEqual(added)
    expect((await tasks.getTasks({ assignee_id: colleague.userId })).data).toEqual([added.data])

    const changed = await tasks.updateTask({
      id,
      UpdateProjectRequest2: { title: 'Paint it', done: 1, due_date: '2026-04-01' },
    })
    expect(changed.data).toMatchObject({ title: 'Paint it', done: 1, due_date: '2026-04-01' })
    expect(await taskOf(id)).toMatchObject({ title: 'Paint it', is_done: true, due_date: '2026-04-01' })
    expect((await tasks.getTasks({ project_id: project, done: 1 })).data).toEqual([changed.data])
    expect((await tasks.getTasks({ project_id: project, done: 0 })).data).toEqual([])

    expect((await tasks.deleteTask({ id })).data).toEqual({ id, success: true, data: { id } })
    expect(await statusOf(`/v1/tasks/${id}`)).toBe(404)
  })
})

test('400 for the Set that the official client of v1 declares and sends as {}, nothing is lost; a list is taken', async () => {
  const tasks = new TasksApiV1(owner.v1)
  const task = { title: 'Sand', project_id: project }
  const add = (assignee_ids: Set<number>) => tasks.addTask({ AddTaskRequest: { ...task, assignee_ids } })

  const sent = add(new Set([colleague.userId]))

  await expect(sent).rejects.toMatchObject({ errorCode: 400, field: 'assignee_ids.0' })
  // What the client would have to declare: it hands on whatever it is given.
  const list = [colleague.userId, owner.userId] as unknown as Set<number>
  expect((await add(list)).data?.assignee_ids).toEqual([colleague.userId, owner.userId])
})

describe('who a task is given to', () => {
  test('is one person, several in their order, or nobody, and reads alike in both versions', async () => {
    const { id } = await aTask(owner, { project_id: project, assignee_ids: [colleague.userId, owner.userId] })
    const inV1 = async () => (await owner.call('GET', `/v1/tasks/${id}`)).body.data
    expect(await inV1()).toMatchObject({
      assignee_id: colleague.userId,
      assignee_ids: [colleague.userId, owner.userId],
    })

    await owner.call('PUT', `/v1/tasks/${id}`, { assignee_id: owner.userId })
    expect((await taskOf(id)).assignee_ids).toEqual([owner.userId])
    await owner.call('PATCH', `/v2/tasks/${id}`, { assignee_id: colleague.userId, assignee_ids: [colleague.userId] })
    expect((await taskOf(id)).assignee_ids).toEqual([colleague.userId])
    await owner.call('PATCH', `/v2/tasks/${id}`, { assignee_id: null })
    expect(await inV1()).toMatchObject({ assignee_id: null, assignee_ids: [] })
  })

  test('400 for two people who are each said to be the first', async () => {
    const body = { title: 'T', project_id: project, assignee_id: owner.userId, assignee_ids: [colleague.userId] }

    expect(await refused('POST', '/v2/tasks', body)).toEqual([400, 'assignee_id'])
  })

  test('stays with a person who left, and 400 when they are given another', async () => {
    const leaving = await crm.colleague(owner)
    const { id } = await aTask(owner, { project_id: project, assignee_ids: [leaving.userId] })
    await crm.sql`update crm.app_user set active = false where id = ${leaving.userId}`

    const kept = await owner.call('PATCH', `/v2/tasks/${id}`, { assignee_ids: [leaving.userId, owner.userId] })
    const body = { title: 'T', project_id: project, assignee_ids: [leaving.userId] }

    expect(kept.body.data.assignee_ids).toEqual([leaving.userId, owner.userId])
    expect(await refused('POST', '/v2/tasks', body)).toEqual([400, 'assignee_ids'])
  })
})

test('marked_as_done_time is when a task was first marked as done, until it is opened again', async () => {
  const { id } = await aTask(owner, { project_id: project, done: 1 })
  const first = (await taskOf(id)).marked_as_done_time
  expect(first).not.toBeNull()
  await crm.sql`update crm.task set marked_as_done_time = '2026-01-02' where id = ${id}`

  await owner.call('PATCH', `/v2/tasks/${id}`, { done: true, title: 'Same' })
  expect((await taskOf(id)).marked_as_done_time).toBe('2026-01-02T00:00:00Z')
  await owner.call('PATCH', `/v2/tasks/${id}`, { done: 0 })
  expect(await taskOf(id)).toMatchObject({ is_done: false, marked_as_done_time: null })
})

describe('lists', () => {
  test('are walked by cursor in both versions, each task once', async () => {
    const { id: long } = await aProject(owner)
    const ids: number[] = []
    for (let nr = 0; nr < 5; nr++) ids.push((await aTask(owner, { project_id: long, done: nr % 2 })).id)

    for (const version of ['/v1', '/v2']) {
      const walked: number[] = []
      for (let cursor: string | null = ''; cursor !== null && walked.length < 9; ) {
        const path: string = `${version}/tasks?project_id=${long}&limit=2&cursor=${cursor}`
        const { body } = await owner.call('GET', path)
        walked.push(...body.data.map(({ id }: { id: number }) => id))
        cursor = body.additional_data.next_cursor
      }
      expect(walked).toEqual(ids)
    }
    expect(await idsOf(`/v2/tasks?project_id=${long}&is_done=true`)).toEqual([ids[1], ids[3]])
    expect(await idsOf(`/v1/projects/${long}/tasks`)).toEqual(ids)
    expect(
      (await owner.call('GET', `/v1/projects/${long}/tasks?limit=2`)).body.additional_data.next_cursor,
    ).not.toBeNull()
    expect(await refused('GET', '/v1/projects/999999/tasks')).toEqual([404, undefined])
  })

  test.each([
    ['/v2/tasks?limit=501', 'limit'],
    ['/v1/tasks?limit=501', 'limit'],
    ['/v2/tasks?cursor=x', 'cursor'],
    ['/v2/tasks?parent_task_id=none', 'parent_task_id'],
    ['/v1/tasks?done=2', 'done'],
    ['/v2/tasks?is_done=perhaps', 'is_done'],
  ])('400 for %s', async (path, field) => {
    expect(await refused('GET', path)).toEqual([400, field])
  })
})

describe('400 naming the field', () => {
  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: undefined }, 'title'],
    [{ project_id: undefined }, 'project_id'],
    [{ project_id: 999_999 }, 'project_id'],
    [{ done: 2 }, 'done'],
    [{ milestone: 'yes' }, 'milestone'],
    [{ due_date: '2026-02-30' }, 'due_date'],
    [{ start_date: '2026-03-02', due_date: '2026-03-01' }, 'start_date'],
    [{ priority: -1 }, 'priority'],
    [{ assignee_id: 999_999 }, 'assignee_ids'],
    [{ assignee_ids: 'x' }, 'assignee_ids'],
    [{ description: 'x'.repeat(65_536) }, 'description'],
    [{ colour: 'red' }, 'colour'],
  ])('%j', async (values, field) => {
    expect(await refused('POST', '/v2/tasks', { title: 'T', project_id: project, ...values })).toEqual([400, field])
  })

  test('a due date before the start that the task has', async () => {
    const { id } = await aTask(owner, { project_id: project, start_date: '2026-03-02' })

    expect(await refused('PUT', `/v1/tasks/${id}`, { due_date: '2026-03-01' })).toEqual([400, 'start_date'])
    expect(await refused('PATCH', `/v2/tasks/${id}`, { project_id: 999_999 })).toEqual([400, 'project_id'])
  })
})

test('what v1 is sent beside the fields of a task changes no column of that name', async () => {
  const { id } = await aTask(owner, { project_id: project })
  const columns = () => crm.sql`select * from crm.task where company_id = ${owner.companyId} and id = ${id}`
  const before = await columns()

  const beside = { company_id: 999, creator_id: colleague.userId, is_deleted: true, version: 9, unknown: 'x', '': 1 }
  const { status } = await owner.call('PUT', `/v1/tasks/${id}`, beside)

  expect(status).toBe(200)
  expect(await columns()).toEqual(before)
})
