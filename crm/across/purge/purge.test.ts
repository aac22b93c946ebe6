import { addJob } from '@portico/kit/jobs/jobs'
import { expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { aDeal, anActivity, anOrganization, aPerson, aProduct } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { PURGE, PURGES } from './purge.ts'

const crm = await startTestCrm()

async function deletedDaysAgo(table: string, id: number | string, days: number) {
  await crm.sql`update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - make_interval(days => ${days}) where id = ${id}`
}

async function purge() {
  await addJob(crm.sql, PURGE, {})
  const waiting = async () =>
    (await crm.sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = ${PURGE}`)[0]?.n
  await expect.poll(waiting).toBe(0)
}

test('deleted records are gone after 30 days, and not a day earlier', async () => {
  const { id: old } = await aPerson(crm.owner, { name: 'Old' })
  const { id: young } = await aPerson(crm.owner, { name: 'Young' })
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
  const { id: org_id } = await anOrganization(crm.owner, { name: 'Gone Ltd' })
  const { id: person_id } = await aPerson(crm.owner, { name: 'Stays', org_id })
  const { id: deal } = await aDeal(crm.owner, { title: 'Stays too', org_id, person_id })
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
  const { id: person } = await aPerson(crm.owner, { name: 'Needed' })
  const [lead] = await crm.sql`insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
    values (${crm.owner.companyId}, 'Lead', ${crm.owner.userId}, ${crm.owner.userId}, ${person}, 7) returning id`
  await deletedDaysAgo('person', person, 40)

  await purge()
  expect((await crm.owner.call('GET', `/v2/persons/${person}`)).status).toBe(200)

  await deletedDaysAgo('lead', lead?.id, 40)
  await purge()
  expect((await crm.owner.call('GET', `/v2/persons/${person}`)).status).toBe(404)
})

test('deals, leads, activities and products go too, a product only when no deal has it on a line', async () => {
  const { companyId, userId } = crm.owner
  const { id: deal } = await aDeal(crm.owner, { title: 'Old' })
  const [sold, unsold] = [
    (await aProduct(crm.owner, { name: 'Sold' })).id,
    (await aProduct(crm.owner, { name: 'Unsold' })).id,
  ]
  await crm.sql`insert into crm.product_image (company_id, product_id, file_key, name, mime_type, size)
    values (${companyId}, ${unsold}, 'aa/none', 'x.png', 'image/png', 1)`
  const { id: other } = await aDeal(crm.owner, { title: 'Kept' })
  await crm.owner.call('POST', `/v2/deals/${other}/products`, { product_id: sold, item_price: 1, quantity: 1 })
  const { id: person_id } = await aPerson(crm.owner, { name: 'Of the lead' })
  const [lead] = await crm.sql`insert into crm.lead (company_id, title, owner_id, creator_id, person_id, visible_to)
    values (${companyId}, 'Lead', ${userId}, ${userId}, ${person_id}, 7) returning id`
  const [done, todo] = await crm.sql`
    insert into crm.activity (company_id, subject, type, owner_id, creator_id, deal_id, lead_id, due_date)
    values (${companyId}, 'Gone', 'call', ${userId}, ${userId}, ${deal}, null, '2030-01-01'),
      (${companyId}, 'Kept', 'call', ${userId}, ${userId}, ${deal}, ${lead?.id}, '2030-01-01') returning id`
  await deletedDaysAgo('activity', done?.id, 31)
  await deletedDaysAgo('lead', lead?.id, 31)
  for (const id of [sold, unsold]) await deletedDaysAgo('product', id, 31)
  await deletedDaysAgo('deal', deal, 31)

  await purge()

  const left = await crm.sql`
    select 'product' as kind, id::text from crm.product where id in (${sold}, ${unsold})
    union all select 'deal', id::text from crm.deal where id in (${deal}, ${other})
    union all select 'lead', id::text from crm.lead where id = ${lead?.id}
    union all select 'image', id::text from crm.product_image where product_id = ${unsold}`
  expect(left).toEqual([
    { kind: 'product', id: String(sold) },
    { kind: 'deal', id: String(other) },
  ])
  expect(await crm.sql`select id, deal_id, lead_id, version from crm.activity`).toEqual([
    { id: todo?.id, deal_id: null, lead_id: null, version: 3 },
  ])
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
    where k.contype = 'f' and k.confdeltype = 'a'
      and not exists (select from pg_trigger t where t.tgrelid = k.confrelid and t.tgfoid = 'crm.let_go'::regproc
        and encode(t.tgargs, 'escape') = (select relname from pg_class where oid = k.conrelid) || '\\000' || a.attname || '\\000')
      and k.confrelid::regclass::text = any(${tables.map(table => `crm.${table}`)})`
  const known = PURGES.flatMap(({ table, named }) =>
    named.map(([from, column]) => ({ name: `crm.${from}.${column}`, target: `crm.${table}` })),
  )

  const unknown = columns.filter(({ name, target }) => !known.some(one => one.name === name && one.target === target))

  expect(unknown.map(({ name }) => name)).toEqual(['crm.deal_product.product_id'])
})

test('custom fields and attendees that named a purged contact name nobody, and keep the rest', async () => {
  const keys = {
    people: (await addField(crm.owner, 'deal', 'people')).key,
    org: (await addField(crm.owner, 'deal', 'org')).key,
  }
  const [person, other, org] = [
    (await aPerson(crm.owner, { name: 'Gone' })).id,
    (await aPerson(crm.owner, { name: 'Stays' })).id,
    (await anOrganization(crm.owner, { name: 'Gone Inc' })).id,
  ]
  const { id: deal } = await aDeal(crm.owner, {
    title: 'Names both',
    custom_fields: { [keys.people]: person, [keys.org]: org },
  })
  const { id: kept } = await aDeal(crm.owner, {
    title: 'Names another',
    custom_fields: { [keys.people]: other },
  })
  const lead = await crm.owner.call('POST', '/v1/leads', { title: 'Too', person_id: other, [keys.people]: person })
  const attendees = [{ email: 'gone@x.test', person_id: person }, { person_id: other }]
  const { id: activity } = await anActivity(crm.owner, { attendees })
  await deletedDaysAgo('person', person, 40)
  await deletedDaysAgo('organization', org, 40)

  await purge()

  const read = async (path: string) => (await crm.owner.call('GET', path)).body.data
  expect((await read(`/v2/deals/${deal}`)).custom_fields).toMatchObject({ [keys.people]: null, [keys.org]: null })
  expect((await read(`/v2/deals/${kept}`)).custom_fields).toMatchObject({ [keys.people]: other })
  expect(await read(`/v1/leads/${lead.body.data.id}`)).not.toHaveProperty(keys.people)
  expect((await read(`/v2/activities/${activity}?include_fields=attendees`)).attendees).toMatchObject([
    { email: 'gone@x.test', person_id: null },
    { person_id: other },
  ])
})
