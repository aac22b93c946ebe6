import * as older from 'pipedrive/v1'
import { ProjectBoardsApi, ProjectPhasesApi } from 'pipedrive/v2'
import { beforeEach, expect, test } from 'vitest'
import { aProject, made } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { firstBoardsStep } from './firstBoardStore.ts'

const crm = await startTestCrm()
let owner: TestUser
let boards: ProjectBoardsApi
let phases: ProjectPhasesApi

beforeEach(async () => {
  owner = await crm.company()
  boards = new ProjectBoardsApi(owner.v2)
  phases = new ProjectPhasesApi(owner.v2)
})

const firstBoard = async () => Number((await boards.getProjectsBoards()).data?.[0]?.id)
const namesOn = async (board_id: number) =>
  ((await phases.getProjectsPhases({ board_id })).data ?? []).map(phase => phase.name)
const namesOfBoards = async () => ((await boards.getProjectsBoards()).data ?? []).map(board => board.name)

test('a new company has a board with phases, and one of an older version gets it once', async () => {
  const first = ['Kick-off', 'Planning', 'Implementation', 'Review', 'Handover']
  expect(await namesOfBoards()).toEqual(['Projects'])
  expect(await namesOn(await firstBoard())).toEqual(first)

  await crm.sql`delete from crm.project_phase where company_id = ${owner.companyId}`
  await crm.sql`delete from crm.project_board where company_id = ${owner.companyId}`
  await firstBoardsStep.run(crm.sql)
  await firstBoardsStep.run(crm.sql)

  expect(await namesOfBoards()).toEqual(['Projects'])
  expect(await namesOn(await firstBoard())).toEqual(first)
})

test('the client adds, reads, changes and deletes boards, and v1 reads them', async () => {
  const added = (await boards.addProjectBoard({ AddProjectBoardRequest: { name: 'Clients', order_nr: 1 } })).data
  const id = added?.id ?? 0
  expect(added).toMatchObject({ name: 'Clients', order_nr: 1 })
  expect(await namesOfBoards()).toEqual(['Clients', 'Projects'])

  await boards.updateProjectBoard({ id, UpdateProjectBoardRequest: { name: 'Customers', order_nr: 2 } })
  expect((await boards.getProjectsBoard({ id })).data).toMatchObject({ id, name: 'Customers', order_nr: 2 })

  const inV1 = new older.ProjectBoardsApi(owner.v1)
  const listed = (await inV1.getProjectsBoards()).data ?? []
  expect(listed.map(board => [board.name, board.order_nr])).toEqual([
    ['Projects', 1],
    ['Customers', 2],
  ])
  const one = await inV1.getProjectsBoard({ id })
  expect(one).toMatchObject({ data: { id, name: 'Customers' }, additional_data: null })
  expect(one.data?.add_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)

  expect((await boards.deleteProjectBoard({ id })).data).toEqual({ id })
  expect(await namesOfBoards()).toEqual(['Projects'])
  for (const path of [`/v2/boards/${id}`, `/v1/projects/boards/${id}`])
    expect((await owner.call('GET', path)).status).toBe(404)
  expect((await owner.call('PATCH', `/v2/boards/${id}`, { name: 'Back' })).status).toBe(410)
  expect((await owner.call('DELETE', `/v2/boards/${id}`)).status).toBe(200)
})

test('the client adds, reads, moves and deletes phases, and v1 reads them', async () => {
  const board_id = await firstBoard()
  const AddProjectPhaseRequest = { name: 'Paused', board_id, order_nr: 2 }
  const id = (await phases.addProjectPhase({ AddProjectPhaseRequest })).data?.id ?? 0
  expect(await namesOn(board_id)).toEqual(['Kick-off', 'Paused', 'Planning', 'Implementation', 'Review', 'Handover'])

  await phases.updateProjectPhase({ id, UpdateProjectPhaseRequest: { name: 'Waiting', order_nr: 6 } })
  expect((await phases.getProjectsPhase({ id })).data).toMatchObject({ id, name: 'Waiting', board_id, order_nr: 6 })

  const inV1 = new older.ProjectPhasesApi(owner.v1)
  expect((await inV1.getProjectsPhases({ board_id })).data?.at(-1)).toMatchObject({ id, name: 'Waiting', order_nr: 6 })
  expect((await inV1.getProjectsPhase({ id })).data).toMatchObject({ id, board_id })

  expect((await phases.deleteProjectPhase({ id })).data).toEqual({ id })
  expect(await namesOn(board_id)).not.toContain('Waiting')
  expect((await owner.call('GET', `/v2/phases/${id}`)).status).toBe(404)
  expect((await owner.call('PATCH', `/v2/phases/${id}`, { name: 'Back' })).status).toBe(410)
})

test('a phase that moves to another board takes its projects along', async () => {
  const board = await made(owner, '/v2/boards', { name: 'Other' })
  const project = await made(owner, '/v2/projects', { title: 'Moves' })

  const { status, body } = await owner.call('PATCH', `/v2/phases/${project.phase_id}`, { board_id: board.id })

  expect([status, body.data?.order_nr]).toEqual([200, 1])
  expect((await owner.call('GET', `/v2/projects/${project.id}`)).body.data).toMatchObject({
    board_id: board.id,
    phase_id: project.phase_id,
  })
})

test('a deleted board takes its phases with it, projects in it stay and can be moved', async () => {
  const board = await made(owner, '/v2/boards', { name: 'Closing' })
  const phase = await made(owner, '/v2/phases', { name: 'Only', board_id: board.id })
  const project = await made(owner, '/v2/projects', { title: 'Stays', phase_id: phase.id })
  await boards.deleteProjectBoard({ id: board.id })

  expect((await owner.call('GET', `/v2/phases/${phase.id}`)).status).toBe(404)
  expect(await namesOn(board.id)).toEqual([])
  expect((await owner.call('GET', `/v2/projects/${project.id}`)).body.data.phase_id).toBe(phase.id)
  const refused = await owner.call('POST', '/v2/projects', { title: 'New', phase_id: phase.id })
  expect([refused.status, refused.body.field]).toEqual([400, 'phase_id'])
  const moved = await owner.call('PATCH', `/v2/projects/${project.id}`, { board_id: await firstBoard() })
  expect(moved.body.data.board_id).toBe(await firstBoard())
})

test('409 for the last board with phases: a project needs one', async () => {
  await made(owner, '/v2/boards', { name: 'Without phases' })

  expect((await owner.call('DELETE', `/v2/boards/${await firstBoard()}`)).status).toBe(409)
})

test.each([
  ['POST', '/v2/boards', {}, 'name'],
  ['POST', '/v2/boards', { name: ' ' }, 'name'],
  ['POST', '/v2/boards', { name: 'B', order_nr: 0 }, 'order_nr'],
  ['POST', '/v2/phases', { name: 'P' }, 'board_id'],
  ['POST', '/v2/phases', { name: 'P', board_id: 900_001 }, 'board_id'],
  ['GET', '/v2/phases', undefined, 'board_id'],
  ['GET', '/v1/projects/phases', undefined, 'board_id'],
])('400 for %s %s with %j, naming %s', async (method, path, body, field) => {
  const reply = await owner.call(method, path, body)

  expect([reply.status, reply.body.field]).toEqual([400, field])
})

test('a project that is put into a phase while the phase moves ends up on its new board', async () => {
  const board = await made(owner, '/v2/boards', { name: 'Other' })
  const { phase_id } = await made(owner, '/v2/projects', { title: 'First' })

  const [moved, added] = await heldBack(
    crm,
    `select from crm.project_phase where company_id = ${owner.companyId} and id = ${phase_id} for update`,
    () => [
      owner.call('PATCH', `/v2/phases/${phase_id}`, { board_id: board.id }),
      owner.call('POST', '/v2/projects', { title: 'Second', phase_id }),
    ],
  )

  expect([moved?.status, added?.status]).toEqual([200, 201])
  const projects = await crm.sql`select distinct board_id from crm.project where company_id = ${owner.companyId}`
  expect(projects).toEqual([{ board_id: board.id }])
})

test('403 for whoever is no admin of projects, whatever they change; they read all of it', async () => {
  const colleague = await crm.colleague(owner)
  const board_id = await firstBoard()
  const { phase_id } = await made(colleague, '/v2/projects', { title: 'Ours' })

  for (const [method, path, body] of [
    ['POST', '/v2/boards', { name: 'New' }],
    ['PATCH', `/v2/boards/${board_id}`, { name: 'Renamed' }],
    ['DELETE', `/v2/boards/${board_id}`, undefined],
    ['POST', '/v2/phases', { name: 'New', board_id }],
    ['PATCH', `/v2/phases/${phase_id}`, { name: 'Renamed' }],
    ['DELETE', `/v2/phases/${phase_id}`, undefined],
  ] as const)
    expect([method, path, (await colleague.call(method, path, body)).status]).toEqual([method, path, 403])

  expect((await colleague.call('GET', `/v2/boards/${board_id}`)).body.data.name).toBe('Projects')
  expect((await colleague.call('GET', `/v2/phases/${phase_id}`)).body.data.name).toBe('Kick-off')
})

test('400 for a phase of another board, in both versions', async () => {
  const board = await made(owner, '/v2/boards', { name: 'Other' })
  const { phase_id } = await aProject(owner)

  for (const path of ['/v2/projects', '/v1/projects']) {
    const reply = await owner.call('POST', path, { title: 'P', board_id: board.id, phase_id })
    expect([reply.status, reply.body.field]).toEqual([400, 'phase_id'])
  }
})

test('a phase goes with its projects moved, all in one transaction and one undo; 409 and 400 leave all as it was', async () => {
  const user = await crm.company()
  const [board] = (await user.call('GET', '/v2/boards')).body.data
  const phases = (await user.call('GET', `/v2/phases?board_id=${board.id}`)).body.data as { id: number }[]
  const [from = 0, to = 0] = phases.map(({ id }) => id)
  const ids: number[] = []
  for (const title of ['One', 'Two', 'Put away'])
    ids.push((await made(user, '/v2/projects', { title, phase_id: from })).id as number)
  await user.call('POST', `/v2/projects/${ids[2]}/archive`)
  const removal = (body: object) => user.call('POST', `/app/api/phases/${from}/removal`, body)
  const counted = (await user.call('GET', '/app/api/phaseProjects')).body.data
  expect(counted.find(({ phase_id }: { phase_id: number }) => phase_id === from)).toEqual({
    phase_id: from,
    projects: 3,
  })

  expect((await removal({})).status).toBe(409)
  expect((await removal({ phase_id: from })).status).toBe(400)
  expect((await removal({ phase_id: 999_999 })).status).toBe(400)
  expect((await user.call('GET', `/v2/phases/${from}`)).status).toBe(200)
  const colleague = await crm.colleague(user)
  expect((await colleague.call('POST', `/app/api/phases/${from}/removal`, { phase_id: to })).status).toBe(403)
  const removed = await removal({ phase_id: to })

  expect(removed).toMatchObject({ status: 200, body: { data: { id: from, phase_id: to, moved: 3 } } })
  expect((await user.call('GET', `/v2/phases/${from}`)).status).toBe(404)
  const places = await crm.sql`select distinct phase_id from crm.project where company_id = ${user.companyId}`
  expect(places).toEqual([{ phase_id: to }])
  const logged =
    await crm.sql`select entity, count(distinct correlation_id)::int as calls, count(*)::int as lines from crm.change
    where company_id = ${user.companyId} and (entity = 'project_phase' and action = 'deleted' or entity = 'project' and bulk)
    group by entity order by entity`
  expect(logged).toEqual([
    { entity: 'project', calls: 1, lines: 3 },
    { entity: 'project_phase', calls: 1, lines: 1 },
  ])

  const correlation_id = removed.headers.get('x-correlation-id')
  expect((await user.call('POST', '/v2/changes/revert', { correlation_id })).status).toBe(200)
  expect((await user.call('GET', `/v2/phases/${from}`)).status).toBe(200)
  const back = await crm.sql`select distinct phase_id from crm.project where company_id = ${user.companyId}`
  expect(back).toEqual([{ phase_id: from }])
})
