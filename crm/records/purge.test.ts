import { addJob } from '@portico/kit/jobs'
import { beforeAll, expect, test } from 'vitest'
import { startTestCrm, type TestCrm } from '../testing/startTestCrm.ts'
import { PURGE, PURGES } from './purge.ts'

let crm: TestCrm

beforeAll(async () => {
  crm = await startTestCrm()
})

async function made(path: string, body: object): Promise<number> {
  return (await crm.owner.call('POST', `/v2/${path}`, body)).body.data.id
}

async function deletedDaysAgo(table: string, id: number, days: number) {
  await crm.sql`update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - make_interval(days => ${days}) where id = ${id}`
}

async function purge() {
  await addJob(crm.sql, PURGE, {})
  const waiting = async () =>
    (await crm.sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = ${PURGE}`)[0]?.n
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
}

test('deleted records are gone after 30 days, and not a day earlier', async () => {
  const old = await made('persons', { name: 'Old' })
  const young = await made('persons', { name: 'Young' })
  await deletedDaysAgo('person', old, 31)
  await deletedDaysAgo('person', young, 29)

  await purge()

  expect((await crm.owner.call('GET', `/v2/persons/${old}`)).status).toBe(404)
  expect((await crm.owner.call('GET', `/v2/persons/${young}`)).status).toBe(200)
  const log =
    await crm.sql`select action, before, after from crm.change where entity = 'person' and entity_id = ${String(old)} order by seq`
  expect(log).toEqual([
    { action: 'added', before: null, after: null },
    { action: 'purged', before: null, after: null },
  ])
})

test('what named a purged contact lives on without it, and its history says so', async () => {
  const org_id = await made('organizations', { name: 'Gone Ltd' })
  const person_id = await made('persons', { name: 'Stays', org_id })
  const deal = await made('deals', { title: 'Stays too', org_id, person_id })
  await crm.owner.call('POST', `/v2/organizations/${org_id}/followers`, { user_id: crm.owner.userId })
  await deletedDaysAgo('organization', org_id, 40)

  await purge()

  expect((await crm.owner.call('GET', `/v2/persons/${person_id}`)).body.data.org_id).toBeNull()
  expect((await crm.owner.call('GET', `/v2/deals/${deal}`)).body.data).toMatchObject({ org_id: null, person_id })
  const changes = (await crm.owner.call('GET', `/v1/persons/${person_id}/changelog`)).body.data
  expect(changes[0]).toMatchObject({ field_key: 'org_id', old_value: String(org_id), new_value: null })
  expect(await crm.sql`select from crm.follower where entity = 'organization' and entity_id = ${org_id}`).toHaveLength(
    0,
  )
})

test('a contact stays while a lead has no other, and goes with it', async () => {
  const person = await made('persons', { name: 'Needed' })
  const [lead] = await crm.sql`insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
    values (${crm.owner.companyId}, 'Lead', ${crm.owner.userId}, ${crm.owner.userId}, ${person}, 7) returning id`
  await deletedDaysAgo('person', person, 40)

  await purge()
  expect((await crm.owner.call('GET', `/v2/persons/${person}`)).status).toBe(200)

  await deletedDaysAgo('lead', lead?.id, 40)
  await purge()
  expect((await crm.owner.call('GET', `/v2/persons/${person}`)).status).toBe(404)
})

test('old answers to Idempotency-Keys are forgotten', async () => {
  await crm.owner.call('POST', '/v2/persons', { name: 'Once' }, { 'idempotency-key': 'old' })
  await crm.owner.call('POST', '/v2/persons', { name: 'Once' }, { 'idempotency-key': 'young' })
  await crm.sql`update crm.idempotency set add_time = now() - interval '8 days' where key = 'old'`

  await purge()

  expect(await crm.sql`select key from crm.idempotency`).toEqual([{ key: 'young' }])
})

test('the purge knows of every column that could hold a record back', async () => {
  const tables = PURGES.map(purge => purge.table)
  const columns = await crm.sql`
    select k.conrelid::regclass::text || '.' || a.attname as name, k.confrelid::regclass::text as target
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
    where k.contype = 'f' and k.confdeltype = 'a' and k.confrelid::regclass::text = any(${tables.map(table => `crm.${table}`)})`
  const known = PURGES.flatMap(({ table, named }) =>
    named.map(([from, column]) => ({ name: `crm.${from}.${column}`, target: `crm.${table}` })),
  )

  const unknown = columns.filter(({ name, target }) => !known.some(one => one.name === name && one.target === target))

  expect(unknown.map(({ name }) => name)).toEqual(['crm.deal_product.product_id'])
})
