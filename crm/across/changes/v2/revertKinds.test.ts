import { describe, expect, test } from 'vitest'
import {
  aDeal,
  aLead,
  anActivity,
  anOrganization,
  aPerson,
  aProject,
  type Made,
  made,
} from '../../../testing/builders.ts'
import { fileCalls } from '../../../testing/fileCalls.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner
const colleague = await crm.colleague(user)

/** Kinds of records that are undone beside those of `revert.test.ts`. */
interface Kind {
  /** Where it is read, changed and deleted, and with what method it is changed. */
  path: string
  method: 'PUT' | 'PATCH'
  make(): Promise<{ id: number | string }>
  change(): Promise<object>
}

const inProject = async (more: object = {}) => ({
  title: 'Task',
  project_id: (await made(user, '/v2/projects', { title: 'Project' })).id,
  ...more,
})
const aTask = async (more: object = {}) => made(user, '/v2/tasks', await inProject(more))

const KINDS: Record<string, Kind> = {
  leads: {
    path: '/v1/leads',
    method: 'PATCH',
    make: async () => aLead(user, { value: { amount: 12.34, currency: 'EUR' }, expected_close_date: '2030-01-01' }),
    change: async () => ({
      ...{ title: 'Other', value: { amount: 5, currency: 'USD' }, is_archived: true, was_seen: true, visible_to: '1' },
      ...{ person_id: (await aPerson(user)).id, expected_close_date: null, label_ids: [await labelOfLeads()] },
    }),
  },
  notes: {
    path: '/v1/notes',
    method: 'PUT',
    make: async () => made(user, '/v1/notes', { content: '<b>First</b>', deal_id: (await aDeal(user)).id }),
    change: async () => ({
      ...{ content: 'Second', pinned_to_deal_flag: 1, org_id: (await anOrganization(user)).id },
      ...{ user_id: colleague.userId, add_time: '2020-01-01 08:00:00' },
    }),
  },
  projects: {
    path: '/v2/projects',
    method: 'PATCH',
    make: async () => made(user, '/v2/projects', { title: 'Project', deal_ids: [(await aDeal(user)).id] }),
    change: async () => ({
      ...{ title: 'Other', description: 'Text', status: 'completed', start_date: '2030-01-01' },
      ...{ deal_ids: [(await aDeal(user)).id], person_ids: [(await aPerson(user)).id], owner_id: colleague.userId },
      phase_id: (await made(user, '/v2/phases', { name: 'New', board_id: await firstBoard() })).id,
    }),
  },
  tasks: {
    path: '/v2/tasks',
    method: 'PATCH',
    make: () => aTask({ assignee_ids: [colleague.userId], due_date: '2030-02-01' }),
    change: async () => ({
      ...{ title: 'Other', description: 'Text', done: 1, milestone: 1, priority: 2, due_date: null },
      ...{ start_date: '2030-01-01', assignee_ids: [user.userId], project_id: (await inProject()).project_id },
    }),
  },
}

const firstBoard = async () => (await user.call('GET', '/v2/boards')).body.data[0].id
const labelOfLeads = async () => (await user.call('GET', '/v1/leadLabels')).body.data[0].id
const lastOf = async (kind: string, id: number | string) =>
  (await user.call('GET', `/v2/${kind}/${id}/changes?limit=1`)).body.data[0]
const revert = (id: number, by: TestUser = user) => by.call('POST', `/v2/changes/${id}/revert`)

describe.each(Object.entries(KINDS))('%s', (name, { path, method, make, change }) => {
  async function read(id: number | string) {
    const { update_time: _, last_update_user_id: _who, ...record } = (await user.call('GET', `${path}/${id}`)).body.data
    return record
  }

  test('have every field again that a change has touched, and are changed again by undoing that', async () => {
    const { id } = await make()
    const before = await read(id)
    const changed = await user.call(method, `${path}/${id}`, await change())
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const after = await read(id)
    expect(after).not.toEqual(before)
    const line = await lastOf(name, id)
    expect(line).toMatchObject({ action: 'updated', item_id: id })
    expect(line.fields.length).toBeGreaterThan(4)

    const undone = await revert(line.id)

    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(undone.body.data).toMatchObject({ item_id: id, reverts: line.id })
    expect(await read(id)).toEqual(before)
    expect((await revert(line.id)).status).toBe(409)
    expect((await revert(undone.body.data.id)).status).toBe(200)
    expect(await read(id)).toEqual(after)
  })

  test('come back when their deletion is undone, and go when their making is', async () => {
    const { id } = await make()
    const added = await lastOf(name, id)
    const before = await read(id)
    await user.call('DELETE', `${path}/${id}`)
    const deleted = await lastOf(name, id)
    expect(deleted.action).toBe('deleted')

    expect((await revert(deleted.id)).body.data).toMatchObject({ action: 'restored', reverts: deleted.id })
    expect(await read(id)).toEqual(before)
    expect((await revert(added.id)).body.data).toMatchObject({ action: 'deleted', reverts: added.id })
    await user.call('GET', `${path}/${id}`)
    expect((await lastOf(name, id)).action).toBe('deleted')
  })

  test('403 for a token of another scope, which is not shown the change either', async () => {
    const { id } = await make()
    const line = await lastOf(name, id)
    const other = await crm.colleague(user, { admin: true, scopes: ['products:full'] })

    expect((await revert(line.id, other)).status).toBe(403)
    expect((await other.call('GET', `/v2/changes/${line.id}`)).status).toBe(404)
  })
})

test('404 for a lead or note that the caller may not see', async () => {
  const { id: person_id } = await aPerson(user, { visible_to: 1 })
  const lead = await aLead(user, { person_id, visible_to: '1' })
  const note = await made(user, '/v1/notes', { content: 'x', person_id })

  for (const [kind, id] of [
    ['leads', lead.id],
    ['notes', note.id],
  ] as const) {
    const line = await lastOf(kind, id)
    expect((await colleague.call('GET', `/v2/${kind}/${id}/changes`)).status).toBe(404)
    expect((await colleague.call('GET', `/v2/changes/${line.id}`)).status).toBe(404)
    expect((await revert(line.id, colleague)).status).toBe(404)
  }
})

test('two people change different fields of a note, and the first change can still be undone', async () => {
  const { id: deal_id } = await aDeal(user)
  const note = await made(user, '/v1/notes', { content: 'First', deal_id })
  await user.call('PUT', `/v1/notes/${note.id}`, { content: 'Second' })
  const line = await lastOf('notes', note.id)
  await colleague.call('PUT', `/v1/notes/${note.id}`, { pinned_to_deal_flag: 1 })

  expect((await revert(line.id)).status).toBe(200)

  const now = (await user.call('GET', `/v1/notes/${note.id}`)).body.data
  expect(now).toMatchObject({ content: 'First', pinned_to_deal_flag: true, last_update_user_id: user.userId })
})

test('a task and its subtasks come back together by the correlation id, and a subtask not before its parent', async () => {
  const task = await aTask()
  const subtask = await aTask({ project_id: task.project_id, parent_task_id: task.id })
  const { headers } = await user.call('DELETE', `/v2/tasks/${task.id}`)
  const correlation_id = headers.get('x-correlation-id')

  expect((await revert((await lastOf('tasks', subtask.id)).id)).body).toMatchObject({ errorCode: 409 })
  expect((await user.call('POST', '/v2/changes/revert', { correlation_id })).body.data).toHaveLength(2)

  for (const { id } of [task, subtask]) expect((await user.call('GET', `/v2/tasks/${id}`)).status).toBe(200)
})

test('a task goes back to its phase and group with its subtasks, unless they are gone', async () => {
  const task = await aTask()
  const plan = `/v2/projects/${task.project_id}/plan/tasks/${task.id}`
  const subtask = await aTask({ project_id: task.project_id, parent_task_id: task.id })
  const group = (await made(user, `/v2/projects/${task.project_id}/groups`, { name: 'Group' })).id
  await user.call('PUT', `/v1${plan.slice(3)}`, { group_id: group })
  await user.call('PUT', `/v1${plan.slice(3)}`, { group_id: null })
  const placeOf = async (id: number) =>
    (await crm.sql<{ group_id: number | null }[]>`select group_id from crm.task where id = ${id}`)[0]?.group_id
  const line = await lastOf('tasks', task.id)

  expect((await revert(line.id)).status).toBe(200)

  expect([await placeOf(task.id), await placeOf(subtask.id)]).toEqual([group, group])
  await user.call('PUT', `/v1${plan.slice(3)}`, { group_id: null })
  const again = await lastOf('tasks', task.id)
  await user.call('DELETE', `/v2/projects/${task.project_id}/groups/${group}`)
  expect((await revert(again.id)).body).toMatchObject({ errorCode: 409, error: expect.stringContaining('group_id') })
})

test('409 for the place of an activity in a plan, which is moved there', async () => {
  const project_id = (await made(user, '/v2/projects', { title: 'Project' })).id
  const { id } = await anActivity(user, { project_id })
  const group_id = (await made(user, `/v2/projects/${project_id}/groups`, { name: 'Group' })).id
  const moved = await user.call('PUT', `/v1/projects/${project_id}/plan/activities/${id}`, { group_id })
  expect(moved.status).toBe(200)

  expect((await revert((await lastOf('activities', id)).id)).body).toMatchObject({
    errorCode: 409,
    error: expect.stringContaining('plan'),
  })
})

test('a file comes back when its deletion is undone, and goes when its adding is; 404 for those who may not see it', async () => {
  const person = await aPerson(user, { visible_to: 1 })
  const form = new FormData()
  form.set('person_id', String(person.id))
  form.set('file', new Blob(['x']), 'offer.txt')
  const headers = { 'x-api-token': user.token }
  const sent = await fetch(`${crm.origin}/v1/files`, { method: 'POST', headers, body: form })
  const { data: file } = (await sent.json()) as { data: { id: number } }
  const linesOf = () =>
    crm.sql<{ seq: number; action: string }[]>`
      select seq, action from crm.change where entity = 'file' and entity_id = ${String(file.id)} order by seq`
  const isActive = async () => (await user.call('GET', `/v1/files/${file.id}`)).body.data.active_flag
  await user.call('DELETE', `/v1/files/${file.id}`)
  const [added, deleted] = await linesOf()

  expect((await revert(deleted?.seq ?? 0, colleague)).status).toBe(404)
  expect(await isActive()).toBe(false)
  expect((await revert(deleted?.seq ?? 0)).status).toBe(200)
  expect(await isActive()).toBe(true)
  expect((await revert(added?.seq ?? 0)).status).toBe(200)
  expect(await isActive()).toBe(false)
  expect((await linesOf()).map(line => line.action)).toEqual(['added', 'deleted', 'restored', 'deleted'])
})

test('an undone merge gives back deals, activities, notes, files and leads; participants and followers stay', async () => {
  const [merged, survivor] = [(await aPerson(user)).id, (await aPerson(user)).id]
  const note = await made(user, '/v1/notes', { content: 'Theirs', person_id: merged })
  const file = await fileCalls(crm).aFile({ person_id: merged })
  const lead = await aLead(user, { person_id: merged })
  const [deal, other] = [await aDeal(user, { person_id: merged }), await aDeal(user)]
  const activity = await anActivity(user, { participants: [{ person_id: merged, primary: true }] })
  await user.call('POST', `/v1/deals/${other.id}/participants`, { person_id: merged })
  const { headers } = await user.call('PUT', `/v1/persons/${merged}/merge`, { merge_with_id: survivor })

  const correlation_id = headers.get('x-correlation-id')
  const { body } = await user.call('POST', '/v2/changes/revert', { correlation_id, skip_refused: true })

  const personOf = async (path: string) => (await user.call('GET', path)).body.data.person_id
  for (const path of [
    ...[`/v1/notes/${note.id}`, `/v1/files/${file.id}`, `/v1/leads/${lead.id}`],
    ...[`/v2/deals/${deal.id}`, `/v2/activities/${activity.id}`],
  ])
    expect(await personOf(path), path).toBe(merged)
  const refused = body.data.filter(({ status }: { status: string }) => status === 'refused')
  expect(new Set(refused.map(({ item }: { item: string }) => item))).toEqual(new Set(['participant']))
})

test('projects that left a phase together go back together, and the log knows of each what it is about', async () => {
  const board = await made(user, '/v2/boards', { name: 'Board' })
  const [from, to] = [
    await made(user, '/v2/phases', { name: 'From', board_id: board.id }),
    await made(user, '/v2/phases', { name: 'To', board_id: board.id }),
  ]
  const people = [await aPerson(user), await aPerson(user)]
  const projects: Made[] = []
  for (const { id } of people) projects.push(await aProject(user, { phase_id: from.id, person_ids: [id] }))
  const { headers } = await user.call('POST', `/app/api/phases/${from.id}/removal`, { phase_id: to.id })

  const undone = await user.call('POST', '/v2/changes/revert', { correlation_id: headers.get('x-correlation-id') })

  expect(undone.body.data).toHaveLength(3)
  for (const [nr, { id }] of projects.entries()) {
    const [line, moved] = (await user.call('GET', `/v2/projects/${id}/changes`)).body.data
    expect([line.reverts, line.fields.map(({ field }: { field: string }) => field)]).toEqual([moved.id, ['phase_id']])
    const then = (await user.call('GET', `/v2/projects/${id}?as_of=${line.time}`)).body.data
    expect([then.phase_id, then.person_ids]).toEqual([from.id, [people[nr]?.id]])
  }
})
