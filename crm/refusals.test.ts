import { describe, expect, test } from 'vitest'
import { aDeal, anOrganization, aPerson, aProduct, made } from './testing/builders.ts'
import { startTestCrm } from './testing/startTestCrm.ts'

/** What records of every kind refuse alike. */
const crm = await startTestCrm()

describe('400 at once for a number of very many digits', () => {
  const digits = `${'1'.repeat(900_000)}x`

  test('in a form of v2, in a body of v1 and in a path', async () => {
    const form = await fetch(`${crm.origin}/api/v2/deals`, {
      method: 'POST',
      body: new URLSearchParams({ title: 'Deal', value: digits }),
      headers: { 'x-api-token': crm.owner.token },
    })
    const body = await crm.owner.call('POST', '/v1/deals', { title: 'Deal', probability: digits })
    const path = await crm.owner.call('GET', `/v1/deals/${digits.slice(-7_000)}`)

    expect([form.status, await form.json()]).toMatchObject([400, { field: 'value' }])
    expect(body).toMatchObject({ status: 400, body: { field: 'probability' } })
    expect(path).toMatchObject({ status: 400, body: { field: 'id' } })
  })

  test('in a custom field of v1', async () => {
    const field = await crm.owner.call('POST', '/v1/dealFields', { name: 'Weight', field_type: 'double' })
    const { key } = field.body.data

    const reply = await crm.owner.call('POST', '/v1/deals', { title: 'Deal', [key]: digits })

    expect(reply).toMatchObject({ status: 400, body: { field: key } })
  })
})

describe('400 naming the field for blanks instead of a name', () => {
  test.each([
    ['/api/v2/persons', 'name', {}],
    ['/v1/persons', 'name', {}],
    ['/api/v2/organizations', 'name', {}],
    ['/v1/organizations', 'name', {}],
    ['/api/v2/products', 'name', {}],
    ['/v1/products', 'name', {}],
    ['/v1/leads', 'title', { person_id: 1 }],
    ['/v1/leadLabels', 'name', { color: 'red' }],
    ['/v1/activityTypes', 'name', { icon_key: 'call' }],
  ])('POST %s', async (path, field, rest) => {
    const reply = await crm.owner.call('POST', path, { ...rest, [field]: ' \t ' })

    expect(reply).toMatchObject({ status: 400, body: { field, error: `${field} must not be blank` } })
  })

  test('of a variation, and of a contact point', async () => {
    const product = await aProduct(crm.owner, { name: 'Chair' })

    const variation = await crm.owner.call('POST', `/api/v2/products/${product.id}/variations`, { name: '  ' })
    const email = await crm.owner.call('POST', '/api/v2/persons', { name: 'Ada', emails: [{ value: ' ' }] })

    expect(variation).toMatchObject({ status: 400, body: { field: 'name' } })
    expect(email).toMatchObject({ status: 400, body: { field: 'emails.0.value' } })
  })
})

describe.each(['persons', 'organizations', 'products'])('followers of %s', kind => {
  test('410 for following a deleted one, 400 for a user of another company', async () => {
    const stranger = await crm.company()
    const record = await made(crm.owner, `/api/v2/${kind}`, { name: 'Gone' })
    const foreign = await crm.owner.call('POST', `/api/v2/${kind}/${record.id}/followers`, { user_id: stranger.userId })
    await crm.owner.call('DELETE', `/api/v2/${kind}/${record.id}`)

    const newer = await crm.owner.call('POST', `/api/v2/${kind}/${record.id}/followers`, { user_id: crm.owner.userId })
    const older = await crm.owner.call('POST', `/v1/${kind}/${record.id}/followers`, { user_id: crm.owner.userId })

    expect(foreign).toMatchObject({ status: 400, body: { field: 'user_id' } })
    expect([newer.status, older.status]).toEqual([410, 410])
  })
})

test('400 naming the part for an address or a label that is no text, or too long', async () => {
  const refusals = [
    ['/v1/organizations', { address_locality: ['Berlin'] }, 'address_locality'],
    ['/v1/organizations', { address_locality: 'x'.repeat(256) }, 'address_locality'],
    ['/v1/persons', { postal_address_route: {} }, 'postal_address_route'],
    ['/v1/persons', { email: [{ value: 'a@example.com', label: 'x'.repeat(256) }] }, 'email.0.label'],
  ] as const
  for (const [path, body, field] of refusals)
    expect(await crm.owner.call('POST', path, { name: 'Ada', ...body })).toMatchObject({ status: 400, body: { field } })

  const number = await made(crm.owner, '/v1/organizations', {
    name: 'Acme',
    address: 'Berlin',
    address_postal_code: 10115,
  })
  expect(number).toMatchObject({ address_postal_code: '10115' })
})

test('what v1 shows of a record can be sent back to it and changes nothing', async () => {
  const org = await made(crm.owner, '/v1/organizations', {
    name: 'Acme',
    address: 'Main Street 5, 10115 Berlin, Germany',
  })
  const person = await made(crm.owner, '/v1/persons', {
    name: 'Ada Lovelace',
    org_id: org.id,
    phone: '1',
    birthday: '1990-01-01',
  })
  const product = await made(crm.owner, '/v1/products', { name: 'Chair', prices: [{ currency: 'EUR', price: 5 }] })
  const activity = await made(crm.owner, '/v1/activities', { subject: 'Call', person_id: person.id, due_time: '10:00' })
  const lead = await made(crm.owner, '/v1/leads', {
    title: 'Lead',
    person_id: person.id,
    value: { amount: 1, currency: 'EUR' },
  })

  for (const [kind, { id }] of Object.entries({ organizations: org, persons: person, products: product })) {
    const shown = await crm.owner.call('GET', `/v1/${kind}/${id}`)
    expect((await crm.owner.call('PUT', `/v1/${kind}/${id}`, shown.body.data)).status, kind).toBe(200)
    const { update_time: _, ...before } = shown.body.data
    expect((await crm.owner.call('GET', `/v1/${kind}/${id}`)).body.data).toMatchObject(before)
  }
  for (const [kind, record] of Object.entries({ activities: activity, leads: lead }))
    expect((await crm.owner.call('PUT', `/v1/${kind}/${record.id}`, record)).status, kind).toBe(200)
  const written = await crm.sql`
    select entity from crm.change where action = 'updated' and entity_id = any(${[org, person, product, activity, lead].map(({ id }) => String(id))})`
  expect(written).toEqual([])
})

test('a record may repeat the name of what is deleted by now, another one cannot take it', async () => {
  const org = await anOrganization(crm.owner, { name: 'Gone' })
  const person = await aPerson(crm.owner, { name: 'Gone with it' })
  const names = { org_id: org.id, person_id: person.id }
  const deal = await aDeal(crm.owner, { title: 'Stays', ...names })
  const friend = await aPerson(crm.owner, { name: 'Stays', org_id: org.id })
  const lead = await made(crm.owner, '/v1/leads', { title: 'Stays', organization_id: org.id, person_id: person.id })
  const other = await aDeal(crm.owner, { title: 'Other' })
  await crm.owner.call('DELETE', `/api/v2/organizations/${org.id}`)
  await crm.owner.call('DELETE', `/api/v2/persons/${person.id}`)
  const changing = async (path: string, body: object) => (await crm.owner.call('PATCH', path, body)).body

  expect(await changing(`/api/v2/deals/${deal.id}`, { title: 'New', ...names })).toMatchObject({
    success: true,
    data: { title: 'New', ...names },
  })
  expect(await changing(`/api/v2/persons/${friend.id}`, { org_id: org.id })).toMatchObject({ success: true })
  expect(await changing(`/v1/leads/${lead.id}`, { organization_id: org.id, person_id: person.id })).toMatchObject({
    success: true,
  })
  expect(await changing(`/api/v2/deals/${other.id}`, names)).toMatchObject({ errorCode: 400, field: 'person_id' })
  expect(await changing(`/api/v2/deals/${other.id}`, { org_id: org.id })).toMatchObject({
    errorCode: 400,
    field: 'org_id',
  })
})

test('400 for a cursor that was made up, whatever it holds', async () => {
  const madeUp = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
  for (const path of [
    `/api/v2/persons?sort_by=add_time&cursor=${madeUp(1, '9999-99-99 00:00:00+00')}`,
    `/api/v2/persons?sort_by=update_time&cursor=${madeUp(1, '0000-01-01 00:00:00+00')}`,
    `/api/v2/activities?sort_by=due_date&cursor=${madeUp(1, '2026-02-31')}`,
    `/api/v2/products?sort_by=name&cursor=${madeUp(1, 'a\u0000b')}`,
    `/api/v2/organizations?cursor=${madeUp(1e300)}`,
  ])
    expect(await crm.owner.call('GET', path), path).toMatchObject({ status: 400, body: { field: 'cursor' } })
})

test('400 for amounts that no sum could carry', async () => {
  const person = await made(crm.owner, '/v1/persons', { name: 'Rich' })
  const value = { amount: 1e300, currency: 'USD' }

  const lead = await crm.owner.call('POST', '/v1/leads', { title: 'Lead', person_id: person.id, value })
  const prices = [{ currency: 'USD', price: 1e300 }]
  const newer = await crm.owner.call('POST', '/api/v2/products', { name: 'Palace', prices })
  const older = await crm.owner.call('POST', '/v1/products', { name: 'Palace', prices })

  expect(lead).toMatchObject({ status: 400, body: { field: 'value.amount' } })
  expect(newer).toMatchObject({ status: 400, body: { field: 'prices.0.price' } })
  expect(older).toMatchObject({ status: 400, body: { field: 'prices.0.price' } })
})

test('400 in v2 for an unknown field, also inside of another; v1 lets it pass', async () => {
  const { id } = await made(crm.owner, '/v1/persons', { name: 'Ada' })
  const unknown = [
    ['persons', { name: 'X', emails: [{ value: 'a@x.test', colour: 'red' }] }, 'emails.0.colour'],
    ['activities', { participants: [{ person_id: id, colour: 'red' }] }, 'participants.0.colour'],
    ['activities', { attendees: [{ email: 'a@x.test', colour: 'red' }] }, 'attendees.0.colour'],
    ['activities', { location: { value: 'Berlin', colour: 'red' } }, 'location.colour'],
    ['products', { name: 'X', prices: [{ currency: 'EUR', colour: 'red' }] }, 'prices.0.colour'],
  ] as const

  for (const [kind, body, field] of unknown)
    expect(await crm.owner.call('POST', `/api/v2/${kind}`, body)).toMatchObject({ status: 400, body: { field } })

  await made(crm.owner, '/v1/persons', { name: 'X', email: [{ value: 'a@x.test', colour: 'red' }], colour: 'red' })
  await made(crm.owner, '/v1/activities', {
    location: { value: 'Berlin', colour: 'red' },
    participants: [{ person_id: id, colour: 1 }],
  })
})

test('a selector picks fields of the record, and nothing every object has', async () => {
  await made(crm.owner, '/v1/persons', { name: 'Selected' })

  const picked = await crm.owner.call('GET', '/v1/persons:(name,__proto__,constructor,toString)?limit=1')

  expect(Object.getOwnPropertyNames(picked.body.data[0])).toEqual(['name'])
})

describe('a refusal says what to send', () => {
  test.each([
    [
      'a date',
      { title: 'Deal', expected_close_date: 'soon' },
      'expected_close_date must be a date as YYYY-MM-DD or null',
    ],
    ['a record', { title: 'Deal', owner_id: 4_000_000 }, 'owner_id 4000000 does not exist'],
    ['a name', { title: ' ' }, 'title must not be blank'],
    [
      'a custom field',
      { title: 'Deal', custom_fields: { nothing: 1 } },
      'custom_fields.nothing is not a custom field; send its key or its slug',
    ],
  ])('400 for %s', async (_, body, error) => {
    const reply = await crm.owner.call('POST', '/api/v2/deals', body)

    expect(reply).toMatchObject({ status: 400, body: { error } })
  })

  test('404 with the whole path, 401 with the header a token goes into', async () => {
    const nowhere = await crm.owner.call('GET', '/api/v2/nothing/here')
    const nobody = await crm.owner.call('GET', '/v1/deals', undefined, { 'x-api-token': '0'.repeat(40) })

    expect(nowhere).toMatchObject({ status: 404, body: { error: 'There is nothing at /api/v2/nothing/here' } })
    expect(nobody).toMatchObject({ status: 401, body: { error: 'unauthorized access' } })
    expect(nobody.body.error_info).toContain('x-api-token')
  })
})
