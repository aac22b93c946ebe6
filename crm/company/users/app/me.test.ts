import { UsersApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const put = (body: object) => crm.owner.call('PUT', '/app/api/users/me', body)
const me = async () => (await new UsersApi(crm.owner.v1).getCurrentUser()).data

test('what a user says about themselves is read back, and in the log', async () => {
  const said = {
    name: 'Olga O.',
    phone: '+49 30 1234',
    locale: 'de_DE',
    timezone_name: 'Asia/Kolkata',
    default_currency: 'EUR',
  }

  const reply = await put(said)

  expect(reply).toMatchObject({ status: 200, body: { data: said } })
  expect(await me()).toMatchObject({
    ...said,
    timezone_offset: '+05:30',
    language: { language_code: 'de', country_code: 'DE' },
  })
  const [change] = await crm.sql`
    select action, before, after from crm.change where entity = 'user' and entity_id = ${String(crm.owner.userId)}
    order by seq desc limit 1`
  expect(change).toMatchObject({ action: 'updated', before: { name: 'Olga Owner', phone: null }, after: said })
})

test('what is not said stays, null takes the phone away, and nothing is logged when nothing changes', async () => {
  await put({ name: 'Olga Again' })
  const before = await me()
  const lines = async () => (await crm.sql`select from crm.change where entity = 'user'`).length
  const logged = await lines()

  await put({ name: 'Olga Again' })
  expect(await lines()).toBe(logged)
  await put({ phone: null })

  expect(await me()).toEqual({ ...before, phone: null, modified: expect.any(String) })
})

test.each([
  ['timezone_name', ['Mars/Olympus', '+05:30', 'europe/berlin', '', 'EST5EDT4; drop']],
  ['locale', ['german', 'de-DE', 'DE_de', 'zz_ZZ', '']],
  ['default_currency', ['XXZ', 'eur', '']],
  ['name', ['', '   ', 'x'.repeat(256)]],
])('400 for a %s there is not, naming it', async (field, values) => {
  for (const value of values)
    expect(await put({ [field]: value }), value).toMatchObject({ status: 400, body: { field } })
})

test('400 for a field that is not one of these', async () => {
  expect((await put({ is_admin: true })).status).toBe(400)
  expect((await put({ email: 'other@example.com' })).status).toBe(400)
})

test('every zone of PostgreSQL that browsers know can be shown in the list of users', async () => {
  const zones = await crm.sql<{ name: string }[]>`
    select name from pg_timezone_names where name in ('Europe/Berlin', 'America/St_Johns', 'UTC', 'Asia/Calcutta')`

  for (const { name } of zones) {
    expect((await put({ timezone_name: name })).status, name).toBe(200)
    expect((await crm.owner.call('GET', '/v1/users')).status, name).toBe(200)
  }
})

test('what a user has arranged is kept piece by piece, for this user alone, and null is as it comes', async () => {
  const keep = (body: object) => crm.owner.call('PATCH', '/app/api/views', body)
  const layout = { columns: ['value', 'owner_id'], widths: { value: 99 } }
  await keep({ deal_list: layout })
  await keep({ insights: { charts: ['won'] } })
  const kept = { deal_list: layout, insights: { charts: ['won'] }, person_list: null }

  expect((await crm.owner.call('GET', '/app/api/views')).body.data).toMatchObject(kept)
  const other = await crm.colleague(crm.owner)
  expect((await other.call('GET', '/app/api/views')).body.data).toMatchObject({ deal_list: null, insights: null })
  expect((await keep({ deal_list: null })).body.data).toMatchObject({ ...kept, deal_list: null })
  const refused = await keep({ deal_list: { columns: ['value'], widths: { value: 'wide' } } })
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('widths') } })
})
