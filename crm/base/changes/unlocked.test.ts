import { describe, expect, test } from 'vitest'
import { uncommitted, untilWaiting } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { requireTransaction, unlocked } from './unlocked.ts'

/** A change of one record is one statement that locks nothing before it: whatever happens between the look and it. */
const crm = await startTestCrm()

/** Makes a call that has read a record, and waits to write it while somebody else holds it with a change of theirs. */
async function meanwhile<T>(theirs: string, call: () => Promise<T>): Promise<T> {
  const commit = await uncommitted(crm, sql => sql.unsafe(theirs))
  const begun = call()
  await untilWaiting(crm, 1)
  await commit()
  return begun
}

async function aDeal(): Promise<number> {
  return (await crm.owner.call('POST', '/v2/deals', { title: 'Deal', value: 10 })).body.data.id
}

describe.each([
  ['PATCH /v2/deals', 'deal', 'title', { value: 20 }],
  ['PUT /v1/deals', 'deal', 'title', { value: 20 }],
  ['PATCH /v2/persons', 'person', 'name', { emails: [{ value: 'buyer@example.com' }] }],
  ['PUT /v1/persons', 'person', 'name', { job_title: 'Buyer' }],
  ['PATCH /v2/organizations', 'organization', 'name', { website: 'https://example.com' }],
  ['PUT /v1/organizations', 'organization', 'name', { website: 'https://example.com' }],
])('%s/{id}', (route, entity, name, change) => {
  const [method = '', path = ''] = route.split(' ')

  async function aRecord(): Promise<{ id: number; etag: string }> {
    const { headers, body } = await crm.owner.call('POST', `/v2/${entity}s`, { [name]: 'Ours' })
    return { id: body.data.id, etag: headers.get('etag') ?? 'no etag' }
  }
  const renamed = (id: number) => `update crm.${entity} set ${name} = 'Theirs', version = version + 1 where id = ${id}`
  const stored = async (id: number) =>
    (await crm.sql`select ${crm.sql(name)} as name, version from crm.${crm.sql(entity)} where id = ${id}`)[0]

  test('a change that was made meanwhile is kept, and none is lost', async () => {
    const { id } = await aRecord()

    const { status } = await meanwhile(renamed(id), () => crm.owner.call(method, `${path}/${id}`, change))

    expect(status).toBe(200)
    expect(await stored(id)).toEqual({ name: 'Theirs', version: 3 })
  })

  test('412 for a version that it had when it was read, and has no longer', async () => {
    const { id, etag } = await aRecord()

    const { status } = await meanwhile(renamed(id), () =>
      crm.owner.call(method, `${path}/${id}`, change, { 'if-match': etag }),
    )

    expect(status).toBe(412)
    expect(await stored(id)).toEqual({ name: 'Theirs', version: 2 })
  })

  test('several that write at once all do, each with its line in the log', async () => {
    const { id } = await aRecord()
    const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`)

    const replies = await Promise.all(names.map(given => crm.owner.call(method, `${path}/${id}`, { [name]: given })))

    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200))
    const lines = await crm.sql`select after ->> 'version' as version from crm.change
      where company_id = ${crm.owner.companyId} and entity = ${entity} and entity_id = ${String(id)} order by seq`
    expect(lines.map(({ version }) => Number(version))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

test.each([
  'PATCH /v2/deals',
  'PUT /v1/deals',
])('%s/{id}: products that are added meanwhile decide the value, even when the deal itself stays as it was', async route => {
  const [method = '', path = ''] = route.split(' ')
  const id = await aDeal()
  const product = (await crm.owner.call('POST', '/v2/products', { name: 'Product' })).body.data.id
  const addition = `
      select from crm.deal where id = ${id} for update;
      insert into crm.deal_product (company_id, deal_id, product_id, item_price, quantity)
      values (${crm.owner.companyId}, ${id}, ${product}, 10, 1)`

  const { status } = await meanwhile(addition, () =>
    crm.owner.call(method, `${path}/${id}`, { value: 20, title: 'Mine' }),
  )

  expect(status).toBe(200)
  expect((await crm.owner.call('GET', `/v2/deals/${id}`)).body.data).toMatchObject({ title: 'Mine', value: 10 })
})

test('an operation of one statement that writes again is a mistake of ours, not something to do twice', () => {
  expect(() => requireTransaction({ unlocked: unlocked() })).toThrow('more than one record')
  expect(() => requireTransaction({ unlocked: { ...unlocked(), hasWritten: true } })).toThrow('a second time')
  expect(() => requireTransaction({})).not.toThrow()
})
