import type { Sql } from '@portico/kit/database/sql'
import { expect, test } from 'vitest'
import { addUsers } from '../../company/users/addUsersStore.ts'
import { addField } from '../../testing/addField.ts'
import { fullLists } from '../../testing/fullLists.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { LIMITS } from './atRest.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const post = async (path: string, body: object) => {
  const reply = await owner.call('POST', path, body)
  return { status: reply.status, id: reply.body.data?.id, error: reply.body.error }
}
const idOf = async (path: string, body: object) => (await post(path, body)).id

const company = owner.companyId

test('lists that grow row by row end where the database says', async () => {
  const lists = await fullLists(crm)
  await sql`insert into crm.person (company_id, name, owner_id, visible_to)
    select ${company}, 'Many', ${owner.userId}, 3 from generate_series(1, 500)`
  await sql`insert into crm.organization (company_id, name, owner_id, visible_to)
    select ${company}, 'Many', ${owner.userId}, 3 from generate_series(1, 500)`
  const people = Array.from({ length: 1000 }, (_, nr) => ({ name: 'Many', email: `${nr}@many.test` }))
  await addUsers(sql, company, people)

  for (const [text, table, rows, path, body] of lists) {
    // Filled without counting, which would take its time a thousand times over.
    await sql.unsafe(`alter table crm.${table} disable trigger user`)
    await sql.unsafe(`insert into crm.${table} ${rows}`)
    await sql.unsafe(`alter table crm.${table} enable trigger user`)
    const reply = await post(path, body)

    expect({ path, ...reply }).toEqual({ path, status: 400, id: undefined, error: text })
  }
})

test('two that come at once do not both get the last place', async () => {
  const full = await idOf('/api/v2/deals', { title: 'Almost full' })
  const rows = (
    count: number,
  ) => `insert into crm.deal_discount (company_id, deal_id, type, amount, description, created_by)
    select ${company}, ${full}, 'percentage', 1, 'x', ${owner.userId} from generate_series(1, ${count})`
  await sql.unsafe(rows(99))

  const second = await crm.database.write(async first => {
    await first.unsafe(rows(1))
    const outcome = sql.unsafe(rows(1)).then(
      () => 'stored',
      error => (error instanceof Error ? error.message : String(error)),
    )
    await untilSomebodyWaits(first)
    return { outcome }
  })

  expect(await second.outcome).toBe('A deal has at most 100 discounts')
})

async function untilSomebodyWaits(on: Sql) {
  for (let tries = 0; tries < 500; tries++) {
    const [found] =
      await on`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    if (found) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('nobody waits')
}

test('400 naming the list when a person gets too many e-mails, phones or labels, in both versions', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, nr) => ({ value: `${nr}@x.test` }))
  const ids = Array.from({ length: LIMITS.labels + 1 }, (_, nr) => nr + 1)

  for (const list of ['emails', 'phones', 'im'])
    expect(
      await owner.call('POST', '/api/v2/persons', { name: 'X', [list]: many(LIMITS.contactPoints + 1) }),
    ).toMatchObject({ status: 400, body: { error: expect.stringContaining(list) } })
  expect(await owner.call('POST', '/v1/persons', { name: 'X', email: many(LIMITS.contactPoints + 1) })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('email') },
  })
  expect(await owner.call('POST', '/api/v2/deals', { title: 'X', label_ids: ids })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('label_ids') },
  })
  expect(await owner.call('POST', '/v1/deals', { title: 'X', label: ids.join() })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('label') },
  })
  expect((await post('/api/v2/persons', { name: 'X', emails: many(LIMITS.contactPoints) })).status).toBe(200)
})

test('400 when a merge would bring more e-mails together than a person may have', async () => {
  const emails = (name: string, count: number) =>
    Array.from({ length: count }, (_, nr) => ({ value: `${name}${nr}@x.test` }))
  const merged = await idOf('/api/v2/persons', { name: 'A', emails: emails('a', 30) })
  const survivor = await idOf('/api/v2/persons', { name: 'B', emails: emails('b', 21) })

  const reply = await owner.call('PUT', `/v1/persons/${merged}/merge`, { merge_with_id: survivor })

  expect(reply).toMatchObject({ status: 400, body: { error: 'emails of both are more than 50' } })
})

test('400 when the custom fields of a record hold too much in all, however many updates it takes', async () => {
  const alone = await crm.company()
  const keys = []
  for (let nr = 0; nr < 4; nr++) keys.push((await addField(alone, 'deal', 'text')).key)
  const long = 'x'.repeat(LIMITS.textCharacters)
  const { body } = await alone.call('POST', '/api/v2/deals', { title: 'X', custom_fields: { [keys[0] ?? '']: long } })
  const change = (key = '') => alone.call('PATCH', `/api/v2/deals/${body.data.id}`, { custom_fields: { [key]: long } })
  expect([(await change(keys[1])).status, (await change(keys[2])).status]).toEqual([200, 200])

  const refused = { status: 400, body: { error: 'custom_fields of a record hold at most 256 kB in all' } }
  expect(await change(keys[3])).toMatchObject(refused)
  const all = Object.fromEntries(keys.map(key => [key, long]))
  expect(await alone.call('POST', '/api/v2/deals', { title: 'X', custom_fields: all })).toMatchObject(refused)
})

test('GET /filters gives no conditions, which may be long', async () => {
  const alone = await crm.company()
  await sql`insert into crm.filter (company_id, name, type, user_id, conditions)
    values (${alone.companyId}, 'x', 'deals', ${alone.userId}, '{"all": [], "any": []}')`
  const { body } = await alone.call('GET', '/v1/filters')

  expect(body.data).toHaveLength(1)
  expect(body.data[0]).not.toHaveProperty('conditions')
})
