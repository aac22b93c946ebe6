import { RecentsApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { commandLine } from '../../../base/changes/author.ts'
import { forgetRecords } from '../../../base/changes/rewriteStore.ts'
import { settledUntil } from '../../../base/changes/settledStore.ts'
import { updateRecord } from '../../../base/changes/write.ts'
import { aDeal, anActivity, anOrganization, aPerson, aProduct, made } from '../../../testing/builders.ts'
import { conditions } from '../../../testing/filterConditions.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { selectChanges } from '../store.ts'

const crm = await startTestCrm()

interface Item {
  item: string
  id: number
  // biome-ignore lint/suspicious/noExplicitAny: of every kind
  data: any
}

interface Page {
  items: Item[]
  last_timestamp_on_page: string
  next_start: number
  pagination: { more_items_in_collection: boolean }
}

const LONG_AGO = '2000-01-01 00:00:00'

async function recents(user: TestUser, query: Record<string, string | number> = {}): Promise<Page> {
  const search = new URLSearchParams({ since_timestamp: LONG_AGO, ...query } as Record<string, string>)
  const { status, body } = await user.call('GET', `/v1/recents?${search}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { items: body.data as Item[], ...body.additional_data }
}

const named = (items: readonly Item[]) => items.map(({ item, id }) => `${item} ${id}`)

test('tells of every kind of record since a time, by the official client', async () => {
  const user = await crm.company()
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.txt')
  const { id: deal } = await aDeal(user, { title: 'Recent' })
  form.set('deal_id', String(deal))
  await fetch(`${crm.origin}/v1/files`, { method: 'POST', headers: { 'x-api-token': user.token }, body: form })
  await anActivity(user, { subject: 'Call' })
  await aPerson(user, { name: 'Paula' })
  await anOrganization(user)
  await aProduct(user)
  await made(user, '/v1/notes', { content: 'Note', deal_id: deal })
  const kept = conditions([['deal', 'title', 'IS NOT NULL']])
  await made(user, '/v1/filters', { name: 'Filter', type: 'deals', conditions: kept })

  const reply = await new RecentsApi(user.v1).getRecents({ since_timestamp: LONG_AGO, limit: 500 })

  const items = (reply.data ?? []) as Item[]
  expect([...new Set(items.map(({ item }) => item))].sort()).toEqual(
    ['activity', 'activityType', 'deal', 'file', 'filter', 'note', 'organization'].concat([
      'person',
      'pipeline',
      'product',
      'stage',
      'user',
    ]),
  )
  for (const { item, id, data } of items) expect([item, data.id]).toEqual([item, id])
  const shown = items.find(({ item }) => item === 'deal')?.data
  const read = (await user.call('GET', `/v1/deals/${deal}`)).body.data
  expect(shown).toMatchObject({ title: 'Recent', user_id: user.userId, files_count: 1, update_time: read.update_time })
  const { last_timestamp_on_page, pagination, since_timestamp } = reply.additional_data ?? {}
  expect(since_timestamp).toBe(LONG_AGO)
  expect(pagination).toMatchObject({ start: 0, limit: 500, more_items_in_collection: false })
  expect(last_timestamp_on_page).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(named((await recents(user, { items: 'deal,note' })).items)).toEqual([
    `deal ${deal}`,
    expect.stringMatching('note'),
  ])
  expect((await recents(user, { since_timestamp: '2999-01-01 00:00:00' })).items).toEqual([])
})

test('each record comes once, at its latest change, and deleted ones say so', async () => {
  const user = await crm.company()
  const { id: deal } = await aDeal(user, { title: 'One' })
  const { id: person } = await aPerson(user)
  const { id: other } = await aDeal(user)
  await user.call('PATCH', `/v2/deals/${deal}`, { title: 'Two' })
  await user.call('DELETE', `/v2/persons/${person}`)
  const { id: gone } = await aDeal(user)
  await crm.sql`delete from crm.deal where company_id = ${user.companyId} and id = ${gone}`
  await forgetRecords(crm.sql, { source: 'purge', companyId: user.companyId, table: 'deal', ids: [gone] })

  const { items } = await recents(user, { items: 'deal,person' })

  expect(items.map(({ item, id, data }) => [item, id, data && (data.title ?? data.active_flag)])).toEqual([
    ['deal', other, 'Deal'],
    ['deal', deal, 'Two'],
    ['person', person, false],
    ['deal', gone, null],
  ])
})

test('400 for a time or a kind that is none', async () => {
  const refused = async (query: string) => (await crm.owner.call('GET', `/v1/recents?${query}`)).body

  expect(await refused('since_timestamp=yesterday')).toMatchObject({ errorCode: 400, field: 'since_timestamp' })
  expect(await refused('')).toMatchObject({ errorCode: 400, field: 'since_timestamp' })
  expect(await refused('since_timestamp=2026-01-01 00:00:00&items=deal,lead')).toMatchObject({ errorCode: 400 })
})

test('no record slips away between two pages when one of the first page changes', async () => {
  const user = await crm.company()
  const ids: number[] = []
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await aDeal(user, { title })).id)
  const first = await recents(user, { items: 'deal', limit: 2 })
  await user.call('PATCH', `/v2/deals/${ids[0]}`, { title: 'a again' })

  const second = await recents(user, { items: 'deal', limit: 2, start: first.next_start })
  const third = await recents(user, { items: 'deal', limit: 2, start: second.next_start })

  expect([first, second, third].map(page => page.items.map(({ data }) => data.title))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['a again'],
  ])
  expect(third.pagination).toMatchObject({ more_items_in_collection: false })
})

test('what is still being written holds back what was committed after it, so that nobody passes it by', async () => {
  const user = await crm.company()
  const { id: slow } = await aDeal(user, { title: 'Slow' })
  const { last_timestamp_on_page: since } = await recents(user)
  let during: Page | undefined
  let horizon = ''
  await crm.sql.begin(async sql => {
    await updateRecord(commandLine(sql, user.companyId), 'deal', slow, { title: 'Slower' })
    await aDeal(user, { title: 'Quick' })
    horizon = await crm.database.read(settledUntil)
    during = await recents(user, { since_timestamp: since, items: 'deal' })
  })

  const after = await recents(user, { since_timestamp: during?.last_timestamp_on_page ?? '', items: 'deal' })

  const [{ at }] = await crm.sql<[{ at: Date }]>`select max(at) as at from crm.change
    where company_id = ${user.companyId} and entity = 'deal' and entity_id = ${String(slow)}`
  expect(new Date(horizon).getTime()).toBeLessThanOrEqual(at.getTime())
  expect(during?.items.map(({ data }) => data.title)).not.toContain('Quick')
  expect(after.items.map(({ data }) => data.title).sort()).toEqual(['Quick', 'Slower'])
})

test('a transaction that only reads holds nothing back', async () => {
  const user = await crm.company()
  await crm.sql.begin('isolation level repeatable read', async sql => {
    await sql`select count(*) from crm.deal`
    await aDeal(user, { title: 'Meanwhile' })
    const { items } = await recents(user, { items: 'deal' })
    expect(items.map(({ data }) => data.title)).toEqual(['Meanwhile'])
  })
})

test('records that the caller may not see are left out, and others follow in their place', async () => {
  const owner = await crm.company()
  const colleague = await crm.colleague(owner)
  await aDeal(owner, { title: 'Open', visible_to: 7 })
  for (let nr = 0; nr < 4; nr++) await aDeal(owner, { title: 'Secret', visible_to: 1 })
  await aDeal(owner, { title: 'Open too', visible_to: 7 })

  const { items, pagination } = await recents(colleague, { items: 'deal', limit: 2 })

  expect(items.map(({ data }) => data.title)).toEqual(['Open', 'Open too'])
  expect(pagination.more_items_in_collection).toBe(false)
})

test('the log is read by its index on time, and later lines by that on the record', async () => {
  const user = await crm.company()
  for (let nr = 0; nr < 3; nr++) await aDeal(user)
  await crm.sql`insert into crm.change (company_id, at, entity, entity_id, action)
    select ${user.companyId}, now() - make_interval(mins => n), 'deal', n::text, 'updated' from generate_series(1, 20000) n`
  await crm.sql`analyze crm.change`
  const plans: string[] = []
  const explaining = Object.assign((texts: TemplateStringsArray, ...values: never[]) => {
    if (!texts[0]?.includes('select crm.time_v1')) return crm.sql(texts, ...values)
    return crm.sql`explain ${crm.sql(texts, ...values)}`.then(rows => {
      plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
      return []
    })
  }, crm.sql)
  const since = new Date(Date.now() - 600_000)
  const batch = { since, until: new Date().toISOString(), entities: ['deal', 'person'] }

  await selectChanges({ sql: explaining, actor: user } as never, batch, { start: 0, limit: 100 })

  expect(plans[0]).toContain('change_by_time')
  expect(plans[0]).toContain('change_of_record')
  expect(plans[0]).not.toMatch(/Seq Scan|Sort/)
})
