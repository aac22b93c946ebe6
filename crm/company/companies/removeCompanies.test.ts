import { expect, test, vi } from 'vitest'
import { addFieldsOfEachKind } from '../../testing/addField.ts'
import { recordsOfEachKind } from '../../testing/recordsOfEachKind.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { addUsers } from '../users/addUsersStore.ts'
import { closeCompany, reopenCompany } from './removalStore.ts'
import { removeCompaniesTask } from './removeCompanies.ts'

const crm = await startTestCrm()

/** A word that stands in every record of a company, and nowhere else. */
async function fill(owner: TestUser, word: string) {
  const custom = await addFieldsOfEachKind(owner)
  await recordsOfEachKind(crm, owner, { text: word, visible_to: 7, value: 5, custom })
  await owner.call('POST', '/app/api/tokens', { name: word })
  await crm.session(owner)
}

/** How many rows of each table hold the word, or belong to the company. */
async function tracesOf(word: string, companyId: number): Promise<Record<string, number>> {
  const tables = await crm.sql<{ name: string; has_company: boolean }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as has_company
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`
  const traces: Record<string, number> = {}
  for (const { name, has_company } of tables) {
    const own = has_company ? `or company_id = ${companyId}` : ''
    const [row] = await crm.sql.unsafe(
      `select count(*)::int as n from ${name} t where t::text ilike '%${word}%' ${own}`,
    )
    if (row?.n > 0) traces[name] = row?.n
  }
  return traces
}

const filesInStore = async () => {
  const keys: string[] = []
  for await (const { key } of crm.files.list()) keys.push(key)
  return keys.sort()
}

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

test('a closed company opens to nobody, and opens again until its time has come', async () => {
  const owner = await crm.company()
  const session = await crm.session(owner)
  const statuses = async () => [
    (await owner.call('GET', '/v1/users/me')).status,
    (await fetch(`${crm.origin}/v1/users/me`, { headers: session })).status,
  ]
  expect(await statuses()).toEqual([200, 200])

  await closeCompany(crm.sql, owner.companyId, inDays(30))
  await expect.poll(statuses).toEqual([401, 401])
  await removeCompaniesTask(crm.database, () => inDays(29))()
  await reopenCompany(crm.sql, owner.companyId)

  await expect.poll(statuses).toEqual([200, 200])
  expect(await reopenCompany(crm.sql, owner.companyId)).toBe(false)
})

test('when its time has come everything of a company is gone from every table and from the files, and nothing else', async () => {
  const [owner, neighbour] = [await crm.company(), await crm.company()]
  const [word, other] = ['Zanzibarword', 'Neighbourword']
  await fill(neighbour, other)
  const files = await filesInStore()
  await fill(owner, word)
  await crm.sql`update crm.company set name = ${word} where id = ${owner.companyId}`
  await addUsers(crm.sql, owner.companyId, [{ name: word, email: `alone@${word}.test` }])
  // Somebody who works in both.
  for (const { companyId } of [owner, neighbour])
    await addUsers(crm.sql, companyId, [{ name: 'Both', email: 'both@example.com', passwordHash: 'theirs' }])
  const before = await tracesOf(other, neighbour.companyId)
  expect(Object.keys(await tracesOf(word, owner.companyId)).length).toBeGreaterThan(25)
  expect((await filesInStore()).length).toBeGreaterThan(files.length)

  await closeCompany(crm.sql, owner.companyId, inDays(-1))
  await removeCompaniesTask(crm.database)()
  await vi.waitFor(async () => expect(await filesInStore()).toEqual(files), { timeout: 120_000 })
  await vi.waitFor(async () => expect(await tracesOf(word, owner.companyId)).toEqual({}), { timeout: 120_000 })

  expect(await tracesOf(other, neighbour.companyId)).toEqual(before)
  expect(await crm.sql`select password_hash from crm.account where email = 'both@example.com'`).toEqual([
    { password_hash: 'theirs' },
  ])
  expect((await neighbour.call('GET', '/v1/users/me')).status).toBe(200)
})
