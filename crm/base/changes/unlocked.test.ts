import { describe, expect, test } from 'vitest'
import { uncommitted, untilWaiting } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { requireTransaction, unlocked } from './unlocked.ts'

/** A change of one record is one statement that locks nothing before it: whatever happens between the look and it. */
const crm = await startTestCrm()

const idOf = async (path: string, body: object): Promise<number> =>
  (await crm.owner.call('POST', path, body)).body.data.id

/**
 * Makes a call that has read a record and is still about to look at another table, while somebody else changes the record;
 * or one that waits for the record itself, which they hold.
 */
async function meanwhile<T>(theirs: string, call: () => Promise<T>, table?: string): Promise<T> {
  // Who is calling is known for a second.
  await crm.owner.call('GET', '/v1/users/me')
  const lock = table ? `lock table crm.${table} in access exclusive mode; ` : ''
  const commit = await uncommitted(crm, sql => sql.unsafe(lock + theirs))
  const begun = call()
  await untilWaiting(crm, 1)
  await commit()
  return begun
}

const toPerson = async () => ({ person_id: await idOf('/v2/persons', { name: 'Buyer' }) })
const toOrganization = async () => ({ org_id: await idOf('/v2/organizations', { name: 'Company' }) })
const toColleague = async () => ({ owner_id: (await crm.colleague(crm.owner)).userId })

describe.each([
  ['PATCH /v2/deals', 'deal', 'title', toPerson, 'person'],
  ['PUT /v1/deals', 'deal', 'title', toPerson, 'person'],
  ['PATCH /v2/persons', 'person', 'name', toOrganization, 'organization'],
  ['PUT /v1/persons', 'person', 'name', toOrganization, 'organization'],
  ['PATCH /v2/organizations', 'organization', 'name', toColleague, 'app_user'],
  ['PUT /v1/organizations', 'organization', 'name', toColleague, 'app_user'],
])('%s/{id}', (route, entity, name, aChange, lookedUp) => {
  const [method = '', path = ''] = route.split(' ')

  async function aRecord(): Promise<{ id: number; etag: string }> {
    const { headers, body } = await crm.owner.call('POST', `/v2/${entity}s`, { [name]: 'Ours' })
    return { id: body.data.id, etag: headers.get('etag') ?? 'no etag' }
  }
  const renamed = (id: number) => `update crm.${entity} set ${name} = 'Theirs', version = version + 1 where id = ${id}`
  const stored = async (id: number) =>
    (await crm.sql`select ${crm.sql(name)} as name, version from crm.${crm.sql(entity)} where id = ${id}`)[0]

  const linesOf = (id: number, action: string) => crm.sql`select before, after from crm.change
    where company_id = ${crm.owner.companyId} and entity = ${entity} and entity_id = ${String(id)} and action = ${action}`
  const valuesOf = async (id: number, columns: string[]) => {
    const [row] = await crm.sql`select to_jsonb(r) as record from crm.${crm.sql(entity)} r where id = ${id}`
    return Object.fromEntries(columns.map(column => [column, row?.record[column]]))
  }

  test.each([lookedUp, undefined])('a change that was made meanwhile is kept, and none is lost', async table => {
    const { id } = await aRecord()
    const change = await aChange()

    const { status } = await meanwhile(renamed(id), () => crm.owner.call(method, `${path}/${id}`, change), table)

    expect(status).toBe(200)
    expect(await stored(id)).toEqual({ name: 'Theirs', version: 3 })
  })

  test.each([lookedUp, undefined])('412 for a version that it had when it was read, and has no longer', async table => {
    const { id, etag } = await aRecord()
    const change = await aChange()
    const call = () => crm.owner.call(method, `${path}/${id}`, change, { 'if-match': etag })

    const { status } = await meanwhile(renamed(id), call, table)

    expect(status).toBe(412)
    expect(await stored(id)).toEqual({ name: 'Theirs', version: 2 })
  })

  test('the log has what is not as it was, and nothing else of what was sent', async () => {
    const { id } = await aRecord()
    const change = await aChange()
    const before = await valuesOf(id, Object.keys(change))

    await crm.owner.call(method, `${path}/${id}`, { [name]: 'Ours', ...change })

    const [line] = await linesOf(id, 'updated')
    expect(line?.before).toEqual(before)
    expect(line?.after).toMatchObject({ [name]: 'Ours', ...change, version: 2 })
  })

  test('what it has already changes nothing, and is answered', async () => {
    const { id, etag } = await aRecord()

    const { status, headers, body } = await crm.owner.call(method, `${path}/${id}`, { [name]: 'Ours' })

    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, [name]: 'Ours' })
    expect(headers.get('etag')).toBe(etag)
    expect(await linesOf(id, 'updated')).toEqual([])
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

  // On several machines a change is a transaction.
  test.skipIf(crm.database.isDistributed)(
    'whoever waits for a record that is held keeps nobody else waiting',
    async () => {
      const { id } = await aRecord()
      const other = await aRecord()
      const commit = await uncommitted(crm, sql => sql.unsafe(renamed(id)))
      const waiting = Array.from({ length: 12 }, (_, n) =>
        crm.owner.call(method, `${path}/${id}`, { [name]: `Waited ${n}` }),
      )
      await untilWaiting(crm, 2)

      const elsewhere = await crm.owner.call(method, `${path}/${other.id}`, { [name]: 'Not held' })

      expect(elsewhere.status).toBe(200)
      await commit()
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
    },
  )
})

describe.skipIf(crm.database.isDistributed)('a deal whose products decide its value', () => {
  /** Adds a product to a deal that is worth as much already, so that the deal itself stays as it is. */
  async function additionTo(deal: number): Promise<string> {
    const product = await idOf('/v2/products', { name: 'Product' })
    return `
      select from crm.deal where id = ${deal} for update;
      insert into crm.deal_product (company_id, deal_id, product_id, item_price, quantity)
      values (${crm.owner.companyId}, ${deal}, ${product}, 10, 1)`
  }

  test.each(['PATCH /v2/deals', 'PUT /v1/deals'])('%s/{id} while a product is added', async route => {
    const [method = '', path = ''] = route.split(' ')
    for (const table of ['person', undefined]) {
      const id = await idOf('/v2/deals', { title: 'Deal', value: 10 })
      const change = { value: 20, title: 'Mine', ...(await toPerson()) }

      const call = () => crm.owner.call(method, `${path}/${id}`, change)
      const { status } = await meanwhile(await additionTo(id), call, table)

      expect(status).toBe(200)
      expect((await crm.owner.call('GET', `/v2/deals/${id}`)).body.data).toMatchObject({ title: 'Mine', value: 10 })
    }
  })

  test('a statement that began before a product was committed sees it once it has the lock of the deal', async () => {
    const id = await idOf('/v2/deals', { title: 'Deal', value: 10 })

    const [found] = await meanwhile(await additionTo(id), () =>
      crm.database.write(
        sql => sql`with held as materialized (select company_id, id from crm.deal where id = ${id} for update)
          select crm.has_enabled_products(held.company_id, held.id) as has from held`,
      ),
    )

    expect(found).toEqual({ has: true })
  })
})

test('an operation of one statement that writes again is a mistake of ours, not something to do twice', () => {
  expect(() => requireTransaction({ unlocked: unlocked() })).toThrow('more than one record')
  expect(() => requireTransaction({ unlocked: { ...unlocked(), hasWritten: true } })).toThrow('a second time')
  expect(() => requireTransaction({})).not.toThrow()
})

test.skipIf(crm.database.isDistributed).each([
  ['POST', async () => '/v1/deals'],
  ['PUT', async () => `/v1/deals/${await idOf('/v2/deals', { title: 'Before' })}`],
])('%s: what was stored and could not be read again is said to be stored', async (method, pathOf) => {
  const path = await pathOf()
  const title = `By ${method}`
  // The answer of v1 counts mail, the write does not.
  const commit = await uncommitted(crm, sql => sql`lock table crm.mail_thread in access exclusive mode`)
  const begun = crm.owner.call(method, path, { title })
  await untilWaiting(crm, 1)
  await crm.onlooker`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const { status, body } = await begun
  await commit()

  expect([status, body.error]).toEqual([503, expect.stringMatching(/^It was stored/)])
  const stored = await crm.sql`select from crm.deal where company_id = ${crm.owner.companyId} and title = ${title}`
  expect(stored).toHaveLength(1)
})
