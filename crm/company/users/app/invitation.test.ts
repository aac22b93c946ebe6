import { beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../testing/mailTo.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const invite = (id: number) => crm.owner.call('POST', `/app/api/users/${id}/invitation`)

let email: string
let id: number
let people = 0

beforeEach(async () => {
  email = `invited-${++people}@example.com`
  id = (await crm.owner.call('POST', '/v1/users', { email })).body.data.id
  await mailsTo(crm, email)
})

/** As if the invitations so far had been sent yesterday; the audit itself cannot be changed. */
async function forgetInvitations() {
  await crm.sql.begin(async sql => {
    await sql`alter table crm.audit disable trigger keep_audit`
    await sql`update crm.audit set time = now() - interval '25 hours' where action = 'user_invited'`
    await sql`alter table crm.audit enable trigger keep_audit`
  })
}

test('an invitation is sent again with a link of its own, both work', async () => {
  await forgetInvitations()

  expect((await invite(id)).status).toBe(200)

  const [first, second] = await mailsTo(crm, email, 2)
  expect(second?.links[0]).toMatch(/\/password\/new\?link=[0-9a-f]{48}$/)
  expect(second?.links[0]).not.toBe(first?.links[0])
  const links = await crm.sql`
    select from crm.password_link l join crm.app_user u on u.account_id = l.account_id where u.id = ${id}`
  expect(links).toHaveLength(2)
})

test('429 within a minute', async () => {
  const refused = await invite(id)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
})

test('429 for more than 200 invitations of a company in a day', async () => {
  await crm.sql`
    insert into crm.audit (company_id, action, subject)
    select ${crm.owner.companyId}, 'user_invited', 'user 0' from generate_series(1, 200)`

  const refused = await crm.owner.call('POST', '/v1/users', { email: 'one-too-many@example.com' })

  expect(refused.status).toBe(429)
  expect(await crm.sql`select from crm.app_user where email = 'one-too-many@example.com'`).toHaveLength(0)
  await forgetInvitations()
})

test('409 for whoever has a password, and for whoever is switched off', async () => {
  const { userId } = await crm.colleague(crm.owner)
  await crm.sql`update crm.account set password_hash = 'x' where id = (select account_id from crm.app_user where id = ${userId})`
  await crm.sql`update crm.app_user set active = false where id = ${id}`

  expect(await invite(userId)).toMatchObject({ status: 409, body: { error: expect.stringContaining('password') } })
  expect(await invite(id)).toMatchObject({ status: 409, body: { error: expect.stringContaining('switched off') } })
})

test('404 for a user of another company', async () => {
  const stranger = await crm.company()

  expect((await invite(stranger.userId)).status).toBe(404)
})
