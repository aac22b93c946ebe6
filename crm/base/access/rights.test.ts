import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { addField } from '../../testing/addField.ts'
import { aDeal, aLead, anActivity, anOrganization, aPerson, aProduct, made } from '../../testing/builders.ts'
import { everyRow } from '../../testing/everyRow.ts'
import { conditions } from '../../testing/filterConditions.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { userWithout } from '../../testing/rightsOfUsers.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { RIGHTS, type Right } from './rights.ts'

/** Every right opens what it names: without it 403 and nothing has changed, with it no 403. */
const crm = await startTestCrm()

const NAMES = Object.keys(RIGHTS) as Right[]

/** Rights whose action the product does not have yet. Whoever adds the action takes its right off this list. */
const WITHOUT_ACTION: Partial<Record<Right, string>> = {
  can_add_prospects_as_leads: 'no source of prospects is connected',
  can_create_own_workflow: 'there are no automations',
  can_use_email_tracking: 'no mail is sent for users',
  can_share_insights: 'there are no reports',
}

/** Refuses nothing: tried out below. */
const SHOWS_MORE: Right = 'can_see_hidden_items_names'

type Sent = [method: string, path: string, body?: object]

let holder: TestUser
let ids: Record<string, number | string>
/** What depends on what is sent; a holder of the right gets through with each of these. */
let byContent: Partial<Record<Right, Sent[]>>

beforeAll(async () => {
  const { owner } = crm
  holder = await userWithout(crm, [])
  const { key, options } = await addField(owner, 'deal', 'enum', ['one', 'two'])
  const fieldId = (await owner.call('GET', '/v1/dealFields?limit=500')).body.data.find(
    (field: { key: string }) => field.key === key,
  ).id
  const labels = (await owner.call('GET', '/v2/dealFields/label_ids')).body.data.options
  const shared = await made(owner, '/v1/filters', { ...aFilter(), visible_to: '7' })
  const [stage] = (await owner.call('GET', '/v2/stages')).body.data
  ids = {
    deals: (await aDeal(owner)).id,
    persons: (await aPerson(owner)).id,
    organizations: (await anOrganization(owner)).id,
    products: (await aProduct(owner)).id,
    activities: (await anActivity(owner, { subject: 'Call' })).id,
    leads: (await aLead(owner)).id,
    leadLabels: (await owner.call('GET', '/v1/leadLabels')).body.data[0].id,
    pipelines: stage.pipeline_id,
    stages: stage.id,
    boards: (await owner.call('GET', '/v2/boards')).body.data[0].id,
    phases: (await made(owner, '/v2/projects', { title: 'Project' })).phase_id,
    activityTypes: (await owner.call('GET', '/v1/activityTypes')).body.data[0].id,
    fields: fieldId,
    users: owner.userId,
  }
  const team = await made(owner, '/v1/legacyTeams', { name: 'Team', manager_id: owner.userId })
  const old = await aDeal(owner)
  const won = '2026-01-05T10:00:00Z'
  byContent = {
    can_change_visibility_of_items: [
      ['PATCH', `/v2/deals/${(await aDeal(owner)).id}`, { visible_to: 3 }],
      ['PATCH', `/v2/persons/${(await aPerson(owner)).id}`, { visible_to: 3 }],
      ['PATCH', `/v2/organizations/${(await anOrganization(owner)).id}`, { visible_to: 3 }],
      ['PATCH', `/v2/products/${(await aProduct(owner)).id}`, { visible_to: 3 }],
      ['PATCH', `/v1/leads/${(await aLead(owner)).id}`, { visible_to: '3' }],
      ['POST', '/v2/deals', { title: 'New', visible_to: 1 }],
      ['POST', '/v1/persons', { name: 'New', visible_to: '1' }],
      ['POST', '/v1/organizations', { name: 'New', visible_to: '3' }],
      ['POST', '/v2/products', { name: 'New', visible_to: 5 }],
      ['POST', '/v1/leads', { title: 'New', person_id: ids.persons, visible_to: '1' }],
    ],
    can_edit_deals_closed_date: [
      ['POST', '/v2/deals', { title: 'New', status: 'won', won_time: won }],
      ['PATCH', `/v2/deals/${old.id}`, { status: 'won', won_time: won }],
      ['PUT', `/v1/deals/${old.id}`, { status: 'lost', lost_time: '2026-01-05 10:00:00' }],
      ['PUT', `/v1/deals/${old.id}`, { status: 'won', close_time: '2026-01-06 10:00:00' }],
    ],
    can_delete_deals: [
      ['PATCH', `/v2/deals/${(await aDeal(owner)).id}`, { is_deleted: true }],
      ['PUT', `/v1/deals/${(await aDeal(owner)).id}`, { status: 'deleted' }],
    ],
    can_share_filters: [['POST', '/v1/filters', { ...aFilter(), visible_to: '7' }]],
    can_edit_shared_filters: [
      ['PUT', `/v1/filters/${shared.id}`, { name: 'Mine now' }],
      ['DELETE', `/v1/filters/${(await made(owner, '/v1/filters', { ...aFilter(), visible_to: '7' })).id}`],
      ['DELETE', `/v1/filters?ids=${(await made(owner, '/v1/filters', { ...aFilter(), visible_to: '7' })).id}`],
    ],
    can_see_deals_list_summary: [['GET', `/v1/pipelines/${stage.pipeline_id}/deals?get_summary=1`]],
    can_see_other_users_statistics: [
      ...['conversion', 'movement'].map(
        (kind): Sent => [
          'GET',
          `/v1/pipelines/${stage.pipeline_id}/${kind}_statistics?start_date=2026-01-01&end_date=2026-02-01&user_id=${owner.userId}`,
        ],
      ),
      ...figures(`user_id=${owner.userId}`),
      ['GET', await resultOf(aGoal({ id: owner.userId, type: 'person' }))],
      ['GET', await resultOf(aGoal({ id: team.id, type: 'team' }))],
      ['GET', '/v1/goals/find?assignee.type=person'],
      ['GET', `/v1/goals/find?assignee.id=${owner.userId}`],
      ['GET', '/v1/goals/find?assignee.type=team'],
      ['GET', `/v1/pipelines/${stage.pipeline_id}/deals?get_summary=1&user_id=${owner.userId}`],
    ],
    can_see_company_wide_statistics: [
      ...figures(''),
      ['GET', await resultOf(aGoal({ id: owner.companyId, type: 'company' }))],
      ['GET', '/v1/goals/find?assignee.type=company'],
      // A filter finds deals of everybody, whoever is named beside it.
      ...figures(`filter_id=${shared.id}&user_id=${holder.userId}`),
      ['GET', `/v1/pipelines/${stage.pipeline_id}/deals?get_summary=1&everyone=1`],
      ['GET', `/v1/pipelines/${stage.pipeline_id}/deals?get_summary=1&filter_id=${shared.id}`],
    ],
    can_edit_custom_fields: [
      ['PUT', `/v1/dealFields/${fieldId}`, { name: 'Renamed' }],
      ['PATCH', `/v2/dealFields/${key}`, { field_name: 'Renamed again' }],
      ['POST', `/v2/dealFields/${key}/options`, [{ label: 'three' }]],
      ['PATCH', `/v2/dealFields/${key}/options`, [{ id: options[0]?.id, label: 'first' }]],
      ['DELETE', `/v2/dealFields/${key}/options`, [{ id: options[1]?.id }]],
    ],
    can_modify_labels: [
      ['POST', '/v2/dealFields/label_ids/options', [{ label: 'Lukewarm' }]],
      ['PATCH', '/v2/dealFields/label_ids/options', [{ id: labels[0].id, label: 'Very hot' }]],
      ['DELETE', '/v2/dealFields/label_ids/options', [{ id: labels[1].id }]],
    ],
    can_use_api: [['GET', '/v1/users/me']],
    can_see_other_users: [['GET', `/v1/users/${owner.userId}/followers`]],
  }
})

/** Sums and timelines of deals. */
function figures(of: string): Sent[] {
  const interval = 'start_date=2026-01-01&interval=month&amount=1&field_key=add_time'
  return ['/v1/deals/summary?', '/v1/deals/summary/archived?', `/v1/deals/timeline?${interval}&`]
    .concat(`/v1/deals/timeline/archived?${interval}&`)
    .map(path => ['GET', path + of])
}

function aGoal(assignee: object) {
  return {
    assignee,
    type: { name: 'deals_won', params: {} },
    expected_outcome: { target: 5, tracking_metric: 'quantity' },
    duration: { start: '2026-01-01', end: null },
    interval: 'monthly',
  }
}

/** The address of the result of a new goal. */
async function resultOf(goal: object): Promise<string> {
  const { id } = (await made(crm.owner, '/v1/goals', goal)).goal
  return `/v1/goals/${id}/results?period.start=2026-01-01&period.end=2026-01-31`
}

function aFilter() {
  return { name: 'Named', type: 'deals', conditions: conditions([['deal', 'title', 'IS NOT NULL']]) }
}

/** The calls of all operations that declare a right, on records that are there or on none. */
function declared(right: string, on: 'records' | 'nothing'): Sent[] {
  return operations
    .filter(operation => operation.rights.includes(right))
    .map(({ api, method, path }) => {
      const kind = path.split('/')[1] ?? ''
      const id = on === 'records' ? (kind.endsWith('Fields') ? ids.fields : ids[kind]) : 900_001
      const filled = path.replace(/\{\w+\}/g, String(id))
      const several = method === 'DELETE' && !path.includes('{') ? `?ids=${id}` : ''
      return [method, `${PREFIX[api]}${filled}${several}`, method === 'GET' ? undefined : {}]
    })
}

async function statuses(user: TestUser, calls: readonly Sent[]): Promise<[string, number, boolean][]> {
  const found: [string, number, boolean][] = []
  for (const [method, path, body] of calls) {
    const reply = await user.call(method, path, body)
    found.push([`${method} ${path}`, reply.status, reply.body?.success === false && reply.body?.errorCode === 403])
  }
  return found
}

const TRIED = NAMES.filter(right => !(right in WITHOUT_ACTION) && right !== SHOWS_MORE)

test.each(TRIED)('403 for everything that %s opens, and nothing has changed; not with it', async right => {
  const lacking = await userWithout(crm, [right])
  const before = await everyRow(crm)

  const refused = await statuses(lacking, [...declared(right, 'records'), ...(byContent[right] ?? [])])

  expect(refused.filter(([, status, inErrorBody]) => status !== 403 || !inErrorBody)).toEqual([])
  expect(refused.length).toBeGreaterThan(0)
  expect(await everyRow(crm)).toEqual(before)

  const opened = await statuses(holder, [...declared(right, 'nothing'), ...(byContent[right] ?? [])])
  expect(opened.filter(([, status]) => status === 403)).toEqual([])
  // Exports go on after the call.
  await expect.poll(exportsUnderWay).toBe(0)
})

const exportsUnderWay = async () =>
  (await crm.sql`select count(*)::int as n from crm.export where state in ('waiting', 'running')`)[0]?.n

test('a right without an action guards no operation', () => {
  const guarded = NAMES.filter(right => right in WITHOUT_ACTION && declared(right, 'nothing').length > 0)

  expect(guarded).toEqual([])
})

test('403 from everything that is left to admins, in the words of v1; nothing has changed', async () => {
  const before = await everyRow(crm)

  const refused = await statuses(holder, [
    ...declared('sales_admin', 'records'),
    ...declared('projects_admin', 'records'),
    ...declared('account_admin', 'records'),
  ])

  expect(refused.filter(([, status]) => status !== 403)).toEqual([])
  expect(await everyRow(crm)).toEqual(before)
  expect((await holder.call('GET', '/v1/deals/collection')).body.error).toBe('You do not have permissions to do this.')
  const opened = await statuses(crm.owner, [
    ...declared('sales_admin', 'nothing'),
    ...declared('projects_admin', 'nothing'),
  ])
  expect(opened.filter(([, status]) => status === 403)).toEqual([])
})

test('a name in a hidden record is shown with the right to such names, and nothing else of it', async () => {
  const [root] = await crm.sql`select min(id)::int as id from crm.role where company_id = ${crm.owner.companyId}`
  const [beside] = await crm.sql<{ id: number }[]>`
    insert into crm.role (company_id, parent_id, name) values (${crm.owner.companyId}, ${root?.id}, 'Beside') returning id`
  const person = await aPerson(crm.owner, { name: 'Hidden Hedy', visible_to: 1 })
  const deal = await aDeal(crm.owner, { person_id: person.id })
  const knowing = await userWithout(crm, [], { roleId: beside?.id })
  const lacking = await userWithout(crm, ['can_see_hidden_items_names'], { roleId: beside?.id })
  const read = async (user: TestUser) => (await user.call('GET', `/v1/deals/${deal.id}`)).body.data

  expect(await read(knowing)).toMatchObject({ person_name: 'Hidden Hedy', person_hidden: true, person_id: null })
  expect(await read(lacking)).toMatchObject({ person_name: null, person_hidden: true, person_id: null })
  expect((await knowing.call('GET', `/v1/persons/${person.id}`)).status).toBe(404)
})

test('what a record has, or gets anyway, can be sent without the right to change it', async () => {
  const lacking = await userWithout(crm, ['can_change_visibility_of_items', 'can_edit_deals_closed_date'])
  const deal = await aDeal(lacking, { visible_to: 7, status: 'won' })
  const path = `/v2/deals/${deal.id}`

  const again = await lacking.call('PATCH', path, { visible_to: 7, won_time: deal.won_time, title: 'Renamed' })
  const closed = await lacking.call('PATCH', path, { status: 'lost' })

  expect([again.status, closed.status]).toEqual([200, 200])
})

test('an upsert refuses the items that need a right, and the others go on', async () => {
  const lacking = await userWithout(crm, ['can_add_products'])
  const mine = await aProduct(crm.owner)

  const { body } = await lacking.call('POST', '/v2/products/upsert', {
    records: [{ name: 'New' }, { id: mine.id, name: 'Changed' }],
  })

  expect(body.data).toMatchObject([{ status: 'failed' }, { status: 'updated', id: mine.id }])
  expect(body.data[0].error).toContain('can_add_products')
})

test('sums beside a pipeline and a stage are left out without the rights to them', async () => {
  for (const right of ['can_see_deals_list_summary', 'can_see_company_wide_statistics'] as const) {
    const lacking = await userWithout(crm, [right])

    for (const path of [`/v1/pipelines/${ids.pipelines}`, `/v1/stages/${ids.stages}`]) {
      expect((await lacking.call('GET', path)).body.data).not.toHaveProperty('deals_summary')
      expect((await holder.call('GET', path)).body.data).toHaveProperty('deals_summary')
    }
  }
})

test('figures about deals of one’s own need no right to those of others', async () => {
  const lacking = await userWithout(crm, ['can_see_company_wide_statistics', 'can_see_other_users_statistics'])
  await aDeal(lacking, { value: 40 })
  await aDeal(crm.owner, { value: 2 })
  const own = `user_id=${lacking.userId}`
  const pipeline = `/v1/pipelines/${ids.pipelines}`

  const seen = await statuses(lacking, [
    ...figures(own),
    ['GET', `${pipeline}/deals?get_summary=1`],
    ['GET', `${pipeline}/deals?get_summary=1&${own}`],
    ['GET', `${pipeline}/conversion_statistics?start_date=2026-01-01&end_date=2026-02-01`],
    ['GET', `${pipeline}/movement_statistics?start_date=2026-01-01&end_date=2026-02-01&${own}`],
  ])

  expect(seen.filter(([, status]) => status !== 200)).toEqual([])
  const { body } = await lacking.call('GET', `/v1/deals/summary?${own}`)
  expect([body.data.total_count, body.data.total_currency_converted_value]).toEqual([1, 40])
})
