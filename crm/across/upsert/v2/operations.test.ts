import { beforeAll, describe, expect, test } from 'vitest'
import { untilWaiting } from '../../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let keys: { deal: string; organization: string; person: string; product: string }

beforeAll(async () => {
  keys = {
    deal: await addField('deal', 'Order number', 'varchar'),
    organization: await addField('organization', 'Ledger', 'double'),
    person: await addField('person', 'Badge', 'varchar'),
    product: await addField('product', 'Sku', 'varchar_auto'),
  }
})

async function addField(entity: string, field_name: string, field_type: string): Promise<string> {
  const { body } = await crm.owner.call('POST', `/v2/${entity}Fields`, { field_name, field_type })
  return body.data.field_code
}

const upsert = (kind: string, records: object[], match_by?: string, user: TestUser = crm.owner) =>
  user.call('POST', `/v2/${kind}/upsert`, { records, ...(match_by && { match_by }) })

const read = async (path: string) => (await crm.owner.call('GET', path)).body.data

describe('matched by id', () => {
  test('records with an id are changed, the others are added', async () => {
    const made = await upsert('deals', [{ title: 'One', value: 1 }, { title: 'Two' }])
    const [one, two] = made.body.data.map((item: { id: number }) => item.id)

    const again = await upsert('deals', [{ id: one, value: 5 }, { title: 'Three' }, { id: two, status: 'won' }])

    expect(made.status).toBe(200)
    expect(made.body.data).toEqual([
      { index: 0, status: 'created', id: one },
      { index: 1, status: 'created', id: two },
    ])
    expect(again.body.data.map((item: { status: string }) => item.status)).toEqual(['updated', 'created', 'updated'])
    expect(await read(`/v2/deals/${one}`)).toMatchObject({ title: 'One', value: 5 })
    expect(await read(`/v2/deals/${two}`)).toMatchObject({ status: 'won' })
  })

  test('a refused record says why, changes nothing, and does not stop the others', async () => {
    const id = (await upsert('deals', [{ title: 'Stays' }])).body.data[0].id
    const other = await crm.company()
    const foreign = (await upsert('deals', [{ title: 'Theirs' }], undefined, other)).body.data[0].id

    const { body, status } = await upsert('deals', [
      { value: 3 },
      { id, title: 'Changed', custom_fields: { nothing: 1 } },
      { id: foreign, title: 'Mine now' },
      { id: 'x', title: 'No id' },
      { title: 'Unknown field', colour: 'red' },
      { title: 'No such stage', stage_id: 999_999 },
      { title: 'Goes through' },
    ])

    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { index: 0, status: 'failed', error: 'title is required', field: 'title' },
      { index: 1, status: 'failed', field: 'custom_fields.nothing' },
      { index: 2, status: 'failed', error: 'Deal not found' },
      { index: 3, status: 'failed', field: 'id' },
      { index: 4, status: 'failed', field: 'colour' },
      { index: 5, status: 'failed', field: 'stage_id' },
      { index: 6, status: 'created' },
    ])
    expect(await read(`/v2/deals/${id}`)).toMatchObject({ title: 'Stays' })
    expect((await other.call('GET', `/v2/deals/${foreign}`)).body.data.title).toBe('Theirs')
  })

  test('410 as the error of a deleted record, which comes back when it is asked to', async () => {
    const id = (await upsert('organizations', [{ name: 'Gone' }])).body.data[0].id
    await crm.owner.call('DELETE', `/v2/organizations/${id}`)

    const { body } = await upsert('organizations', [
      { id, name: 'Changed' },
      { id, is_deleted: false },
    ])

    expect(body.data).toMatchObject([{ status: 'failed' }, { status: 'updated', id }])
    expect(await read(`/v2/organizations/${id}`)).toMatchObject({ name: 'Gone', is_deleted: false })
  })
})

describe('matched by e-mail', () => {
  test('any address finds the person, whatever its case; the same new one twice is one person', async () => {
    const emails = [{ value: 'Ada@Example.com' }, { value: 'ada@home.test' }]
    const first = await upsert('persons', [{ name: 'Ada', emails }], 'email')

    const second = await upsert(
      'persons',
      [
        { emails: [{ value: 'ADA@HOME.TEST' }], job_title: 'Countess' },
        { name: 'New', emails: [{ value: 'new@example.com' }] },
        { name: 'Newer', emails: [{ value: 'NEW@example.com' }] },
      ],
      'email',
    )

    const [ada] = first.body.data
    expect(second.body.data).toMatchObject([
      { status: 'updated', id: ada.id },
      { status: 'created' },
      { status: 'updated', id: second.body.data[1].id },
    ])
    expect(await read(`/v2/persons/${ada.id}`)).toMatchObject({ name: 'Ada', job_title: 'Countess' })
    expect(await read(`/v2/persons/${second.body.data[1].id}`)).toMatchObject({ name: 'Newer' })
  })

  test('fails for a record without address, and when several persons match', async () => {
    const twin = { name: 'Twin', emails: [{ value: 'twin@example.com' }] }
    await upsert('persons', [twin, twin])

    const { body } = await upsert('persons', [{ name: 'Nobody' }, { ...twin, name: 'Which' }], 'email')

    expect(body.data).toMatchObject([
      { status: 'failed', field: 'emails' },
      { status: 'failed', error: 'Several records match this one, so none was changed: send the id of one' },
    ])
    expect(await crm.sql`select from crm.person where name in ('Which', 'Nobody')`).toHaveLength(0)
  })

  test('does not find persons who are hidden from the caller or deleted', async () => {
    const hidden = { name: 'Hidden', emails: [{ value: 'hidden@example.com' }], visible_to: 1 }
    const deleted = { name: 'Deleted', emails: [{ value: 'deleted@example.com' }] }
    const made = (await upsert('persons', [hidden, deleted])).body.data
    await crm.owner.call('DELETE', `/v2/persons/${made[1].id}`)
    const colleague = await crm.colleague(crm.owner)

    const { body } = await upsert('persons', [{ ...hidden, name: 'Own' }, deleted], 'email', colleague)

    expect(body.data.map((item: { status: string }) => item.status)).toEqual(['created', 'created'])
    expect(await read(`/v2/persons/${made[0].id}`)).toMatchObject({ name: 'Hidden' })
  })
})

describe('matched by a field of the company', () => {
  test.each([
    ['deals', 'deal', { title: 'Order' }, 'A-1'],
    ['persons', 'person', { name: 'Bea' }, 'B 7'],
    ['organizations', 'organization', { name: 'Corp' }, 12.5],
    ['products', 'product', { name: 'Screw' }, '00-9'],
  ] as const)('%s are added once and changed after that, by key and by name', async (kind, entity, fields, value) => {
    const key = keys[entity]
    const { slug } = (await crm.sql`select slug from crm.field where key = ${key}`)[0] ?? {}

    const made = await upsert(kind, [{ ...fields, custom_fields: { [key]: value } }], key)
    const changed = await upsert(kind, [{ visible_to: 3, custom_fields: { [slug]: value } }], slug)
    const without = await upsert(kind, [fields], key)

    const [{ id, status }] = made.body.data
    expect(status).toBe('created')
    expect(changed.body.data).toEqual([{ index: 0, status: 'updated', id }])
    expect(without.body.data).toMatchObject([{ status: 'failed', field: `custom_fields.${key}` }])
    expect(await read(`/v2/${kind}/${id}`)).toMatchObject({ ...fields, visible_to: 3, custom_fields: { [key]: value } })
  })

  test('the same new key in calls at the same time is added once', async () => {
    const record = (title: string) => ({ title, custom_fields: { [keys.deal]: 'RACE' } })

    const locked = (await upsert('deals', [{ title: 'Locked', custom_fields: { [keys.deal]: 'LOCKED' } }])).body.data[0]
      .id

    // The first has added the key and waits before it can commit; the second comes in between.
    let calls: ReturnType<typeof upsert>[] = []
    await crm.sql.begin(async sql => {
      await sql`select from crm.deal where company_id = ${crm.owner.companyId} and id = ${locked} for update`
      calls = [upsert('deals', [record('a'), { custom_fields: { [keys.deal]: 'LOCKED' }, value: 1 }], keys.deal)]
      await untilWaiting(crm, 1)
      calls.push(upsert('deals', [record('b')], keys.deal))
      await untilWaiting(crm, 2)
    })

    const [first, second] = (await Promise.all(calls)).map(call => call.body.data)
    expect(first).toMatchObject([{ status: 'created' }, { status: 'updated', id: locked }])
    expect(second).toEqual([{ index: 0, status: 'updated', id: first[0].id }])
    expect(await crm.sql`select from crm.deal where custom ->> ${keys.deal} = 'RACE'`).toHaveLength(1)
  })

  test('500 records are added in one call and changed in another', async () => {
    const records = Array.from({ length: 500 }, (_, at) => ({
      title: `Bulk ${at}`,
      value: 1,
      custom_fields: { [keys.deal]: `bulk-${at}` },
    }))

    const made = await upsert('deals', records, keys.deal)
    const changed = await upsert('deals', [...records].reverse(), keys.deal)

    const count = (call: typeof made, status: string) =>
      call.body.data.filter((item: { status: string }) => item.status === status).length
    expect([count(made, 'created'), count(changed, 'updated')]).toEqual([500, 500])
    expect(changed.body.data[499].id).toBe(made.body.data[0].id)
  })
})

test('the change log knows who did it, and an Idempotency-Key gives the first answer again', async () => {
  const body = { records: [{ name: 'Once' }] }
  const call = () => crm.owner.call('POST', '/v2/products/upsert', body, { 'idempotency-key': 'upsert-1' })

  const [first, second] = [await call(), await call()]

  expect(second.body).toEqual(first.body)
  const { id } = first.body.data[0]
  const log =
    await crm.sql`select action, actor_id from crm.change where entity = 'product' and entity_id = ${String(id)}`
  expect(log).toEqual([{ action: 'added', actor_id: crm.owner.userId }])
})

test('400 for none or too many records, an unknown way to match, and If-Match; 403 without the scope', async () => {
  const refused = async (kind: string, body: object, headers = {}) =>
    (await crm.owner.call('POST', `/v2/${kind}/upsert`, body, headers)).body
  const records = [{ title: 'x' }]

  expect(await refused('deals', { records: [] })).toMatchObject({ errorCode: 400, field: 'records' })
  expect(await refused('deals', { records: Array(501).fill(records[0]) })).toMatchObject({ field: 'records' })
  expect(await refused('deals', { records, match_by: 'email' })).toMatchObject({ errorCode: 400, field: 'match_by' })
  expect(await refused('deals', { records, match_by: 'title' })).toMatchObject({ errorCode: 400, field: 'match_by' })
  expect(await refused('deals', { records, colour: 1 })).toMatchObject({ errorCode: 400, field: 'colour' })
  expect(await refused('deals', { records }, { 'if-match': '"1"' })).toMatchObject({ errorCode: 400 })
  const reader = await crm.colleague(crm.owner, { scopes: ['deals:read', 'contacts:full'] })
  expect((await upsert('deals', records, undefined, reader)).status).toBe(403)
})
