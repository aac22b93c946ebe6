import { ProjectsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, anActivity, aProject, aTask, made } from '../../testing/builders.ts'
import { heldBack, untilWaiting } from '../../testing/heldBack.ts'
import { type Reply, startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const client = new ProjectsApi(owner.v1)
const colleague = await crm.colleague(owner)

/** A project with two phases of its board and two groups. */
async function planned() {
  const { id: board_id } = await made(owner, '/v2/boards', { name: 'Board' })
  const phases: number[] = []
  for (const name of ['First', 'Second']) phases.push((await made(owner, '/v2/phases', { name, board_id })).id)
  const { id } = await aProject(owner, { board_id })
  const groups: number[] = []
  for (const name of ['Rooms', 'Roof']) groups.push((await made(owner, `/v2/projects/${id}/groups`, { name })).id)
  return { id, board_id, first: phases[0] ?? 0, second: phases[1] ?? 0, rooms: groups[0] ?? 0, roof: groups[1] ?? 0 }
}

const planOf = async (id: number, user = owner) => (await user.call('GET', `/v1/projects/${id}/plan`)).body.data
const refused = async (method: string, path: string, body?: object, user = owner) => {
  const reply: Reply = await user.call(method, path, body)
  return [reply.status, reply.body.field]
}
const nowhere = { phase_id: null, group_id: null }

describe('with the official client', () => {
  test('the plan shows tasks and activities, which move between phases and groups', async () => {
    const { id, first, second, rooms, roof } = await planned()
    const task = (await aTask(owner, { project_id: id })).id
    const activity = (await anActivity(owner, { project_id: id })).id
    const inPlan = { item_id: task, item_type: 'task' }
    expect((await client.getProjectPlan({ id })).data).toEqual([
      { ...inPlan, ...nowhere },
      { item_id: activity, item_type: 'activity', ...nowhere },
    ])

    const move = { phase_id: first, group_id: rooms }
    const moved = await client.putProjectPlanTask({ id, taskId: task, ProjectPutPlanItemBodyObject: move })
    expect(moved).toEqual({ success: true, data: { ...inPlan, ...move }, additional_data: null })
    const elsewhere = { phase_id: second, group_id: roof }
    await client.putProjectPlanActivity({ id, activityId: activity, ProjectPutPlanItemBodyObject: elsewhere })
    expect((await client.getProjectPlan({ id })).data).toEqual([
      { ...inPlan, ...move },
      { item_id: activity, item_type: 'activity', ...elsewhere },
    ])

    await owner.call('PUT', `/v1/projects/${id}/plan/tasks/${task}`, { phase_id: null })
    await owner.call('PUT', `/v1/projects/${id}/plan/activities/${activity}`, { group_id: null })
    expect(await planOf(id)).toEqual([
      { ...inPlan, phase_id: null, group_id: rooms },
      { item_id: activity, item_type: 'activity', phase_id: second, group_id: null },
    ])
    const log = await crm.sql`
      select entity, before from crm.change where entity in ('task', 'activity') and action = 'updated'
        and entity_id in (${String(task)}, ${String(activity)}) order by seq`
    expect(log).toMatchObject([
      { entity: 'task', before: nowhere },
      { entity: 'activity', before: { plan: nowhere } },
      { entity: 'task', before: { phase_id: first } },
      { entity: 'activity', before: { plan: elsewhere } },
    ])
  })

  test('groups and tasks of a project are listed', async () => {
    const { id, rooms, roof } = await planned()
    const { id: task } = await aTask(owner, { project_id: id })

    expect(await client.getProjectGroups({ id })).toEqual({
      success: true,
      data: [
        { id: rooms, name: 'Rooms', order_nr: 1 },
        { id: roof, name: 'Roof', order_nr: 2 },
      ],
      additional_data: null,
    })
    const tasks = await client.getProjectTasks({ id })
    expect(tasks.data?.map(each => each.id)).toEqual([task])
    expect((await owner.call('GET', '/v1/projects/999999/groups')).status).toBe(404)
  })
})

describe('subtasks', () => {
  test('are where their parent is, from the beginning and after each move', async () => {
    const { id, first, second, rooms } = await planned()
    const parent = (await aTask(owner, { project_id: id })).id
    await owner.call('PUT', `/v1/projects/${id}/plan/tasks/${parent}`, { phase_id: first })
    const child = (await aTask(owner, { project_id: id, parent_task_id: parent })).id
    const adopted = (await aTask(owner, { project_id: id })).id
    await owner.call('PATCH', `/v2/tasks/${adopted}`, { parent_task_id: parent })
    const places = async () =>
      (await planOf(id)).map((item: { phase_id: number; group_id: number }) => [item.phase_id, item.group_id])
    expect(await places()).toEqual([
      [first, null],
      [first, null],
      [first, null],
    ])

    await owner.call('PUT', `/v1/projects/${id}/plan/tasks/${parent}`, { phase_id: second, group_id: rooms })

    expect(await places()).toEqual([
      [second, rooms],
      [second, rooms],
      [second, rooms],
    ])
    expect((await owner.call('PUT', `/v1/projects/${id}/plan/tasks/${child}`, { phase_id: second })).status).toBe(200)
    expect(await refused('PUT', `/v1/projects/${id}/plan/tasks/${child}`, { phase_id: first })).toEqual([
      400,
      'phase_id',
    ])
    expect(await refused('PUT', `/v1/projects/${id}/plan/tasks/${child}`, { group_id: null })).toEqual([
      400,
      'group_id',
    ])
  })
})

describe('refused', () => {
  test('400 for a phase of another board and a group of another project', async () => {
    const [here, there] = [await planned(), await planned()]
    const task = (await aTask(owner, { project_id: here.id })).id
    const activity = (await anActivity(owner, { project_id: here.id })).id

    for (const path of [
      `/v1/projects/${here.id}/plan/tasks/${task}`,
      `/v1/projects/${here.id}/plan/activities/${activity}`,
    ]) {
      expect(await refused('PUT', path, { phase_id: there.first })).toEqual([400, 'phase_id'])
      expect(await refused('PUT', path, { group_id: there.rooms })).toEqual([400, 'group_id'])
      expect(await refused('PUT', path, { phase_id: 'x' })).toEqual([400, 'phase_id'])
    }
    expect(await planOf(here.id)).toMatchObject([nowhere, nowhere])
  })

  test('404 for a task or an activity of another project, and for a project that is deleted', async () => {
    const [here, there] = [await planned(), await planned()]
    const task = (await aTask(owner, { project_id: here.id })).id
    const activity = (await anActivity(owner, { project_id: here.id })).id
    const of = (project: number) => [
      `/v1/projects/${project}/plan/tasks/${task}`,
      `/v1/projects/${project}/plan/activities/${activity}`,
    ]
    for (const path of of(there.id)) expect(await refused('PUT', path, {})).toEqual([404, undefined])

    await owner.call('DELETE', `/v2/projects/${here.id}`)
    for (const path of of(here.id)) expect(await refused('PUT', path, {})).toEqual([404, undefined])
    expect((await owner.call('GET', `/v1/projects/${here.id}/plan`)).status).toBe(404)
  })

  test('an activity on a hidden deal is in the plan only for those who see it', async () => {
    const { id, first } = await planned()
    const deal = await aDeal(owner)
    await owner.call('PUT', `/v1/deals/${deal.id}`, { visible_to: '1' })
    const activity = (await anActivity(owner, { project_id: id, deal_id: deal.id })).id
    const path = `/v1/projects/${id}/plan/activities/${activity}`

    expect(await planOf(id, colleague)).toEqual([])
    expect(await planOf(id)).toHaveLength(1)
    expect(await refused('PUT', path, { phase_id: first }, colleague)).toEqual([404, undefined])
    await owner.call('DELETE', `/v2/activities/${activity}`)
    expect(await refused('PUT', path, { phase_id: first })).toEqual([410, undefined])
    expect(await planOf(id)).toEqual([])
  })
})

describe('a place is lost', () => {
  test('with its phase, its group, and when the project goes to another board', async () => {
    const { id, first, second, rooms, roof } = await planned()
    const task = (await aTask(owner, { project_id: id })).id
    const activity = (await anActivity(owner, { project_id: id })).id
    const other = (await aTask(owner, { project_id: id })).id
    await owner.call('PUT', `/v1/projects/${id}/plan/tasks/${task}`, { phase_id: first, group_id: rooms })
    await owner.call('PUT', `/v1/projects/${id}/plan/activities/${activity}`, { phase_id: first, group_id: rooms })
    await owner.call('PUT', `/v1/projects/${id}/plan/tasks/${other}`, { phase_id: second, group_id: roof })

    await owner.call('DELETE', `/v2/projects/${id}/groups/${rooms}`)
    await owner.call('DELETE', `/v2/phases/${first}`)
    expect(await planOf(id)).toMatchObject([nowhere, { phase_id: second, group_id: roof }, nowhere])
    const [left] =
      await crm.sql`select before from crm.change where entity = 'task' and entity_id = ${String(task)} and bulk`
    expect(left).toMatchObject({ before: { group_id: rooms } })
    expect(await refused('PUT', `/v1/projects/${id}/plan/tasks/${task}`, { phase_id: first })).toEqual([
      400,
      'phase_id',
    ])

    const elsewhere = await planned()
    await owner.call('PATCH', `/v2/projects/${id}`, { board_id: elsewhere.board_id })
    expect(await planOf(id)).toMatchObject([nowhere, { phase_id: null, group_id: roof }, nowhere])
  })

  test('when a task or an activity goes to another project', async () => {
    const [here, there] = [await planned(), await planned()]
    const task = (await aTask(owner, { project_id: here.id })).id
    const activity = (await anActivity(owner, { project_id: here.id })).id
    const place = { phase_id: here.first, group_id: here.rooms }
    await owner.call('PUT', `/v1/projects/${here.id}/plan/tasks/${task}`, place)
    await owner.call('PUT', `/v1/projects/${here.id}/plan/activities/${activity}`, place)

    await owner.call('PATCH', `/v2/tasks/${task}`, { project_id: there.id })
    await owner.call('PATCH', `/v2/activities/${activity}`, { project_id: there.id })

    expect(await planOf(here.id)).toEqual([])
    expect(await planOf(there.id)).toMatchObject([nowhere, nowhere])
  })
})

describe('at the same time', () => {
  /** Starts a call while the row is locked, makes it wait, changes the row, and gives back what the call was answered. */
  async function waitingFor(lock: string, change: string, call: () => Promise<Reply>): Promise<Reply> {
    let waiting: Promise<Reply> | undefined
    await crm.sql.begin(async sql => {
      await sql.unsafe(lock)
      waiting = call()
      await untilWaiting(crm, 1)
      await sql.unsafe(change)
    })
    if (!waiting) throw new Error('nothing waited')
    return waiting
  }

  test('400 when the phase is deleted while a task is moved into it', async () => {
    const { id, first } = await planned()
    const task = (await aTask(owner, { project_id: id })).id

    const { status, body } = await waitingFor(
      `select from crm.project_phase where company_id = ${owner.companyId} and id = ${first} for update`,
      `update crm.project_phase set is_deleted = true where id = ${first}`,
      () => owner.call('PUT', `/v1/projects/${id}/plan/tasks/${task}`, { phase_id: first }),
    )

    expect([status, body.field]).toEqual([400, 'phase_id'])
    expect(await planOf(id)).toMatchObject([nowhere])
  })

  test('400 when the project goes to another board while an activity is moved into a phase of the old one', async () => {
    const [{ id, first }, other] = [await planned(), await planned()]
    const activity = (await anActivity(owner, { project_id: id })).id

    const { status, body } = await waitingFor(
      `select from crm.project where company_id = ${owner.companyId} and id = ${id} for update`,
      `update crm.project set board_id = ${other.board_id}, phase_id = ${other.first} where id = ${id}`,
      () => owner.call('PUT', `/v1/projects/${id}/plan/activities/${activity}`, { phase_id: first }),
    )

    expect([status, body.field]).toEqual([400, 'phase_id'])
  })

  test('a group that is deleted while tasks are moved into it holds none of them', async () => {
    const { id, rooms } = await planned()
    const task = (await aTask(owner, { project_id: id })).id
    const activity = (await anActivity(owner, { project_id: id })).id

    const [deleted, ...moved] = await heldBack(
      crm,
      `select from crm.project_group where company_id = ${owner.companyId} and id = ${rooms} for update`,
      () => [
        owner.call('DELETE', `/v2/projects/${id}/groups/${rooms}`),
        owner.call('PUT', `/v1/projects/${id}/plan/tasks/${task}`, { group_id: rooms }),
        owner.call('PUT', `/v1/projects/${id}/plan/activities/${activity}`, { group_id: rooms }),
      ],
    )

    expect(deleted?.status).toBe(200)
    for (const { status } of moved) expect([200, 400]).toContain(status)
    expect(await planOf(id)).toMatchObject([nowhere, nowhere])
  })
})

describe('groups', () => {
  test('are added, renamed, moved among the others and deleted', async () => {
    const { id, rooms, roof } = await planned()
    const names = async () =>
      (await owner.call('GET', `/v2/projects/${id}/groups`)).body.data.map(({ name }: { name: string }) => name)

    const added = await made(owner, `/v2/projects/${id}/groups`, { name: 'Garden', order_nr: 2 })
    expect(added).toEqual({ id: added.id, name: 'Garden', order_nr: 2 })
    expect(await names()).toEqual(['Rooms', 'Garden', 'Roof'])
    const changed = await owner.call('PATCH', `/v2/projects/${id}/groups/${roof}`, { name: 'Top', order_nr: 1 })
    expect(changed.body.data).toEqual({ id: roof, name: 'Top', order_nr: 1 })
    expect(await names()).toEqual(['Top', 'Rooms', 'Garden'])
    expect((await owner.call('DELETE', `/v2/projects/${id}/groups/${rooms}`)).body.data).toEqual({ id: rooms })
    expect(await names()).toEqual(['Top', 'Garden'])
  })

  test('refused with the wrong name, place or project', async () => {
    const [{ id, rooms }, other] = [await planned(), await planned()]
    const path = `/v2/projects/${id}/groups`

    expect(await refused('POST', path, { name: ' ' })).toEqual([400, 'name'])
    expect(await refused('POST', path, { name: 'A', order_nr: 0 })).toEqual([400, 'order_nr'])
    expect(await refused('POST', '/v2/projects/999999/groups', { name: 'A' })).toEqual([404, undefined])
    expect(await refused('PATCH', `/v2/projects/${other.id}/groups/${rooms}`, { name: 'A' })).toEqual([404, undefined])
    expect(await refused('DELETE', `/v2/projects/${other.id}/groups/${rooms}`)).toEqual([404, undefined])
  })
})
