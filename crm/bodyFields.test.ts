import { expect, test } from 'vitest'
import { operations } from './operations.ts'
import { aDeal, aLead, anActivity, anOrganization, aPerson, aProject, aTask, made } from './testing/builders.ts'
import { PREFIX } from './testing/prefix.ts'
import { startTestCrm } from './testing/startTestCrm.ts'

/**
 * Every field that a body of these operations declares changes what is read back: none is taken and forgotten. Records
 * whose fields are declared in a table are walked through in `fields.test.ts`.
 */
const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)

const project = await aProject(owner)
const other = await aProject(owner)
const parent = await aTask(owner, { project_id: project.id })
const [board, second] = [
  await made(owner, '/v2/boards', { name: 'One' }),
  await made(owner, '/v2/boards', { name: 'Two' }),
]
for (const { id } of [board, second]) await made(owner, '/v2/phases', { name: 'First', board_id: id })
// The first of a list has the number 1 by itself.
await made(owner, `/v2/projects/${project.id}/groups`, { name: 'First' })
const on = {
  deal_id: (await aDeal(owner)).id,
  lead_id: (await aLead(owner)).id,
  person_id: (await aPerson(owner)).id,
  org_id: (await anOrganization(owner)).id,
  project_id: project.id,
  task_id: parent.id,
}
const [firstDeal, firstTask] = [(await aDeal(owner)).id, (await aTask(owner, { project_id: project.id })).id]

const goal = {
  assignee: { id: owner.userId, type: 'person' },
  type: { name: 'deals_won' },
  expected_outcome: { target: 1, tracking_metric: 'quantity' },
  duration: { start: '2026-01-01' },
  interval: 'weekly',
}
const call = {
  ...{ outcome: 'busy', to_phone_number: '1', subject: 'Call', from_phone_number: '2' },
  ...{ start_time: '2026-03-01 08:00:00', end_time: '2026-03-01 08:05:00' },
}
const taskFields = {
  ...{ title: 'Other', project_id: other.id, parent_task_id: parent.id, description: 'Text', done: 1 },
  ...{ due_date: '2030-01-02', assignee_id: colleague.userId, assignee_ids: [colleague.userId] },
}
const named = { name: 'Other', order_nr: 1 }

interface Sample {
  /** What is made, and then changed where the operation is a change. */
  first: object
  /** For each field of the body another value than `first` has; what it needs beside it. */
  other: Record<string, unknown>
  beside?: Record<string, object>
}

const SAMPLES: Record<string, Sample> = {
  goals: {
    first: goal,
    other: {
      title: 'Goal',
      assignee: { id: colleague.userId, type: 'person' },
      type: { name: 'deals_started' },
      expected_outcome: { target: 2, tracking_metric: 'quantity' },
      duration: { start: '2026-02-01' },
      interval: 'monthly',
    },
  },
  tasks: {
    first: { title: 'Task', project_id: project.id },
    other: { ...taskFields, milestone: 1, start_date: '2030-01-01', priority: 2 },
  },
  groups: { first: { name: 'Group' }, other: named },
  boards: { first: { name: 'Board' }, other: named },
  phases: { first: { name: 'Phase', board_id: board.id }, other: { ...named, board_id: second.id } },
  projectTemplates: {
    first: { title: 'Template', projects_board_id: board.id },
    other: {
      ...{ title: 'Other', projects_board_id: second.id, description: 'Text', groups: ['Group'] },
      ...{ tasks: [{ title: 'Task' }], activities: [{ subject: 'Call', type: 'call' }], project_id: project.id },
    },
  },
  callLogs: {
    first: call,
    other: {
      ...{ outcome: 'connected', to_phone_number: '3', subject: 'Other', from_phone_number: '4', note: '<p>Note</p>' },
      ...{ start_time: '2026-03-01 07:00:00', end_time: '2026-03-01 09:00:00', duration: '77' },
      ...{ user_id: colleague.userId, activity_id: (await anActivity(owner)).id, person_id: on.person_id },
      ...{ org_id: on.org_id, deal_id: on.deal_id, lead_id: on.lead_id },
    },
  },
  notes: {
    first: { content: 'Note', deal_id: firstDeal },
    other: {
      ...{ content: 'Other', user_id: colleague.userId, add_time: '2020-01-01 08:00:00', ...on },
      ...{ pinned_to_deal_flag: 1, pinned_to_lead_flag: 1, pinned_to_person_flag: 1 },
      ...{ pinned_to_organization_flag: 1, pinned_to_project_flag: 1, pinned_to_task_flag: 1 },
    },
    beside: {
      pinned_to_lead_flag: { lead_id: on.lead_id },
      pinned_to_person_flag: { person_id: on.person_id },
      pinned_to_organization_flag: { org_id: on.org_id },
      pinned_to_project_flag: { project_id: on.project_id },
      pinned_to_task_flag: { task_id: firstTask },
    },
  },
}

const PATHS = /^\/(goals|callLogs|tasks|boards|phases|projectTemplates|notes|projects\/\{id\}\/(groups))(\/\{\w+\})?$/
const writing = operations.flatMap(operation => {
  const [, kind = '', inside] = PATHS.exec(operation.path) ?? []
  const isWrite = operation.method === 'POST' || operation.method === 'PUT' || operation.method === 'PATCH'
  return kind && isWrite ? [{ ...operation, kind: inside ?? kind }] : []
})

test.each(writing)('$api $name: every field of the body is read back', async ({ api, method, path, body, kind }) => {
  const { first, other: others, beside = {} } = SAMPLES[kind] ?? { first: {}, other: {} }
  const base = `${PREFIX[api]}${path.replace('{id}/groups', `${project.id}/groups`).replace(/\/\{\w+\}$/, '')}`
  const twice = [await read(await write('POST', base, first)), await read(await write('POST', base, first))]
  expect(twice[0]?.shown, 'what differs by itself would hide a field that is forgotten').toEqual(twice[1]?.shown)
  const forgotten: string[] = []
  for (const field of Object.keys((body as { properties?: object }).properties ?? {})) {
    if (!Object.hasOwn(others, field)) throw new Error(`say in SAMPLES what to give ${kind} as ${field}`)
    const needed = beside[field] ?? {}
    // A template is either written out or made from a project.
    const given = field === 'project_id' && kind === 'projectTemplates' ? {} : { ...first, ...needed }
    const plain = await read(await write('POST', base, { ...first, ...needed }))
    const value = { [field]: others[field] }
    const changed =
      method === 'POST' ? await write('POST', base, { ...given, ...value }) : await write(method, plain.address, value)
    if (JSON.stringify((await read(changed)).shown) === JSON.stringify(plain.shown)) forgotten.push(field)
  }

  expect(forgotten).toEqual([])

  interface Written {
    address: string
    data: Record<string, unknown>
  }

  async function write(how: string, address: string, sent: object): Promise<Written> {
    const reply = await owner.call(how, address, sent)
    expect(reply.status, `${how} ${address} ${JSON.stringify([sent, reply.body])}`).toBeLessThan(300)
    const data = reply.body.data.goal ?? reply.body.data
    return { address: how === 'POST' ? `${address}/${data.id}` : address, data }
  }

  /** As it is read, by another call where there is one; without what is different each time. */
  async function read({ address, data }: Written) {
    const reply = /goals|groups/.test(address) ? undefined : await owner.call('GET', address)
    const { id: _, add_time, update_time: _u, creator_id: _c, order_nr, ...shown } = reply?.body.data ?? data
    // Times differ by themselves, unless they were given; so do places among others.
    const isGiven = String(add_time).startsWith('2020')
    return { address, shown: { ...shown, ...(isGiven && { add_time }), ...(order_nr === 1 && { order_nr }) } }
  }
})
