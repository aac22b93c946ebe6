import { expect, test, vi } from 'vitest'
import { forgetRecords } from '../../../base/changes/rewriteStore.ts'
import { aDeal, aPerson } from '../../../testing/builders.ts'
import { heldOpen } from '../../../testing/heldOpen.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()

interface Page {
  data: {
    item: string
    item_id: number | string
    action: string
    id: number
    record?: Record<string, unknown> | null
  }[]
  additional_data: { next_cursor: string; more_items_in_collection: boolean; access_changed: boolean }
}

async function feed(user: TestUser, query: Record<string, string | number> = {}): Promise<Page> {
  const { status, body } = await user.call('GET', `/v2/changes?${new URLSearchParams(query as Record<string, string>)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const latest = async (user: TestUser) => (await feed(user, { cursor: 'latest' })).additional_data.next_cursor
const told = ({ data }: Page) => data.map(({ item, item_id, action }) => `${item} ${item_id} ${action}`)

/** What somebody is told of what has happened in between. */
async function toldOf(user: TestUser, happens: () => Promise<unknown>, items = 'deal,person') {
  const cursor = await latest(user)
  await happens()
  return told(await feed(user, { cursor, items }))
}

test('tells everything from the first change on in order, deletions included, and goes on for ever', async () => {
  const user = await crm.company()
  const { id: deal } = await aDeal(user, { title: 'First' })
  const { id: person } = await aPerson(user)
  await user.call('PATCH', `/v2/deals/${deal}`, { title: 'Second' })
  await user.call('DELETE', `/v2/persons/${person}`)
  await user.call('PATCH', `/v2/persons/${person}`, { is_deleted: false })

  const whole = await feed(user, { limit: 500 })

  expect(whole.data.map(({ item }) => item)).toEqual(
    expect.arrayContaining(['user', 'pipeline', 'stage', 'activity_type']),
  )
  expect(told(whole).slice(-5)).toEqual([
    `deal ${deal} added`,
    `person ${person} added`,
    `deal ${deal} updated`,
    `person ${person} deleted`,
    `person ${person} restored`,
  ])
  const paged: Page['data'] = []
  let query: Record<string, string | number> = { limit: 3 }
  for (let isMore = true; isMore; ) {
    const { data, additional_data } = await feed(user, query)
    expect(data.length).toBeLessThanOrEqual(3)
    paged.push(...data)
    query = { limit: 3, cursor: additional_data.next_cursor }
    isMore = additional_data.more_items_in_collection
  }
  expect(paged).toEqual(whole.data)
  const empty = await feed(user, query)
  expect(empty).toMatchObject({ data: [], additional_data: { next_cursor: query.cursor, access_changed: false } })
  await aDeal(user)
  expect((await feed(user, query)).data).toHaveLength(1)
  expect(told(await feed(user, { items: 'person', limit: 2 }))).toEqual([
    `person ${person} added`,
    `person ${person} deleted`,
  ])
})

test('a change that commits late is not passed, whatever was told before', async () => {
  const user = await crm.company()
  const cursor = await latest(user)
  const insert = { company_id: user.companyId, entity: 'deal', action: 'updated', after: '{"visible_to":7}' }
  const late = await heldOpen(crm, sql => sql`insert into crm.change ${sql({ ...insert, entity_id: '1' })}`)
  await crm.sql`insert into crm.change ${crm.sql({ ...insert, entity_id: '2' })}`
  const meanwhile = await feed(user, { cursor })
  expect(meanwhile).toMatchObject({ data: [], additional_data: { next_cursor: cursor } })

  await late.commit()

  expect(told(await feed(user, { cursor }))).toEqual(['deal 1 updated', 'deal 2 updated'])
})

test('what the reader may not see is not told; what leaves or enters the sight of a reader is', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const { id } = await aDeal(user, { title: 'Secret', visible_to: 1 })
  const patch = (body: object) => () => user.call('PATCH', `/v2/deals/${id}`, body)

  expect(told(await feed(nora, { items: 'deal' }))).toEqual([])
  expect(await toldOf(nora, patch({ title: 'Still secret' }))).toEqual([])
  expect(await toldOf(nora, patch({ visible_to: 7 }))).toEqual([`deal ${id} updated`])
  expect(await toldOf(nora, patch({ visible_to: 1, title: 'Hidden again' }))).toEqual([`deal ${id} hidden`])
  const leaked = await feed(nora, { include: 'records' })
  expect(JSON.stringify(leaked)).not.toMatch(/Secret|Still secret|Hidden again/)
  expect(await toldOf(nora, () => user.call('DELETE', `/v2/deals/${id}`))).toEqual([])

  const { id: person } = await aPerson(user, { visible_to: 1 })
  const follow = () => user.call('POST', `/v2/persons/${person}/followers`, { user_id: nora.userId })
  const unfollow = () => user.call('DELETE', `/v2/persons/${person}/followers/${nora.userId}`)
  expect(await toldOf(nora, follow)).toEqual([`person ${person} updated`])
  expect(await toldOf(nora, unfollow)).toEqual([`person ${person} hidden`])
  expect(await toldOf(user, follow)).toEqual([])
})

test('what is removed for good is told by its id alone, and leaves nothing in the lines before', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const { id } = await aDeal(user, { title: 'Purged' })
  const cursor = await latest(nora)
  await crm.sql`delete from crm.deal where company_id = ${user.companyId} and id = ${id}`
  await forgetRecords(crm.sql, { source: 'purge', companyId: user.companyId, table: 'deal', ids: [id] })

  const page = await feed(nora, { cursor, include: 'records' })

  expect(page.data).toMatchObject([{ item: 'deal', item_id: id, action: 'purged', record: null }])
  expect(told(await feed(nora, { items: 'deal' }))).toEqual([`deal ${id} purged`])
})

test('says when what the reader may see has changed, and shows the kinds that a token opens', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const cursor = await latest(nora)
  await crm.sql`update crm.app_user set is_admin = true where company_id = ${user.companyId} and id = ${nora.userId}`

  await vi.waitFor(
    async () => expect((await feed(nora, { cursor })).additional_data.access_changed).toBe(true),
    120_000,
  )

  const { next_cursor } = (await feed(nora, { cursor })).additional_data
  expect((await feed(nora, { cursor: next_cursor })).additional_data.access_changed).toBe(false)
  await aDeal(user)
  await aPerson(user)
  const itemsOf = async (...scopes: string[]) => {
    const { data } = await feed(await crm.colleague(user, { scopes, admin: true }))
    return [...new Set(data.map(({ item }) => item))].sort()
  }
  expect(await itemsOf('contacts:read')).toEqual(['person'])
  expect(await itemsOf('recents:read')).toEqual(expect.arrayContaining(['deal', 'person', 'user']))
  expect((await (await crm.colleague(user, { scopes: ['mail:read'] })).call('GET', '/v2/changes')).status).toBe(403)
})

test('400 and 410 for what is no place in this log, and for what belongs to the other list', async () => {
  const user = await crm.company()
  await aDeal(user)
  const { next_cursor } = (await feed(user)).additional_data
  const [seq, at, sight] = Buffer.from(next_cursor, 'base64url').toString().split('.')
  const place = (...parts: unknown[]) => Buffer.from(parts.join('.')).toString('base64url')
  const answerTo = async (query: string) => {
    const { status, body } = await user.call('GET', `/v2/changes?${query}`)
    return [status, body.field]
  }

  for (const wrong of [
    'x',
    'MTI',
    place(-1, 0, sight),
    place(seq, at, 'short'),
    place('1e3', at, sight),
    place('9'.repeat(30), 0, sight),
  ])
    expect(await answerTo(`cursor=${wrong}`), wrong).toEqual([400, 'cursor'])
  expect(await answerTo(`cursor=${place(seq, Number(at) + 1, sight)}`)).toEqual([410, 'cursor'])
  expect(await answerTo(`cursor=${place(Number(seq) + 1000, at, sight)}`)).toEqual([410, 'cursor'])
  const [foreign] = await crm.sql<{ seq: number; at: number }[]>`
    select seq, (extract(epoch from at) * 1000000)::bigint as at from crm.change where company_id <> ${user.companyId} limit 1`
  expect(await answerTo(`cursor=${place(foreign?.seq, foreign?.at, sight)}`)).toEqual([410, 'cursor'])
  expect(await answerTo('items=deals')).toEqual([400, 'items.0'])
  expect(await answerTo('include=all')).toEqual([400, 'include.0'])
  expect(await answerTo('limit=501')).toEqual([400, 'limit'])
  expect(await answerTo('correlation_id=x&items=deal')).toEqual([400, 'items'])
  expect(await answerTo('correlation_id=x&include=records')).toEqual([400, 'include'])
})
