import { digestOf } from '@portico/crm/base/access/apiToken'
import { checkPassword } from '@portico/kit/access/password'
import { expect, test } from 'vitest'
import { jsonOf } from '../testing/json.ts'
import { runPortico } from '../testing/portico.ts'
import { runHere } from '../testing/runHere.ts'
import { startTestServer } from '../testing/startTestServer.ts'
import { waitUntil } from '../testing/waitUntil.ts'

/* Commands about people and tokens, beside a server that runs on the same database. */

const { server, origin, token, sql, databaseUrl, dataDirectory } = await startTestServer()
const settings = { DATABASE_URL: databaseUrl, PORTICO_DATA_DIR: dataDirectory }
const OWNER = 'owner@example.com'

test('`user list` names everybody, `--company` those of one', async () => {
  await runHere(['user', 'add', '--email', 'ann@example.com', '--name', 'Ann'], settings)

  const { code, stdout } = await runHere(['user', 'list'], settings)
  const unknown = await runHere(['user', 'list', '--company', 'nowhere'], settings)

  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^ID +E-MAIL +NAME +COMPANY +ROLE +STATE +CREATED$/),
    expect.stringMatching(/^\d+ +owner@example\.com +Owner +my-company +admin +active +\d{4}-\d\d-\d\d \d\d:\d\d$/),
    expect.stringMatching(/^\d+ +ann@example\.com +Ann +my-company +user +active +\d{4}-\d\d-\d\d \d\d:\d\d$/),
    '',
  ])
  expect(unknown).toMatchObject({ code: 1, stderr: 'portico: There is no company nowhere\n' })
})

test('`user password` prints a new one alone, for CRM and marketplace, and ends the sessions of the marketplace', async () => {
  const before = await logIn(server.firstOwner?.password ?? '')
  expect(await profile(before.token)).toBe(200)

  const { code, stdout, stderr } = await runHere(['user', 'password', '--email', 'Owner@example.com'], settings)

  const password = stdout.trim()
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\w{16}\n$/) })
  expect(stderr).toMatch(/^CRM: .*API tokens stay valid.*\nMarketplace: .*every session is ended\n$/)
  expect((await logIn(server.firstOwner?.password ?? '')).status).toBe(401)
  const after = await logIn(password)
  expect(after.status).toBe(200)
  expect(await profile(after.token)).toBe(200)
  expect(await profile(before.token)).toBe(401)
  const [user] = await sql`select password_hash from crm.account where email = ${OWNER}`
  expect(await checkPassword(user?.password_hash, password)).toBe(true)
  expect(await whoAmI(token)).toBe(200)
})

test('`user password --stdin` takes the first line, and prints nothing that is secret', async () => {
  const set = await runPortico(['user', 'password', '--email', OWNER, '--stdin'], settings, 'a new long password\n')
  const short = await runPortico(['user', 'password', '--email', OWNER, '--stdin'], settings, 'short\n')
  const none = await runPortico(['user', 'password', '--email', OWNER, '--stdin'], settings)
  const nobody = await runHere(['user', 'password', '--email', 'no@example.com'], settings)

  expect(set).toMatchObject({ code: 0, stdout: '', stderr: expect.not.stringContaining('a new long password') })
  expect((await logIn('a new long password')).status).toBe(200)
  const refusal = 'portico: --stdin: The password needs at least 8 characters\n'
  expect(short).toEqual({ code: 1, stdout: '', stderr: refusal })
  expect(none).toEqual({ code: 1, stdout: '', stderr: refusal })
  expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'portico: --email: nobody has the address no@example.com\n' })
})

test('`token list` never shows a token, and `token revoke` ends one on the running server', async () => {
  const made = (await runHere(['token', 'create', '--user', OWNER, '--name', 'reports'], settings)).stdout.trim()
  expect(await whoAmI(made)).toBe(200)

  const listed = await runHere(['token', 'list', '--user', OWNER], settings)
  const digest = digestOf(made).toString('hex').slice(0, 8)
  const [, id = ''] =
    new RegExp(`^(\\d+) +${digest} +owner@example\\.com +my-company +reports +all +\\S+ \\S+ +- +- +-$`, 'm').exec(
      listed.stdout,
    ) ?? []
  expect(listed.code).toBe(0)
  expect(id).not.toBe('')
  expect(listed.stdout).not.toContain(made)

  const revoked = await runHere(['token', 'revoke', '--id', id], settings)
  expect(revoked).toEqual({ code: 0, stdout: `revoked ${id}\n`, stderr: '' })
  await waitUntil(async () => (await whoAmI(made)) === 401)
  expect(await whoAmI(token)).toBe(200)
  const again = await runHere(['token', 'revoke', '--id', id], settings)
  expect(again).toEqual({ code: 1, stdout: '', stderr: `portico: --id: no valid token has the id ${id}\n` })
})

test('`token create` limits a token to scopes, to reading and to days, and names what is wrong', async () => {
  const create = (...more: string[]) => runHere(['token', 'create', '--user', OWNER, ...more], settings)
  const reader = (await create('--read-only', '--days', '7')).stdout.trim()
  const narrow = (await create('--scopes', 'deals:read')).stdout.trim()
  const status = async (apiToken: string, method: string, path: string) =>
    (await fetch(origin + path, { method, headers: { 'x-api-token': apiToken } })).status

  expect([await status(reader, 'GET', '/v1/deals'), await status(reader, 'POST', '/v1/deals')]).toEqual([200, 403])
  expect([await status(narrow, 'GET', '/v1/deals'), await status(narrow, 'GET', '/v1/persons')]).toEqual([200, 403])
  expect(await create('--scopes', 'deals:write')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^portico: --scopes: deals:write is not/),
  })
  const [row] = await sql`select expires_time - add_time as lasts from crm.api_token where digest = ${digestOf(reader)}`
  expect(row?.lasts).toMatch(/^(7 days|6 days 23:59)/)
  const audit = await sql`select credential from crm.audit where action = 'token_created'`
  expect(audit).toContainEqual({ credential: 'command' })
})

test('`token revoke --user` ends all tokens of one person', async () => {
  const make = async (user: string) => (await runHere(['token', 'create', '--user', user], settings)).stdout.trim()
  const [one, two] = [await make('ann@example.com'), await make('ann@example.com')]

  expect((await runHere(['token', 'revoke', '--user', 'ann@example.com'], settings)).code).toBe(0)

  await waitUntil(async () => (await whoAmI(one)) === 401 && (await whoAmI(two)) === 401)
  expect(await whoAmI(token)).toBe(200)
})

test('wrong options are one line that names them, with exit code 1', async () => {
  const missing = await runHere(['user', 'password'], settings)
  const odd = await runHere(['token', 'revoke', '--id', 'x'], settings)

  expect(missing).toMatchObject({ code: 1, stderr: "error: required option '--email <email>' not specified\n" })
  expect(odd).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: option '--id <number>' [^\n]*\n$/) })
})

test('`--version` prints the version alone', async () => {
  expect(await runPortico(['--version'], {})).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  })
})

async function whoAmI(apiToken: string): Promise<number> {
  return (await fetch(`${origin}/v1/users/me`, { headers: { 'x-api-token': apiToken } })).status
}

async function logIn(password: string): Promise<{ status: number; token: string }> {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: OWNER, password }),
  })
  return { status: reply.status, token: (await jsonOf(reply)).data?.token ?? '' }
}

async function profile(bearer: string): Promise<number> {
  return (await fetch(`${origin}/api/books/getAllBooks`, { headers: { authorization: `Bearer ${bearer}` } })).status
}
