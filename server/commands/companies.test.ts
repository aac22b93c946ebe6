import { MOVE_LOCK } from '@portico/crm/across/moveIn/store'
import { openDatabase } from '@portico/kit/database/database'
import { expect, test } from 'vitest'
import { runHere } from '../testing/runHere.ts'
import { startTestServer } from '../testing/startTestServer.ts'
import { waitUntil } from '../testing/waitUntil.ts'

/* Companies are added and removed beside a server that runs on the same database. */

const { origin, sql, databaseUrl, dataDirectory } = await startTestServer()
const settings = { DATABASE_URL: databaseUrl, PORTICO_DATA_DIR: dataDirectory }
const run = (...words: string[]) => runHere(words, settings)

test('a company is added, listed, closed, opened again and removed with all that is in it', async () => {
  const added = await run('company', 'add', '--name', 'Acme', '--domain', 'acme', '--owner', 'ada@acme.test')
  const twice = await run('company', 'add', '--name', 'Acme', '--domain', 'acme', '--owner', 'bob@acme.test')
  const second = await run('company', 'add', '--name', 'Other', '--domain', 'other', '--owner', 'ada@acme.test')
  const token = (await run('token', 'create', '--user', 'ada@acme.test', '--company', 'acme')).stdout.trim()
  const several = await run('token', 'create', '--user', 'ada@acme.test')
  const status = async () => (await fetch(`${origin}/v1/users/me`, { headers: { 'x-api-token': token } })).status

  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\w{16}\n$/) })
  expect(twice).toEqual({ code: 1, stdout: '', stderr: 'portico: There is a company acme already\n' })
  expect(second).toMatchObject({ code: 0, stdout: '' })
  expect(several).toMatchObject({ code: 1, stderr: expect.stringContaining('say --company, one of acme, other') })
  expect(await status()).toBe(200)

  expect((await run('company', 'remove', 'acme')).stdout).toMatch(/^acme is closed; .* on \d{4}-\d\d-\d\d/)
  await waitUntil(async () => (await status()) === 401)
  expect((await run('company', 'list')).stdout).toMatch(/^\d+ +acme +Acme +ultimate +1 +.* closed, removed \d{4}/m)
  expect((await run('company', 'restore', 'acme')).stdout).toBe('acme is open again\n')
  await waitUntil(async () => (await status()) === 200)
  const audit = await sql`select credential, detail from crm.audit where action = 'company_changed' order by id`
  expect(audit).toEqual([
    { credential: 'command', detail: { removal: expect.stringMatching(/^\d{4}-/) } },
    { credential: 'command', detail: { removal: null } },
  ])

  expect((await run('company', 'remove', 'acme', '--days', '0')).code).toBe(0)
  await waitUntil(async () => (await sql`select from crm.company where domain = 'acme'`).length === 0)
  expect(await sql`select from crm.account where email = 'ada@acme.test'`).toHaveLength(1)
  expect((await run('company', 'list')).stdout).not.toContain('acme')
})

test('a company is copied under another short name, and the copy is removed without a trace of the original', async () => {
  const copied = await run('company', 'copy', '--as', 'sandbox')
  const me = async () => {
    const reply = await fetch(`${origin}/v1/users/me`, { headers: { 'x-api-token': copied.stdout.trim() } })
    return ((await reply.json()) as { data?: { company_domain: string } }).data?.company_domain
  }

  expect(copied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{40}\n$/) })
  expect(copied.stderr).toMatch(/^sandbox is there: \d+ rows in /)
  expect(await me()).toBe('sandbox')
  expect((await run('company', 'list')).stdout).toMatch(/^\d+ +sandbox .* sandbox$/m)
  expect(await run('company', 'copy', '--as', 'sandbox')).toMatchObject({ code: 1, stdout: '' })

  const [before] = await sql`select count(*)::int as accounts from crm.account`
  expect((await run('company', 'remove', 'sandbox', '--days', '0')).code).toBe(0)
  await waitUntil(async () => (await sql`select from crm.company where domain = 'sandbox'`).length === 0)
  expect(await sql`select count(*)::int as accounts from crm.account`).toEqual([before])
  expect(await sql`select from crm.company where domain = 'my-company'`).toHaveLength(1)
})

test('one line and exit code 1 for an import into a company that somebody copies into already', async () => {
  const database = openDatabase(databaseUrl, { lanes: 1 })
  const [company] = await sql<{ id: number }[]>`select id from crm.company where domain = 'my-company'`
  const hold = await database.hold(MOVE_LOCK, company?.id ?? 0)

  const refused = await run(
    'import',
    'hosted',
    '--token',
    'x',
    '--url',
    'http://127.0.0.1:9',
    '--company',
    'my-company',
  )

  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'portico: Another import into my-company is under way\n' })
  await hold?.release()
  await database.close()
})

test.each([
  [['add', '--name', 'X', '--domain', 'Not Good', '--owner', 'a@b.test'], '--domain: up to 63 small letters'],
  [['add', '--name', 'X', '--domain', 'x', '--owner', 'nobody'], '--owner'],
  [['copy', '--as', 'Not Good'], '--as: up to 63 small letters'],
  [['copy', '--as', 'x', '--company', 'nowhere'], 'There is no company nowhere'],
  [['remove', 'nowhere'], 'There is no company nowhere'],
  [['restore', 'my-company'], 'my-company is not closed'],
])('one line and exit code 1 for company %j', async (words, line) => {
  expect(await run('company', ...words)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(line) })
})
