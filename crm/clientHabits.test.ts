import { expect, test } from 'vitest'
import { aDeal, made } from './testing/builders.ts'
import { startTestCrm, type TestUser } from './testing/startTestCrm.ts'
import { takeRights } from './testing/takeRights.ts'

const crm = await startTestCrm()
const webhookUser = await crm.company()

/** Sends exactly these bytes. */
async function send(
  user: TestUser,
  method: string,
  path: string,
  init: { form?: string; json?: unknown; headers?: Record<string, string> } = {},
) {
  const { form, json, headers = {} } = init
  const response = await fetch(`${crm.origin}${path}`, {
    method,
    headers: {
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      'x-api-token': user.token,
      ...headers,
    },
    ...(form !== undefined && { body: form }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

test('archived_status chooses leads of GET /v1/leads', async () => {
  const user = await crm.company()
  const person = await made(user, '/v2/persons', { name: 'Lea' })
  const old = (await user.call('POST', '/v1/leads', { title: 'Old', person_id: person.id })).body.data
  await user.call('POST', '/v1/leads', { title: 'New', person_id: person.id })
  await user.call('PATCH', `/v1/leads/${old.id}`, { is_archived: true })
  const titles = async (status: string) =>
    (await send(user, 'GET', `/v1/leads?archived_status=${status}`)).body.data
      .map(({ title }: { title: string }) => title)
      .sort()
  expect(await titles('archived')).toEqual(['Old'])
  expect(await titles('not_archived')).toEqual(['New'])
  expect(await titles('all')).toEqual(['New', 'Old'])
  const wrong = await send(user, 'GET', '/v1/leads?archived_status=some')
  expect(wrong.status).toBe(400)
  expect(wrong.body.error).toContain('archived_status')
})

test('strict_mode gives plain ids in v1 deals', async () => {
  const user = await crm.company()
  const person = await made(user, '/v2/persons', { name: 'P' })
  const org = await made(user, '/v2/organizations', { name: 'O' })
  const deal = await aDeal(user, { title: 'D', person_id: person.id, org_id: org.id })
  const plain = { person_id: person.id, org_id: org.id, user_id: user.userId, creator_user_id: user.userId }
  expect((await send(user, 'GET', `/v1/deals/${deal.id}?strict_mode=1`)).body.data).toMatchObject(plain)
  expect((await send(user, 'GET', '/v1/deals?strict_mode=1')).body.data[0]).toMatchObject(plain)
  expect((await send(user, 'GET', `/v1/deals/${deal.id}`)).body.data.person_id).toMatchObject({ value: person.id })
})

test.each([
  ['phone[0]=1&phone[1]=2', { phone: ['1', '2'] }],
  ['phone[]=1', { phone: ['1'] }],
  ['phone[]=1&phone[]=2', { phone: ['1', '2'] }],
  ['email[0][value]=a@b.c&email[0][primary]=true', { email: ['a@b.c'] }],
  ['phone%5B0%5D=1&phone%5B1%5D=2', { phone: ['1', '2'] }],
])('a person in a form with %s', async (form, expected) => {
  const user = await crm.company()
  const { status, body } = await send(user, 'POST', '/v1/persons', { form: `name=Ann&${form}` })
  expect(status, JSON.stringify(body)).toBe(201)
  for (const [key, values] of Object.entries(expected))
    expect(body.data[key].map(({ value }: { value: string }) => value)).toEqual(values)
})

test('a lead in a form with an amount and a currency', async () => {
  const user = await crm.company()
  const person = await made(user, '/v2/persons', { name: 'Lea' })
  const { status, body } = await send(user, 'POST', '/v1/leads', {
    form: `title=Form&person_id=${person.id}&value[amount]=5&value[currency]=EUR`,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data.value).toEqual({ amount: 5, currency: 'EUR' })
})

test('a deal field in a form whose options are JSON', async () => {
  const user = await crm.company()
  const { status, body } = await send(user, 'POST', '/v1/dealFields', {
    form: 'name=Size&field_type=enum&options=[{"label":"A"},{"label":"B"}]',
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.options.map(({ label }: { label: string }) => label)).toEqual(['A', 'B'])
})

test.each([
  'phone[0][1][2]=x',
  'phone[a=x',
  'phone[__proto__]=x',
  'title[0]=x',
  'phone[0]=1&phone=2',
  'options=[{"label":',
])('400 for a form with %s, which is not understood', async form => {
  const user = await crm.company()
  const path = form.startsWith('options') ? '/v1/dealFields' : form.startsWith('title') ? '/v1/deals' : '/v1/persons'
  const { status, body } = await send(user, 'POST', path, {
    form: `name=Ann&field_type=enum&${form}`.replace(path.endsWith('Fields') ? '' : '&field_type=enum', ''),
  })
  expect(status, JSON.stringify(body)).toBe(400)
  expect(body.success).toBe(false)
})

test('v1 dates that carry a time, and flags as true and false', async () => {
  const user = await crm.company()
  const added = await send(user, 'POST', '/v1/activities', {
    form: 'subject=Call&type=call&due_date=2026-12-01T00:00:00&done=true',
  })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  expect(added.body.data).toMatchObject({ due_date: '2026-12-01', done: true })
  const json = await send(user, 'POST', '/v1/activities', {
    json: { subject: 'Call', type: 'call', due_date: '2026-12-01T00:00:00.000Z', done: 'false' },
  })
  expect(json.body.data).toMatchObject({ due_date: '2026-12-01', done: false })
  const dates = '/v1/activities?start_date=2026-11-30T00:00:00&end_date=2026-12-02T00:00:00&done=true&user_id=0'
  const list = await send(user, 'GET', dates)
  expect(list.status, JSON.stringify(list.body)).toBe(200)
  expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([added.body.data.id])
})

test('busy_flag beside busy on v2 activities', async () => {
  const user = await crm.company()
  const { status, body } = await send(user, 'POST', '/api/v2/activities', {
    json: { subject: 'Call', type: 'call', busy_flag: true },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.busy).toBe(true)
  const path = `/api/v2/activities/${body.data.id}`
  expect((await send(user, 'PATCH', path, { json: { busy_flag: false } })).body.data.busy).toBe(false)
})

test('status=all_not_deleted on v2 deals', async () => {
  const user = await crm.company()
  await aDeal(user, { title: 'Open' })
  const won = await aDeal(user, { title: 'Won', status: 'won' })
  const gone = await aDeal(user, { title: 'Gone' })
  await user.call('DELETE', `/v2/deals/${gone.id}`)
  const { status, body } = await send(user, 'GET', '/api/v2/deals?status=all_not_deleted')
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Open', 'Won'])
  expect(won.id).toBeGreaterThan(0)
})

test('status deleted on v2 deals, new ones too; the right to delete is asked for', async () => {
  const user = await crm.company()
  const { id } = await aDeal(user, { title: 'Won', status: 'won' })
  const nora = await crm.colleague(user)
  const hers = await aDeal(nora, { title: 'Hers' })
  await takeRights(crm, nora, 'can_delete_deals')
  const gone = await send(user, 'PATCH', `/api/v2/deals/${id}`, { json: { status: 'deleted' } })
  const refused = () => send(nora, 'PATCH', `/api/v2/deals/${hers.id}`, { json: { status: 'deleted' } })
  const added = await send(user, 'POST', '/api/v2/deals', { json: { title: 'Never', status: 'deleted' } })

  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  await expect.poll(async () => (await refused()).status).toBe(403)
  expect(added.body.data).toMatchObject({ is_deleted: true })
  const back = await send(user, 'PATCH', `/api/v2/deals/${id}`, { json: { is_deleted: false } })
  expect(back.body.data).toMatchObject({ status: 'won', is_deleted: false })
})

test('POST /api/v2/deals/{id}/duplicate answers in the shape of v1', async () => {
  const user = await crm.company()
  const deal = await aDeal(user, { title: 'Twice' })
  const { status, body } = await send(user, 'POST', `/api/v2/deals/${deal.id}/duplicate`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ title: 'Twice', user_id: user.userId, deleted: false })
  expect(body.data.id).not.toBe(deal.id)
})

test('PUT /v1/leads/{id} beside PATCH', async () => {
  const user = await crm.company()
  const person = await made(user, '/v2/persons', { name: 'Lea' })
  const lead = (await user.call('POST', '/v1/leads', { title: 'Old', person_id: person.id })).body.data
  const { status, body } = await send(user, 'PUT', `/v1/leads/${lead.id}`, { json: { title: 'New' } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.title).toBe('New')
})

test.each([
  ['deals', 'title'],
  ['persons', 'name'],
  ['organizations', 'name'],
  ['products', 'name'],
] as const)('GET /v1/%s/find', async (kind, name) => {
  const user = await crm.company()
  const record = await made(user, `/v2/${kind}`, { [name]: 'Findable thing' })
  const { status, body } = await send(user, 'GET', `/v1/${kind}/find?term=findable`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toEqual([expect.objectContaining({ id: record.id, [name]: 'Findable thing' })])
  expect((await send(user, 'GET', `/v1/${kind}/find`)).status).toBe(400)
})

test('GET /v1/searchResults and /v1/searchResults/field', async () => {
  const user = await crm.company()
  const deal = await aDeal(user, { title: 'Findable deal' })
  const all = await send(user, 'GET', '/v1/searchResults?term=findable&start=0&limit=10')
  expect(all.status, JSON.stringify(all.body)).toBe(200)
  expect(all.body.data).toEqual([expect.objectContaining({ type: 'deal', id: deal.id, title: 'Findable deal' })])
  const field = await send(
    user,
    'GET',
    '/v1/searchResults/field?term=findable&field_type=dealField&field_key=title&return_item_ids=1',
  )
  expect(field.status, JSON.stringify(field.body)).toBe(200)
  expect(field.body.data).toEqual([expect.objectContaining({ id: deal.id })])
})

test('GET /v1/deals/{id}/notes', async () => {
  const user = await crm.company()
  const deal = await aDeal(user, { title: 'Noted' })
  const note = (await user.call('POST', '/v1/notes', { content: 'Text', deal_id: deal.id })).body.data
  const { status, body } = await send(user, 'GET', `/v1/deals/${deal.id}/notes`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toEqual([expect.objectContaining({ id: note.id, content: 'Text' })])
})

test('POST /v1/deals/{id}/merge', async () => {
  const user = await crm.company()
  const [a, b] = [await aDeal(user, { title: 'A' }), await aDeal(user, { title: 'B' })]
  const { status, body } = await send(user, 'POST', `/v1/deals/${a.id}/merge`, { json: { merge_with_id: b.id } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.id).toBe(b.id)
})

test('DELETE /v1/deals with ids as JSON', async () => {
  const user = await crm.company()
  const [a, b] = [await aDeal(user, { title: 'A' }), await aDeal(user, { title: 'B' })]
  const { status, body } = await send(user, 'DELETE', '/v1/deals', { json: { ids: [a.id, b.id] } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.id).toEqual([a.id, b.id])
  expect((await user.call('GET', `/v2/deals/${a.id}`)).body.data?.is_deleted ?? true).toBe(true)
})

test.each(['Bearer undefined', '', 'Bearer '])('a token beside Authorization: "%s"', async authorization => {
  const user = await crm.company()
  expect((await send(user, 'GET', '/v1/users/me', { headers: { authorization } })).status).toBe(200)
  const inQuery = await fetch(`${crm.origin}/v1/users/me?api_token=${user.token}`, { headers: { authorization } })
  expect(inQuery.status).toBe(200)
})

test('preflight and answers to scripts of other origins', async () => {
  const user = await crm.company()
  const origin = 'https://elsewhere.example'
  const preflight = await fetch(`${crm.origin}/v1/deals`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-token,content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-token')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  const answer = await send(user, 'GET', '/api/v2/deals', { headers: { origin } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-ratelimit-remaining')
  const { cookie } = await crm.session(user)
  const byCookie = await fetch(`${crm.origin}/api/v2/deals`, {
    headers: { origin, cookie, 'sec-fetch-site': 'cross-site' },
  })
  expect(byCookie.status).toBe(401)
})

/** Without a name and a version, as programs did before there were two. */
test.each(
  ['added', 'updated', 'deleted', 'merged'].flatMap(action =>
    ['activityType', 'stage', 'pipeline', 'user', 'deal'].map(object => [action, object] as const),
  ),
)('POST /v1/webhooks for %s.%s comes back as it was sent, and means version 1.0', async (action, object) => {
  const json = { subscription_url: 'https://example.com/Hook?a=1&b', event_action: action, event_object: object }
  const { status, body } = await send(webhookUser, 'POST', '/v1/webhooks', { json })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data).toMatchObject({ ...json, version: '1.0' })
})

test('keys that the hosted service adds', async () => {
  const user = await crm.company()
  const deal = await aDeal(user, { title: 'Won', status: 'won' })
  const wire = (await send(user, 'GET', `/v1/deals/${deal.id}`)).body.data
  expect(wire).toMatchObject({ local_won_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), local_lost_date: null })
  expect(wire.local_close_date).toBe(wire.local_won_date)
  const lost = await aDeal(user, { title: 'Lost', status: 'lost' })
  expect((await send(user, 'GET', `/v1/deals/${lost.id}`)).body.data).toMatchObject({
    local_lost_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    local_won_date: null,
  })
  const activity = (await user.call('POST', '/v1/activities', { subject: 'Call', type: 'call' })).body.data
  expect((await send(user, 'GET', `/v1/activities/${activity.id}`)).body.data).toMatchObject({
    type_name: 'Call',
    is_recurring: null,
  })
  const person = await made(user, '/v2/persons', { name: 'Lea' })
  const lead = (await user.call('POST', '/v1/leads', { title: 'Old', person_id: person.id })).body.data
  expect(lead.archive_time).toBeNull()
  await user.call('PATCH', `/v1/leads/${lead.id}`, { is_archived: true })
  expect((await send(user, 'GET', `/v1/leads/${lead.id}`)).body.data.archive_time).toMatch(/^\d{4}-\d\d-\d\d/)
})
