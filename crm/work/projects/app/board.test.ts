import { expect, test } from 'vitest'
import { anActivity, anOrganization, made } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const [board] = (await owner.call('GET', '/v2/boards')).body.data
const phases = (await owner.call('GET', `/v2/phases?board_id=${board.id}`)).body.data as { id: number }[]
const [first, second] = phases.map(({ id }) => id)
const aProject = (body: object) => made(owner, '/v2/projects', { phase_id: first, ...body })
const read = async (query = '', user = owner) =>
  (await user.call('GET', `/app/api/projectBoard?board_id=${board.id}${query}`)).body.data

test('open projects by phase with tasks, what is next and whom they are about, as far as the reader may know; closed ones have left', async () => {
  const secret = await anOrganization(owner, { name: 'Secret Ltd', visible_to: 1 })
  const project = await aProject({ title: 'Move', end_date: '2036-05-01', org_ids: [secret.id] })
  await made(owner, '/v2/tasks', { title: 'Pack', project_id: project.id })
  const { id: taskId } = await made(owner, '/v2/tasks', { title: 'Carry', project_id: project.id })
  await owner.call('PATCH', `/v2/tasks/${taskId}`, { done: 1 })
  await anActivity(owner, { subject: 'Ask', project_id: project.id, due_date: '2036-01-01' })
  const later = await aProject({ title: 'Later', end_date: '2037-01-01', owner_id: colleague.userId })
  for (const change of [{ status: 'completed' }, { status: 'canceled' }, { is_archived: true }]) {
    const { id } = await aProject({ title: 'Gone' })
    await owner.call('PATCH', `/v2/projects/${id}`, change)
  }
  const { id: deleted } = await aProject({ title: 'Deleted' })
  await owner.call('DELETE', `/v2/projects/${deleted}`)

  const { columns } = await read()

  expect(columns.map(({ phase_id }: { phase_id: number }) => phase_id)).toEqual(phases.map(({ id }) => id))
  expect(columns[0]).toMatchObject({
    count: 2,
    cards: [
      { id: project.id, about: 'Secret Ltd', tasks: 2, tasks_done: 1, next_activity: { subject: 'Ask' } },
      { id: later.id, about: null, tasks: 0, next_activity: null },
    ],
  })
  expect((await read('', colleague)).columns[0].cards[0]).toMatchObject({ id: project.id, about: null })
  expect((await read(`&owner_id=${colleague.userId}`)).columns[0]).toMatchObject({
    count: 1,
    cards: [{ title: 'Later' }],
  })
  expect((await read('&sort=title&limit=1')).columns[0]).toMatchObject({ count: 2, cards: [{ title: 'Later' }] })
  const more = await owner.call('GET', `/app/api/projectBoard/cards?phase_id=${first}&sort=title&start=1`)
  expect(more.body.data).toMatchObject([{ title: 'Move' }])
  await owner.call('PATCH', `/v2/projects/${later.id}`, { phase_id: second })
  expect((await read()).columns.map(({ count }: { count: number }) => count).slice(0, 2)).toEqual([1, 1])
  expect((await owner.call('GET', '/app/api/projectBoard?board_id=987654')).status).toBe(404)
})

test('the flow of a project has its notes, activities, files and changes; 404 when it is not there', async () => {
  const { id } = await aProject({ title: 'Flowing' })
  await owner.call('POST', '/v1/notes', { content: 'Keen', project_id: id })
  await anActivity(owner, { subject: 'Call', project_id: id })
  await owner.call('PATCH', `/v2/projects/${id}`, { title: 'Renamed' })

  const flow = (await owner.call('GET', `/app/api/projects/${id}/flow?all_changes=1`)).body.data
  const kinds = flow.map(({ object }: { object: string }) => object)

  expect(kinds).toEqual(expect.arrayContaining(['note', 'plannedActivity', 'projectChange']))
  expect(flow).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ field_key: 'title', new_value: 'Renamed' }) }),
  )
  expect((await owner.call('GET', '/app/api/projects/987654/flow')).status).toBe(404)
})
