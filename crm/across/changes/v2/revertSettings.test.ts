import { describe, expect, test } from 'vitest'
import { aDeal, anOrganization, aPerson, aProject, made } from '../../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

/** Comments, and what pipelines and boards of projects are made of. */

const crm = await startTestCrm()
const user = crm.owner
const colleague = await crm.colleague(user)

interface Kind {
  item: string
  make(): Promise<{ id: number | string; path: string }>
  method: 'PUT' | 'PATCH'
  change(): Promise<object>
}

const at = async (path: string, body: object) => {
  const { id } = await made(user, path, body)
  return { id, path: `${path}/${id}` }
}
const aPipeline = () => at('/v2/pipelines', { name: 'Pipeline', order_nr: 1 })
const aBoard = () => at('/v2/boards', { name: 'Board' })
const aStage = async (more: object = {}) =>
  at('/v2/stages', { name: 'Stage', pipeline_id: (await aPipeline()).id, days_to_rotten: 3, ...more })
const aPhase = async (more: object = {}) => at('/v2/phases', { name: 'Phase', board_id: (await aBoard()).id, ...more })
async function aComment() {
  const note = await made(user, '/v1/notes', { content: 'Note', org_id: (await anOrganization(user)).id })
  const path = `/v1/notes/${note.id}/comments`
  const { uuid: id } = await made(user, path, { content: 'First' })
  return { note, id, path: `${path}/${id}` }
}

const KINDS: Record<string, Kind> = {
  comments: { item: 'comment', make: aComment, method: 'PUT', change: async () => ({ content: 'Second' }) },
  boards: {
    item: 'project_board',
    make: aBoard,
    method: 'PATCH',
    change: async () => ({ name: 'Other', order_nr: 1 }),
  },
  phases: {
    item: 'project_phase',
    make: aPhase,
    method: 'PATCH',
    change: async () => ({ name: 'Other', board_id: (await aBoard()).id }),
  },
  pipelines: {
    item: 'pipeline',
    make: aPipeline,
    method: 'PATCH',
    change: async () => ({ name: 'Other', is_deal_probability_enabled: true, order_nr: 2 }),
  },
  stages: {
    item: 'stage',
    make: aStage,
    method: 'PATCH',
    change: async () => ({
      ...{ name: 'Other', deal_probability: 10, is_deal_rot_enabled: true, days_to_rotten: null },
      pipeline_id: (await aPipeline()).id,
    }),
  },
}

const revert = (id: number, by: TestUser = user) => by.call('POST', `/v2/changes/${id}/revert`)
/** The number of the last line of the log about a record. */
async function lastOf(item: string, id: number | string): Promise<number> {
  const [line] = await crm.sql<{ seq: number }[]>`
    select seq from crm.change where company_id = ${user.companyId} and entity = ${item} and entity_id = ${String(id)}
    order by seq desc limit 1`
  return line?.seq ?? 0
}
/** What one call has changed is undone by its correlation id. */
async function undo({ headers }: { headers: Headers }, more: object = {}) {
  return user.call('POST', '/v2/changes/revert', { correlation_id: headers.get('x-correlation-id'), ...more })
}
async function read(path: string) {
  const { update_time: _, updater_id: _who, ...record } = (await user.call('GET', path)).body.data ?? {}
  return record
}
const namesIn = async (path: string) => {
  const { data } = (await user.call('GET', path)).body
  return data.map(({ name }: { name: string }) => name)
}

describe.each(Object.entries(KINDS))('%s', (_, { item, make, method, change }) => {
  test('have every field again that a change has touched, and are changed again by undoing that', async () => {
    const { id, path } = await make()
    const before = await read(path)
    expect((await user.call(method, path, await change())).status).toBe(200)
    const after = await read(path)
    const line = await lastOf(item, id)

    const undone = await revert(line)

    expect(undone.body).toMatchObject({ success: true, data: { item, item_id: id, reverts: line } })
    expect(await read(path)).toEqual(before)
    expect((await revert(line)).status).toBe(409)
    expect((await revert(undone.body.data.id)).status).toBe(200)
    expect(await read(path)).toEqual(after)
  })

  test('come back when their deletion is undone, and go when their adding is', async () => {
    const { id, path } = await make()
    const added = await lastOf(item, id)
    const before = await read(path)
    await user.call('DELETE', path)
    const deleted = await lastOf(item, id)
    expect(await read(path)).not.toEqual(before)

    expect((await user.call(method, path, await change())).status).toBe(410)
    expect((await revert(deleted)).body.data).toMatchObject({ action: 'restored', reverts: deleted })
    expect(await read(path)).toEqual(before)
    expect((await revert(added)).body.data).toMatchObject({ action: 'deleted', reverts: added })
    expect(await read(path)).not.toEqual(before)
  })

  test('403 for whoever may not write one, also with a scope that does not open it; 404 for another company', async () => {
    const added = await lastOf(item, (await make()).id)
    const { id, path } = await make()
    await user.call(method, path, await change())
    const line = await lastOf(item, id)
    const limited = await crm.colleague(user, { admin: true, scopes: ['products:full'] })
    const stranger = await crm.company()

    expect((await revert(line, colleague)).status).toBe(403)
    expect((await revert(added, colleague)).status).toBe(403)
    expect((await revert(line, limited)).status).toBe(403)
    expect((await limited.call('GET', `/v2/changes/${line}`)).status).toBe(404)
    expect((await revert(line, stranger)).status).toBe(404)
    expect((await stranger.call('GET', `/v2/changes/${line}`)).status).toBe(404)
    expect(await lastOf(item, id)).toBe(line)
  })

  test('412 for a version that is not the present one, 409 when the same field was changed since', async () => {
    const { id, path } = await make()
    await user.call(method, path, await change())
    const line = await lastOf(item, id)

    expect((await user.call('POST', `/v2/changes/${line}/revert`, undefined, { 'if-match': '"1"' })).status).toBe(412)
    const field = item === 'comment' ? 'content' : 'name'
    await user.call(method, path, { [field]: 'Third' })
    expect((await revert(line)).body).toMatchObject({ errorCode: 409, error: expect.stringContaining(field) })
  })
})

test('404 for a comment on what the caller may not see; its author and admins undo its changes, nobody else', async () => {
  const { id: person_id } = await aPerson(user, { visible_to: 1 })
  const hidden = await made(user, '/v1/notes', { content: 'x', person_id })
  const unseen = await made(user, `/v1/notes/${hidden.id}/comments`, { content: 'x' })
  const { note } = await aComment()
  const own = await made(colleague, `/v1/notes/${note.id}/comments`, { content: 'Mine' })

  const line = await lastOf('comment', unseen.uuid)
  expect((await revert(line, colleague)).status).toBe(404)
  expect((await colleague.call('GET', `/v2/changes/${line}`)).status).toBe(404)
  expect((await revert(await lastOf('comment', own.uuid), colleague)).status).toBe(200)
})

test('409 for what comes back to a deleted note, board or pipeline, naming it; with that one it comes back', async () => {
  const comment = await aComment()
  const [phase, stage] = [await aPhase(), await aStage()]
  const { board_id } = await read(phase.path)
  const { pipeline_id } = await read(stage.path)
  const cases = [
    { item: 'comment', ...comment, above: 'note', aboveId: comment.note.id, abovePath: `/v1/notes/${comment.note.id}` },
    { item: 'project_phase', ...phase, above: 'project_board', aboveId: board_id, abovePath: `/v2/boards/${board_id}` },
    { item: 'stage', ...stage, above: 'pipeline', aboveId: pipeline_id, abovePath: `/v2/pipelines/${pipeline_id}` },
  ]
  for (const { item, id, path, above, aboveId, abovePath } of cases) {
    const before = await read(path)
    await user.call('DELETE', path)
    const line = await lastOf(item, id)
    await user.call('DELETE', abovePath)

    const refused = await revert(line)
    expect(refused.body).toMatchObject({
      errorCode: 409,
      error: expect.stringContaining(`${aboveId}, which is deleted`),
    })

    expect((await revert(await lastOf(above, aboveId))).status).toBe(200)
    expect((await revert(line)).status).toBe(200)
    expect(await read(path)).toEqual(before)
  }
})

test('one that was moved goes back to its place, and those that made room go back with it', async () => {
  const { id: pipeline_id } = await aPipeline()
  for (const name of ['A', 'B', 'C', 'D']) await made(user, '/v2/stages', { name, pipeline_id })
  const list = `/v2/stages?pipeline_id=${pipeline_id}&sort_by=order_nr`
  const stages = (await user.call('GET', list)).body.data as { id: number }[]
  const [a, b, , d] = stages.map(({ id }) => id)
  const moved = await user.call('PATCH', `/v2/stages/${d}`, { order_nr: 1, name: 'Z' })
  expect(await namesIn(list)).toEqual(['Z', 'A', 'B', 'C'])

  const follower = await revert(await lastOf('stage', a ?? 0))
  expect(follower.body).toMatchObject({ errorCode: 409, error: expect.stringContaining(`stage ${d}: undo that one`) })
  // Who made room has not been changed by anybody: the adding of B can be undone, and done again.
  const [addedB] = await crm.sql<{ seq: number }[]>`
    select min(seq) as seq from crm.change where company_id = ${user.companyId} and entity = 'stage' and entity_id = ${String(b)}`
  const gone = await revert(addedB?.seq ?? 0)
  expect(gone.status).toBe(200)
  expect((await revert(gone.body.data.id)).status).toBe(200)
  expect(await namesIn(list)).toEqual(['Z', 'A', 'B', 'C'])

  expect((await undo(moved)).body.data).toHaveLength(1)
  expect(await namesIn(list)).toEqual(['A', 'B', 'C', 'D'])
  expect((await user.call('GET', list)).body.data.map((stage: { order_nr: number }) => stage.order_nr)).toEqual([
    1, 2, 3, 4,
  ])
  expect((await undo(moved)).status).toBe(404)
})

test('a board that was added in front is gone after undoing that, with the others at their places', async () => {
  const before = (await user.call('GET', '/v2/boards')).body.data.map(({ id, order_nr }: Record<string, number>) => [
    id,
    order_nr,
  ])
  const added = await user.call('POST', '/v2/boards', { name: 'First', order_nr: 1 })

  expect((await undo(added)).status).toBe(200)

  expect(await namesIn('/v2/boards')).not.toContain('First')
  const after = (await user.call('GET', '/v2/boards')).body.data.map(({ id }: { id: number }) => id)
  expect(after).toEqual(before.map(([id]: number[]) => id))
})

test('a stage goes back to its pipeline with its deals, a phase to its board with its projects', async () => {
  const [stage, phase] = [await aStage(), await aPhase()]
  const deal = await aDeal(user, { stage_id: stage.id })
  const project = await aProject(user, { phase_id: phase.id })
  const cases = [
    {
      item: 'deal',
      ...deal,
      path: `/v2/deals/${deal.id}`,
      above: stage,
      move: { pipeline_id: (await aPipeline()).id },
    },
    {
      item: 'project',
      ...project,
      path: `/v2/projects/${project.id}`,
      above: phase,
      move: { board_id: (await aBoard()).id },
    },
  ]
  for (const { item, id, path, above, move } of cases) {
    const before = await read(path)
    const moved = await user.call('PATCH', above.path, move)
    expect(await read(path)).toMatchObject(move)

    expect((await revert(await lastOf(item, id))).body).toMatchObject({
      errorCode: 409,
      error: expect.stringContaining(`${above.id}: undo that one`),
    })
    expect((await undo(moved)).body).toMatchObject({ success: true, data: [{ status: 'reverted' }] })
    expect(await read(path)).toEqual(before)
  }
})

test('a task that went to another project goes back with its subtasks by the correlation id', async () => {
  const { id: project_id } = await aProject(user)
  const task = await made(user, '/v2/tasks', { title: 'Task', project_id })
  const subtask = await made(user, '/v2/tasks', { title: 'Subtask', project_id, parent_task_id: task.id })
  const moved = await user.call('PATCH', `/v2/tasks/${task.id}`, { project_id: (await aProject(user)).id })
  expect(await read(`/v2/tasks/${subtask.id}`)).not.toMatchObject({ project_id })

  expect((await undo(moved)).status).toBe(200)

  for (const { id } of [task, subtask]) expect(await read(`/v2/tasks/${id}`)).toMatchObject({ project_id })
})

test('409 for undoing the adding of the last pipeline or board, saying what to do first', async () => {
  const owner = await crm.company()
  for (const [path, item, word] of [
    ['/v2/pipelines', 'pipeline', 'add another'],
    ['/v2/boards', 'project_board', 'add another'],
  ] as const) {
    const first = (await owner.call('GET', path)).body.data[0]
    const { id } = await made(owner, path, { name: 'New' })
    if (item === 'project_board') await made(owner, '/v2/phases', { name: 'Phase', board_id: id })
    expect((await owner.call('DELETE', `${path}/${first.id}`)).status).toBe(200)
    const [line] = await crm.sql<{ seq: number }[]>`
      select seq from crm.change where company_id = ${owner.companyId} and entity = ${item} and entity_id = ${String(id)}`

    expect((await revert(line?.seq ?? 0, owner)).body).toMatchObject({
      errorCode: 409,
      error: expect.stringContaining(word),
    })
  }
})
