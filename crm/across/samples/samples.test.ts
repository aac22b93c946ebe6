import { expect, test } from 'vitest'
import { aDeal, anActivity, aPerson } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { dayAfter, roundAmount } from './sampleData.ts'

const crm = await startTestCrm()
const PATH = '/app/api/sample-data'
const TABLES = ['organization', 'person', 'product', 'deal', 'activity', 'note', 'lead'] as const

/** How many records of each kind are not deleted. */
async function counts(user: TestUser): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of TABLES) {
    const [row] = await crm.sql`
      select count(*)::int as count from crm.${crm.sql(table)} where company_id = ${user.companyId} and not is_deleted`
    found[table] = row?.count
  }
  return found
}

const sight = async (user: TestUser) => (await user.call('GET', PATH)).body.data
const list = async (user: TestUser, path: string) => (await user.call('GET', path)).body.data

test('an empty company gets deals over all stages, activities around the day, and is empty again after', async () => {
  const user = await crm.company()
  expect(await sight(user)).toEqual({ is_empty: true, has_samples: false })

  const { status, body } = await user.call('POST', PATH, { today: '2026-03-10' })

  expect([status, body.error]).toEqual([201, undefined])
  const made = await counts(user)
  expect(made).toMatchObject({ organization: 8, person: 15, product: 4, deal: 20, lead: 6 })
  expect(body.data.added).toBe(Object.values(made).reduce((sum, count) => sum + count, 0))
  expect(await sight(user)).toEqual({ is_empty: false, has_samples: true })
  const stages = await list(user, '/v2/stages')
  const deals = await list(user, '/v2/deals?limit=100&status=open')
  expect(new Set(deals.map((deal: { stage_id: number }) => deal.stage_id)).size).toBe(stages.length)
  expect(deals.every((deal: { value: number; person_id: number }) => deal.value > 0 && deal.person_id)).toBe(true)
  const days = (await list(user, '/v2/activities?limit=100&done=false')).map(
    (each: { due_date: string }) => each.due_date,
  )
  for (const day of ['2026-03-08', '2026-03-10', '2026-03-11']) expect(days).toContain(day)
  const logged = await crm.sql`
    select distinct correlation_id from crm.change where company_id = ${user.companyId} and entity = any(${TABLES})`
  expect(logged).toHaveLength(1)

  const removed = await user.call('DELETE', PATH)

  expect(removed.body.data).toEqual({ removed: body.data.added })
  expect(await counts(user)).toEqual(Object.fromEntries(TABLES.map(table => [table, 0])))
  expect(await sight(user)).toEqual({ is_empty: true, has_samples: false })
  expect((await user.call('POST', PATH)).status).toBe(201)
})

test('amounts are in the currency of whoever asks', async () => {
  const user = await crm.company()
  await crm.sql`update crm.app_user set default_currency = 'JPY' where company_id = ${user.companyId}`
  await crm.sql`select pg_notify('crm_access', ${String(user.companyId)})`
  await expect.poll(async () => (await list(user, '/v1/users/me')).default_currency).toBe('JPY')

  await user.call('POST', PATH)

  const [deal] = await list(user, '/v2/deals?limit=1')
  expect(deal.currency).toBe('JPY')
  expect(deal.value).toBeGreaterThan(100_000)
})

test('what is left goes, changed or not, converted or not; nothing that somebody added or owns by now does', async () => {
  const user = await crm.company()
  const own = await aPerson(user, { name: 'My contact' })
  await user.call('POST', PATH)
  const [sampleDeal, other] = await list(user, '/v2/deals?limit=2&status=open')
  const [samplePerson, second] = await list(user, '/v2/persons?limit=3&sort_by=id').then(found =>
    found.filter((person: { id: number }) => person.id !== own.id),
  )
  const [lead] = await list(user, '/v1/leads')
  const mine = await aDeal(user, { title: 'Mine', person_id: samplePerson.id })
  const call = await anActivity(user, { subject: 'My call', deal_id: sampleDeal.id })
  const note = await user.call('POST', '/v1/notes', { content: 'My note', deal_id: sampleDeal.id })
  await user.call('PATCH', `/v2/deals/${sampleDeal.id}`, { title: 'Renamed', status: 'won' })
  await user.call('DELETE', `/v2/deals/${other.id}`)
  await user.call('POST', `/v2/leads/${lead.id}/convert/deal`, {})
  const converted = async () =>
    (await crm.sql`select id from crm.deal where company_id = ${user.companyId} and source_lead_id = ${lead.id}`)[0]?.id
  await expect.poll(converted).toBeGreaterThan(0)
  // Somebody's own record is part of that sample from now on.
  await user.call('PUT', `/v1/persons/${own.id}/merge`, { merge_with_id: second.id })

  expect((await user.call('DELETE', PATH)).status).toBe(200)

  expect(await counts(user)).toEqual({
    ...{ organization: 0, product: 0, lead: 0 },
    ...{ person: 1, deal: 1, activity: 1, note: 1 },
  })
  expect((await list(user, `/v2/deals/${mine.id}`)).is_deleted).toBe(false)
  expect((await list(user, `/v2/persons/${second.id}`)).is_deleted).toBe(false)
  expect((await list(user, `/v2/activities/${call.id}`)).is_deleted).toBe(false)
  expect((await list(user, `/v1/notes/${note.body.data.id}`)).active_flag).toBe(true)
  expect(await sight(user)).toEqual({ is_empty: false, has_samples: false })
})

test('403 for those who are no admins, 409 while sample data is there, once for two who ask at once', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  expect((await colleague.call('POST', PATH)).status).toBe(403)
  expect((await colleague.call('DELETE', PATH)).status).toBe(403)

  const lock = `select from crm.company where id = ${user.companyId} for update`
  const replies = await heldBack(crm, lock, () => [user.call('POST', PATH), user.call('POST', PATH)])

  // On a busy machine the second may be told to come back instead of waiting.
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(1)
  expect((await user.call('POST', PATH)).status).toBe(409)
  expect((await counts(user)).deal).toBe(20)
})

test.each([
  [9200, 1, 9200],
  [9200, 0.92, 8500],
  [620, 151.3, 94_000],
  [0, 2, 0],
  [1, 0.2, 0],
])('%d dollars at %d are %d', (dollars, rate, amount) => {
  expect(roundAmount(dollars, rate)).toBe(amount)
})

test('days are counted over the end of a month', () => {
  expect([dayAfter('2026-02-27', 3), dayAfter('2026-03-01', -1)]).toEqual(['2026-03-02', '2026-02-28'])
})
