import { beforeAll, describe, expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

/** Two people in groups beside each other: neither sees what is private to the other. */
const crm = await startTestCrm()
let carl: TestUser
let dora: TestUser

beforeAll(async () => {
  const [root] = await crm.sql`select min(id) as id from crm.role where company_id = ${crm.owner.companyId}`
  const groups = await crm.sql<{ id: number }[]>`
    insert into crm.role (company_id, parent_id, name)
    select ${crm.owner.companyId}, ${root?.id}, name from unnest(array['North', 'South']) name returning id`
  carl = await crm.colleague(crm.owner, { roleId: Number(groups[0]?.id) })
  dora = await crm.colleague(crm.owner, { roleId: Number(groups[1]?.id) })
})

describe.each([
  ['persons', { name: 'Private Paula' }],
  ['organizations', { name: 'Private Inc' }],
  ['products', { name: 'Private thing' }],
])('%s', (kind, body) => {
  test('200 with the record when a private one is handed over; it is the new owner who sees it then', async () => {
    const made = await carl.call('POST', `/api/v2/${kind}`, { ...body, visible_to: 1 })
    const path = `/api/v2/${kind}/${made.body.data.id}`

    const given = await carl.call('PATCH', path, { owner_id: dora.userId })

    expect(given).toMatchObject({ status: 200, body: { data: { owner_id: dora.userId } } })
    expect(await carl.call('GET', path)).toMatchObject({ status: 404 })
    expect(await dora.call('GET', path)).toMatchObject({ status: 200 })
  })

  test('v1 hands over and makes private records for somebody else alike', async () => {
    const made = await carl.call('POST', `/v1/${kind}`, { ...body, visible_to: '1' })
    const path = `/v1/${kind}/${made.body.data.id}`

    const given = await carl.call('PUT', path, { owner_id: dora.userId })
    const other = await carl.call('POST', `/v1/${kind}`, { ...body, visible_to: '1', owner_id: dora.userId })
    const newer = await carl.call('POST', `/api/v2/${kind}`, { ...body, visible_to: 1, owner_id: dora.userId })

    expect(given).toMatchObject({ status: 200, body: { data: { owner_id: { value: dora.userId } } } })
    expect(other).toMatchObject({ status: 201, body: { data: { owner_id: { value: dora.userId } } } })
    expect(newer.body).toMatchObject({ success: true, data: { owner_id: dora.userId } })
    expect(await carl.call('GET', `/v1/${kind}/${other.body.data.id}`)).toMatchObject({ status: 404 })
  })
})

test('a private deal is handed over and made for somebody else', async () => {
  const deal = { title: 'Private deal', visible_to: '1' }
  const made = await carl.call('POST', '/v1/deals', deal)
  const again = await carl.call('POST', '/v1/deals', deal)

  const given = await carl.call('PUT', `/v1/deals/${made.body.data.id}`, { user_id: dora.userId })
  const newer = await carl.call('PATCH', `/api/v2/deals/${again.body.data.id}`, { owner_id: dora.userId })
  const other = await carl.call('POST', '/v1/deals', { ...deal, user_id: dora.userId })

  expect(given).toMatchObject({ status: 200, body: { data: { user_id: { value: dora.userId } } } })
  expect(newer).toMatchObject({ status: 200, body: { data: { owner_id: dora.userId } } })
  expect(other).toMatchObject({ status: 201, body: { data: { user_id: { value: dora.userId } } } })
  expect(await carl.call('GET', `/v1/deals/${made.body.data.id}`)).toMatchObject({ status: 404 })
})

test('a private lead is handed over and made for somebody else', async () => {
  const person = await carl.call('POST', '/api/v2/persons', { name: 'Open Otto' })
  const lead = { title: 'Private lead', person_id: person.body.data.id, visible_to: '1' }
  const made = await carl.call('POST', '/v1/leads', lead)

  const given = await carl.call('PATCH', `/v1/leads/${made.body.data.id}`, { owner_id: dora.userId })
  const other = await carl.call('POST', '/v1/leads', { ...lead, owner_id: dora.userId })

  expect(given).toMatchObject({ status: 200, body: { data: { owner_id: dora.userId } } })
  expect(other).toMatchObject({ status: 201, body: { data: { owner_id: dora.userId } } })
  expect(await carl.call('GET', `/v1/leads/${made.body.data.id}`)).toMatchObject({ status: 404 })
  expect(await dora.call('GET', `/v1/leads/${made.body.data.id}`)).toMatchObject({ status: 200 })
})

test('an activity about a hidden person is handed over by its owner, who sees it no more', async () => {
  const hidden = await dora.call('POST', '/api/v2/persons', { name: 'Hidden Hedy', visible_to: 1 })
  const made = await dora.call('POST', '/api/v2/activities', {
    person_id: hidden.body.data.id,
    owner_id: carl.userId,
  })
  const path = `/api/v2/activities/${made.body.data.id}`

  const given = await carl.call('PATCH', path, { owner_id: dora.userId })

  expect(given).toMatchObject({ status: 200, body: { data: { owner_id: dora.userId } } })
  expect(await carl.call('GET', path)).toMatchObject({ status: 404 })
})

test('what a call wrote opens nothing else: hidden contacts in its answer stay hidden', async () => {
  const org = await dora.call('POST', '/api/v2/organizations', { name: 'Hidden Inc', visible_to: 1 })
  const made = await dora.call('POST', '/api/v2/persons', { name: 'Open Ole', org_id: org.body.data.id })

  const changed = await carl.call('PUT', `/v1/persons/${made.body.data.id}`, { job_title: 'clerk' })

  expect(changed.body.data).toMatchObject({ job_title: 'clerk', org_id: null, org_name: null })
})
