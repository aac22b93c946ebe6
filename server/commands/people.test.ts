import { checkPassword } from '@portico/kit/access/password'
import { readOutbox } from '@portico/kit/mail/readOutbox'
import { expect, test } from 'vitest'
import { jsonOf } from '../testing/json.ts'
import { runHere } from '../testing/runHere.ts'
import { startTestServer } from '../testing/startTestServer.ts'
import { waitUntil } from '../testing/waitUntil.ts'

/* Commands that add people and switch them on and off, beside a server that runs on the same database. */

const { origin, token, sql, databaseUrl, dataDirectory } = await startTestServer()
const settings = { DATABASE_URL: databaseUrl, PORTICO_DATA_DIR: dataDirectory }
const portico = (...words: string[]) => runHere(words, settings)

const linesAbout = async (email: string) => {
  const [user] = await sql`select id from crm.app_user where email = ${email}`
  const audited = await sql`
    select action, user_id, credential from crm.audit where subject = ${`user ${user?.id}`} order by id`
  const changed = await sql`
    select action, actor_id, source from crm.change where entity = 'user' and entity_id = ${String(user?.id)} order by seq`
  return { audited, changed }
}

test('`user add` prints a password that works, and is in the log and the audit as a command', async () => {
  const { code, stdout, stderr } = await portico('user', 'add', '--email', 'ann@example.com', '--name', 'Ann')

  expect({ code, stderr }).toEqual({ code: 0, stderr: 'ann@example.com is now a user of My company\n' })
  const [account] = await sql`select password_hash from crm.account where email = 'ann@example.com'`
  expect(await checkPassword(account?.password_hash, stdout.trim())).toBe(true)
  const { audited, changed } = await linesAbout('ann@example.com')
  expect(audited).toEqual([{ action: 'user_added', user_id: null, credential: 'command' }])
  expect(changed.map(line => [line.action, line.actor_id, line.source])).toEqual([
    ['added', null, 'command'],
    ['updated', null, 'command'],
  ])
})

test('`user add --admin` makes an owner', async () => {
  await portico('user', 'add', '--email', 'adam@example.com', '--admin')

  const users = await jsonOf(await fetch(`${origin}/v1/users`, { headers: { 'x-api-token': token } }))
  const adam = users.data.find((user: { email: string }) => user.email === 'adam@example.com')
  expect(adam.access.map((access: { admin: boolean }) => access.admin)).toEqual([true, true, true, true])
})

test('`user add --invite` prints nothing, the running server sends the mail, and `user list` says so', async () => {
  const { code, stdout } = await portico('user', 'add', '--email', 'ivy@example.com', '--invite')
  const both = await portico('user', 'add', '--email', 'i@example.com', '--invite', '--password', 'a long password')

  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(both).toEqual({ code: 1, stdout: '', stderr: 'portico: Say --invite or --password, not both\n' })
  await waitUntil(async () => (await mailsTo('ivy@example.com')).length === 1)
  expect((await mailsTo('ivy@example.com'))[0]?.links[0]).toMatch(/\/password\/new\?link=[0-9a-f]{48}$/)
  expect((await portico('user', 'list')).stdout).toMatch(/ivy@example\.com +ivy +my-company +user +invited/)
})

test('`user add` leaves somebody with an account on this server the password they have', async () => {
  const first = await portico('user', 'add', '--email', 'bea@example.com')
  await portico('company', 'add', '--name', 'Other', '--domain', 'other', '--owner', 'olga@example.com')

  const again = await portico('user', 'add', '--email', 'bea@example.com', '--company', 'other')
  const twice = await portico('user', 'add', '--email', 'BEA@example.com', '--company', 'other')

  expect(again).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('keep its password') })
  expect(twice).toMatchObject({ code: 1, stderr: 'portico: BEA@example.com is a user of this company already\n' })
  const [account] = await sql`select password_hash from crm.account where email = 'bea@example.com'`
  expect(await checkPassword(account?.password_hash, first.stdout.trim())).toBe(true)
})

test('`user deactivate` ends tokens on the running server, `user activate` brings the person back', async () => {
  await portico('user', 'add', '--email', 'carl@example.com')
  const made = (await portico('token', 'create', '--user', 'carl@example.com')).stdout.trim()
  expect(await whoAmI(made)).toBe(200)

  const off = await portico('user', 'deactivate', '--email', 'Carl@example.com')
  const again = await portico('user', 'deactivate', '--email', 'carl@example.com')

  expect(off).toEqual({ code: 0, stdout: 'Carl@example.com is switched off in my-company\n', stderr: '' })
  expect(again.stdout).toBe('carl@example.com is switched off in my-company, as before\n')
  await waitUntil(async () => (await whoAmI(made)) === 401)
  expect((await portico('token', 'create', '--user', 'carl@example.com')).stderr).toContain('No active user')
  const on = await portico('user', 'activate', '--email', 'carl@example.com')
  expect(on.stdout).toBe('carl@example.com is active in my-company\n')
  const { audited } = await linesAbout('carl@example.com')
  expect(audited.slice(-2)).toEqual([
    { action: 'user_deactivated', user_id: null, credential: 'command' },
    { action: 'user_activated', user_id: null, credential: 'command' },
  ])
})

test('an address in several companies needs `--company`, and the last owner stays', async () => {
  const several = await portico('user', 'deactivate', '--email', 'bea@example.com')
  const one = await portico('user', 'deactivate', '--email', 'bea@example.com', '--company', 'other')
  const nobody = await portico('user', 'activate', '--email', 'no@example.com')
  const last = await portico('user', 'deactivate', '--email', 'olga@example.com')

  const refusal = 'portico: bea@example.com belongs to several companies: say --company, one of my-company, other\n'
  expect(several).toEqual({ code: 1, stdout: '', stderr: refusal })
  expect(one).toMatchObject({ code: 0, stdout: 'bea@example.com is switched off in other\n' })
  expect(nobody).toMatchObject({ code: 1, stderr: 'portico: No user has the e-mail address no@example.com\n' })
  expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('last admin of the account') })
})

test('`user password` is in the audit of every company of the person, and answers an invitation', async () => {
  await portico('user', 'add', '--email', 'ivy@example.com', '--company', 'other', '--invite')

  const { stdout } = await portico('user', 'password', '--email', 'ivy@example.com')

  const [account] = await sql`select password_hash from crm.account where email = 'ivy@example.com'`
  expect(await checkPassword(account?.password_hash, stdout.trim())).toBe(true)
  const audited = await sql`
    select a.company_id from crm.audit a join crm.app_user u on u.company_id = a.company_id and a.subject = 'user ' || u.id
    where a.action = 'password_changed' and a.credential = 'command' and u.email = 'ivy@example.com'`
  expect(audited).toHaveLength(2)
  const users = await sql`select activated from crm.app_user where email = 'ivy@example.com'`
  expect(users).toEqual([{ activated: true }, { activated: true }])
})

async function mailsTo(address: string) {
  return (await readOutbox(`${dataDirectory}/mail`)).filter(mail => mail.to === address)
}

async function whoAmI(apiToken: string): Promise<number> {
  return (await fetch(`${origin}/v1/users/me`, { headers: { 'x-api-token': apiToken } })).status
}
