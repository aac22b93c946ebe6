import { UsersApi } from 'pipedrive/v1'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aDeal } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

const set = (by: TestUser, { userId }: { userId: number }, active_flag: boolean) =>
  by.call('PUT', `/v1/users/${userId}`, { active_flag })

describe('switched off', () => {
  test('tokens and sessions are refused at once, other companies go on, and the records stay', async () => {
    const carl = await crm.colleague(crm.owner)
    const elsewhere = await crm.company()
    await crm.sql`
      update crm.app_user set account_id = (select account_id from crm.app_user where id = ${carl.userId})
      where id = ${elsewhere.userId}`
    const session = await crm.session(carl)
    const otherSession = await crm.session(elsewhere)
    const deal = await aDeal(carl)
    const whoAmI = (headers: Record<string, string>) => fetch(`${crm.origin}/v1/users/me`, { headers })
    expect((await whoAmI(session)).status).toBe(200)
    expect((await carl.call('GET', '/v1/users/me')).status).toBe(200)

    const { data } = await new UsersApi(crm.owner.v1).updateUser({
      id: carl.userId,
      UpdateUserRequest: { active_flag: false },
    })

    expect(data).toMatchObject({ id: carl.userId, active_flag: false })
    await vi.waitFor(async () => {
      expect((await carl.call('GET', '/v1/users/me')).status).toBe(401)
      expect((await whoAmI(session)).status).toBe(401)
    })
    expect((await whoAmI(otherSession)).status).toBe(200)
    expect((await elsewhere.call('GET', '/v1/users/me')).status).toBe(200)
    const kept = await crm.owner.call('GET', `/v2/deals/${deal.id}`)
    expect(kept.body.data.owner_id).toBe(carl.userId)
    expect(await crm.sql`select from crm.session where user_id = ${carl.userId}`).toHaveLength(0)
  })

  test('tokens stay revoked when the user is switched on again', async () => {
    const carl = await crm.colleague(crm.owner)

    await set(crm.owner, carl, false)
    expect((await set(crm.owner, carl, true)).body.data.active_flag).toBe(true)

    expect((await carl.call('GET', '/v1/users/me')).status).toBe(401)
  })

  test('an invitation that is not answered yet sets no password any more', async () => {
    const carl = await crm.colleague(crm.owner)
    await crm.sql`
      insert into crm.password_link (digest, account_id, company_id, expires_time)
      select ${Buffer.from(carl.token)}, account_id, company_id, now() + interval '1 day' from crm.app_user where id = ${carl.userId}`

    await set(crm.owner, carl, false)

    expect(await crm.sql`select from crm.password_link where digest = ${Buffer.from(carl.token)}`).toHaveLength(0)
  })

  test('it is in the log and in the audit, once', async () => {
    const carl = await crm.colleague(crm.owner)
    const subject = `user ${carl.userId}`

    await set(crm.owner, carl, false)
    await set(crm.owner, carl, false)
    await set(crm.owner, carl, true)

    const changes = await crm.sql`
      select before, after -> 'active' as active from crm.change
      where entity = 'user' and entity_id = ${String(carl.userId)} order by seq`
    expect(changes.map(({ before, active }) => [before, active])).toEqual([
      [{ active: true }, false],
      [{ active: false }, true],
    ])
    const audited = await crm.sql`select action from crm.audit where subject = ${subject} order by id`
    expect(audited.map(line => line.action)).toEqual(['user_deactivated', 'user_invited', 'user_activated'])
  })

  test('the time of the change is shown', async () => {
    const carl = await crm.colleague(crm.owner)

    expect((await set(crm.owner, carl, false)).body.data.modified).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })
})

test('404 for a user of another company, one who does not exist and one who is deleted; 400 without active_flag', async () => {
  const stranger = await crm.company()
  const gone = await crm.colleague(crm.owner)
  await crm.sql`update crm.app_user set is_deleted = true where id = ${gone.userId}`

  for (const user of [stranger, { userId: 999_999 }, gone])
    expect(await set(crm.owner, user, false)).toMatchObject({
      status: 404,
      body: { error: 'User not found or not accessible.' },
    })
  const reply = await crm.owner.call('PUT', `/v1/users/${crm.owner.userId}`, {})
  expect(reply).toMatchObject({ status: 400, body: { field: 'active_flag' } })
})

describe('the last owner', () => {
  let ann: TestUser
  let bob: TestUser
  let lock: string

  beforeEach(async () => {
    ann = await crm.company()
    bob = await crm.colleague(ann, { admin: true })
    lock = `select from crm.company where id = ${ann.companyId} for update`
  })

  const owners = async () =>
    (
      await crm.sql`
        select u.id from crm.app_user u join crm.permission_assignment a on a.company_id = u.company_id and a.user_id = u.id
        join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
        where u.company_id = ${ann.companyId} and u.active and a.app = 'account_settings' and s.type = 'admin'`
    ).map(user => user.id)

  test('409 when switched off, by themselves or in a company of others', async () => {
    expect((await set(ann, bob, false)).status).toBe(200)
    await crm.colleague(ann)

    const refused = await set(ann, ann, false)

    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('last admin of the account') },
    })
    expect(await owners()).toEqual([ann.userId])
    expect((await ann.call('GET', '/v1/users/me')).status).toBe(200)
  })

  test('a deleted or switched-off owner is none', async () => {
    await crm.sql`update crm.app_user set is_deleted = true where id = ${bob.userId}`

    expect((await set(ann, ann, false)).status).toBe(409)
  })

  test('of two owners who switch each other off at once one stays', async () => {
    const replies = await heldBack(crm, lock, () => [set(ann, bob, false), set(bob, ann, false)])

    expect(replies.map(reply => reply.status).sort()).toEqual([200, 403])
    expect(await owners()).toHaveLength(1)
  })

  test('of two owners who leave at once one stays', async () => {
    const replies = await heldBack(crm, lock, () => [set(ann, ann, false), set(bob, bob, false)])

    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
    expect(await owners()).toHaveLength(1)
  })

  test('403 for an owner who was switched off while the call waited, though others are left', async () => {
    const cleo = await crm.colleague(ann, { admin: true })

    const replies = await heldBack(crm, lock, () => [set(ann, bob, false), set(bob, ann, false)])

    expect(replies.map(reply => reply.status).sort()).toEqual([200, 403])
    expect(await owners()).toHaveLength(2)
    expect(await owners()).toContain(cleo.userId)
  })
})
