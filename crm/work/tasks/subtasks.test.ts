import { describe, expect, test } from 'vitest'
import { PURGE } from '../../across/purge/purge.ts'
import { aProject, aTask, made } from '../../testing/builders.ts'
import { fileCalls } from '../../testing/fileCalls.ts'
import { heldBack, heldInTurn } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { taskCalls } from '../../testing/tasks.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const { id: project } = await aProject(owner)

const { taskOf, statusOf, refused, idsOf, logOf } = taskCalls(crm)

describe('subtasks', () => {
  test('are of one project and one level', async () => {
    const other = (await aProject(owner)).id
    const parent = (await aTask(owner, { project_id: project })).id
    const child = (await aTask(owner, { project_id: project, parent_task_id: parent })).id
    const elsewhere = (await aTask(owner, { project_id: other })).id
    const free = (await aTask(owner, { project_id: project })).id
    const under = (parent_task_id: number) => ({ title: 'T', project_id: project, parent_task_id })

    expect(await refused('POST', '/v2/tasks', under(child))).toEqual([400, 'parent_task_id'])
    expect(await refused('POST', '/v1/tasks', under(elsewhere))).toEqual([400, 'parent_task_id'])
    expect(await refused('POST', '/v2/tasks', under(999_999))).toEqual([400, 'parent_task_id'])
    expect(await refused('PATCH', `/v2/tasks/${free}`, { parent_task_id: free })).toEqual([400, 'parent_task_id'])
    expect(await refused('PATCH', `/v2/tasks/${free}`, { parent_task_id: child })).toEqual([400, 'parent_task_id'])
    expect(await refused('PUT', `/v1/tasks/${free}`, { parent_task_id: elsewhere })).toEqual([400, 'parent_task_id'])
    expect(await refused('PATCH', `/v2/tasks/${parent}`, { parent_task_id: free })).toEqual([400, 'parent_task_id'])
    expect(await refused('PATCH', `/v2/tasks/${child}`, { project_id: other })).toEqual([400, 'project_id'])

    expect((await owner.call('PATCH', `/v2/tasks/${free}`, { parent_task_id: parent })).status).toBe(200)
    expect(await idsOf(`/v2/tasks?parent_task_id=${parent}`)).toEqual([child, free])
    expect(await idsOf(`/v1/tasks?project_id=${project}&parent_task_id=null`)).not.toContain(child)
    expect(
      (await owner.call('PATCH', `/v2/tasks/${free}`, { parent_task_id: null })).body.data.parent_task_id,
    ).toBeNull()
  })

  test('move to another project with their parent, or alone without it', async () => {
    const other = (await aProject(owner)).id
    const parent = (await aTask(owner, { project_id: project })).id
    const child = (await aTask(owner, { project_id: project, parent_task_id: parent })).id
    const alone = (await aTask(owner, { project_id: project, parent_task_id: parent })).id

    await owner.call('PATCH', `/v2/tasks/${alone}`, { project_id: other, parent_task_id: null })
    await owner.call('PUT', `/v1/tasks/${parent}`, { project_id: other })

    expect(await taskOf(alone)).toMatchObject({ project_id: other, parent_task_id: null })
    expect(await taskOf(child)).toMatchObject({ project_id: other, parent_task_id: parent })
    expect((await logOf(child)).at(-1)).toMatchObject({
      action: 'updated',
      bulk: true,
      before: { project_id: project },
    })
  })

  test('are deleted with their parent, each in the log', async () => {
    const parent = (await aTask(owner, { project_id: project })).id
    const child = (await aTask(owner, { project_id: project, parent_task_id: parent })).id

    await owner.call('DELETE', `/v2/tasks/${parent}`)

    expect(await statusOf(`/v2/tasks/${child}`)).toBe(404)
    expect((await logOf(child)).at(-1)).toMatchObject({ action: 'deleted', bulk: true, facts: { with_task: parent } })
    expect(await refused('PATCH', `/v2/tasks/${child}`, { title: 'T' })).toEqual([404, undefined])
    expect(await refused('DELETE', `/v1/tasks/${parent}`)).toEqual([404, undefined])
  })
})

test('a task is seen and changed by everybody in the company, and is missing while its project is deleted', async () => {
  const { id: closing } = await aProject(owner)
  const { id } = await aTask(owner, { project_id: closing })
  expect((await colleague.call('PATCH', `/v2/tasks/${id}`, { title: 'Mine' })).body.data.title).toBe('Mine')

  await owner.call('DELETE', `/v2/projects/${closing}`)
  for (const path of [`/v2/tasks/${id}`, `/v1/tasks/${id}`, `/v1/projects/${closing}/tasks`])
    expect(await statusOf(path)).toBe(404)
  expect(await idsOf(`/v2/tasks?project_id=${closing}`)).toEqual([])
  expect(await refused('PATCH', `/v2/tasks/${id}`, { title: 'T' })).toEqual([404, undefined])
  expect(await refused('POST', '/v2/tasks', { title: 'T', project_id: closing })).toEqual([400, 'project_id'])

  await owner.call('PATCH', `/v2/projects/${closing}`, { status: 'open' })
  expect(await statusOf(`/v2/tasks/${id}`)).toBe(200)
})

test('a note can be on a task, pinned to it, and names it; 400 for one that is deleted', async () => {
  const { id } = await aTask(owner, { project_id: project, title: 'Noted' })
  const note = await made(owner, '/v1/notes', { content: 'Note', task_id: id, pinned_to_task_flag: 1 })
  await made(owner, '/v1/notes', { content: 'Other', project_id: project })

  expect(note).toMatchObject({ task_id: id, task: { title: 'Noted' }, pinned_to_task_flag: true, project: null })
  expect(await idsOf(`/v1/notes?task_id=${id}`)).toEqual([note.id])
  await owner.call('DELETE', `/v2/tasks/${id}`)
  expect(await refused('POST', '/v1/notes', { content: 'Note', task_id: id })).toEqual([400, 'task_id'])
})

describe('at the same time', () => {
  /** A new subtask then waits between looking at its parent and being stored. */
  const BEFORE_STORING = 'lock table crm.task in share mode'

  test('400 for a subtask when its parent is deleted first; deleted with it when it came first', async () => {
    const [early, late] = [
      (await aTask(owner, { project_id: project })).id,
      (await aTask(owner, { project_id: project })).id,
    ]
    const addTo = (parent_task_id: number) => () =>
      owner.call('POST', '/v2/tasks', { title: 'Part', project_id: project, parent_task_id })
    const remove = (id: number) => () => owner.call('DELETE', `/v2/tasks/${id}`)

    const refusal = await heldInTurn(
      crm,
      `select from crm.task where company_id = ${owner.companyId} and id = ${late} for update`,
      [remove(late), addTo(late)],
    )
    const both = await heldInTurn(crm, BEFORE_STORING, [addTo(early), remove(early)])

    expect(refusal.map(reply => reply.status)).toEqual([200, 400])
    expect(both.map(reply => reply.status)).toEqual([201, 200])
    const left = await crm.sql`select from crm.task where parent_task_id in (${early}, ${late}) and not is_deleted`
    expect(left).toHaveLength(0)
  })

  test('400 for a task that becomes a subtask while it gets one', async () => {
    const [one, other] = [
      (await aTask(owner, { project_id: project })).id,
      (await aTask(owner, { project_id: project })).id,
    ]

    const [added, changed] = await heldInTurn(crm, BEFORE_STORING, [
      () => owner.call('POST', '/v2/tasks', { title: 'Part', project_id: project, parent_task_id: one }),
      () => owner.call('PATCH', `/v2/tasks/${one}`, { parent_task_id: other }),
    ])

    expect([added?.status, changed?.status, changed?.body.field]).toEqual([201, 400, 'parent_task_id'])
  })

  test('400 for a task in a project that is deleted first; missing with it when it came first', async () => {
    const [early, late] = [(await aProject(owner)).id, (await aProject(owner)).id]
    const addTo = (project_id: number) => () => owner.call('POST', '/v2/tasks', { title: 'Late', project_id })
    const remove = (id: number) => () => owner.call('DELETE', `/v2/projects/${id}`)

    const refusal = await heldInTurn(
      crm,
      `select from crm.project where company_id = ${owner.companyId} and id = ${late} for update`,
      [remove(late), addTo(late)],
    )
    const [added] = await heldInTurn(crm, BEFORE_STORING, [addTo(early), remove(early)])

    expect(refusal.map(reply => reply.status)).toEqual([200, 400])
    // Its own answer comes before the project goes.
    expect(added?.status).toBe(201)
    expect(await idsOf(`/v2/tasks?project_id=${early}`)).toEqual([])
  })

  test('two tasks do not become subtasks of each other', async () => {
    const [one, other] = [
      (await aTask(owner, { project_id: project })).id,
      (await aTask(owner, { project_id: project })).id,
    ]
    const lock = `select from crm.task where company_id = ${owner.companyId} and id in (${one}, ${other}) for update`

    const replies = await heldBack(crm, lock, () => [
      owner.call('PATCH', `/v2/tasks/${one}`, { parent_task_id: other }),
      owner.call('PATCH', `/v2/tasks/${other}`, { parent_task_id: one }),
    ])

    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400])
  })
})

test('a purged project takes its tasks with it, out of the log too; a purged task lets go of its notes', async () => {
  const { id: old } = await aProject(owner)
  const { id: kept } = await aTask(owner, { project_id: project, title: 'Kept' })
  const { id: inOld } = await aTask(owner, { project_id: old, title: 'Secret' })
  const { id: child } = await aTask(owner, { project_id: old, title: 'Secret', parent_task_id: inOld })
  const { id: gone } = await aTask(owner, { project_id: project, title: 'Gone' })
  const note = await made(owner, '/v1/notes', { content: 'Note', task_id: gone })
  await owner.call('DELETE', `/v2/tasks/${gone}`)
  await owner.call('DELETE', `/v2/projects/${old}`)
  await crm.sql`update crm.task set delete_time = now() - interval '31 days' where id = ${gone}`
  await crm.sql`update crm.project set delete_time = now() - interval '31 days' where id = ${old}`

  await fileCalls(crm).run(PURGE)

  const ids = [kept, inOld, child, gone]
  expect(await crm.sql`select id from crm.task where id = any(${ids}::bigint[])`).toEqual([{ id: kept }])
  expect((await logOf(child)).map(line => line.action)).toEqual(['added', 'purged'])
  const told =
    await crm.sql`select from crm.change where entity = 'task' and entity_id = ${String(inOld)} and after::text like '%Secret%'`
  expect(told).toHaveLength(0)
  expect(await crm.sql`select from crm.note where id = ${note.id}`).toHaveLength(0)
})
