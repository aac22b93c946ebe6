import { readOutbox } from '@portico/kit/mail/readOutbox'
import { UsersApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../base/access/apiToken.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { mailsTo, untilNoJobs } from '../../../testing/mailTo.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const api = new UsersApi(crm.owner.v1)

let people = 0
const anAddress = () => `newcomer-${++people}@example.com`
const add = (body: object, by: TestUser = crm.owner) => by.call('POST', '/v1/users', body)

describe('somebody new', () => {
  test('is added with the sets of everybody, and read back in the list, in the log and in the audit', async () => {
    const email = anAddress()

    const { data } = await api.addUser({ AddUserRequest: { email } })

    const id = data?.id ?? 0
    expect(data).toMatchObject({ email, name: email.split('@')[0], active_flag: true, activated: false })
    expect(data?.access?.map(({ app, admin }) => [app, admin])).toEqual([
      ['account_settings', false],
      ['global', false],
      ['projects', false],
      ['sales', false],
    ])
    expect((await api.getUsers()).data?.map(user => user.id)).toContain(id)
    const changes = await crm.sql`
      select action, actor_id, source, after from crm.change where entity = 'user' and entity_id = ${String(id)}`
    expect(changes).toMatchObject([{ action: 'added', actor_id: crm.owner.userId, source: 'api', after: { email } }])
    expect(JSON.stringify(changes)).not.toContain('password')
    const audited = await crm.sql`
      select action, user_id, credential from crm.audit where subject = ${`user ${id}`} order by id`
    expect(audited.map(line => line.action)).toEqual(['user_added', 'user_invited'])
    expect(audited[0]).toMatchObject({ user_id: crm.owner.userId, credential: expect.stringMatching(/^token:\d+$/) })
  })

  test('gets a mail with a link of which the database keeps the digest alone, for seven days', async () => {
    const email = anAddress()
    await add({ email })

    const [mail] = await mailsTo(crm, email)

    const [link = ''] = mail?.links ?? []
    expect(mail?.subject).toBe('You are invited to Company 1')
    expect(mail?.text).toContain('Olga Owner has added you to Company 1')
    expect(link).toMatch(/^http:\/\/portico\.test\/password\/new\?link=[0-9a-f]{48}$/)
    const secret = new URL(link).searchParams.get('link') ?? ''
    const [stored] = await crm.sql`
      select a.email, l.company_id, l.expires_time - l.add_time = interval '7 days' as week
      from crm.password_link l join crm.account a on a.id = l.account_id where l.digest = ${digestOf(secret)}`
    expect(stored).toEqual({ email, company_id: crm.owner.companyId, week: true })
    const [kept] =
      await crm.sql`select count(*)::integer as jobs from graphile_worker._private_jobs where payload::text like ${`%${secret}%`}`
    expect(kept?.jobs).toBe(0)
  })

  test('gets no mail when what adds them is undone', async () => {
    const email = anAddress()

    const refused = await add({ email, access: [{ app: 'sales', permission_set_id: crypto.randomUUID() }] })

    expect(refused).toMatchObject({ status: 400, body: { field: 'access' } })
    await untilNoJobs(crm)
    expect((await readOutbox(crm.outbox)).map(mail => mail.to)).not.toContain(email)
    expect(await crm.sql`select from crm.account where email = ${email}`).toHaveLength(0)
  })

  test('gets no mail when added switched off, and one when switched on', async () => {
    const email = anAddress()

    const { id } = (await add({ email, active_flag: false })).body.data

    expect((await api.getUser({ id })).data?.active_flag).toBe(false)
    await untilNoJobs(crm)
    expect((await readOutbox(crm.outbox)).map(mail => mail.to)).not.toContain(email)
    await crm.owner.call('PUT', `/v1/users/${id}`, { active_flag: true })
    expect(await mailsTo(crm, email)).toHaveLength(1)
  })
})

test('somebody with a password on this server gets a mail that leads to the log-in, and no link', async () => {
  const company = await crm.company()
  const [other] = await crm.sql`select email from crm.app_user where id = ${company.userId}`

  const reply = await add({ email: other?.email.toUpperCase() })

  expect(reply).toMatchObject({ status: 200, body: { data: { activated: true, email: other?.email } } })
  const [mail] = await mailsTo(crm, other?.email)
  expect(mail).toMatchObject({ subject: 'You were added to Company 1', links: ['http://portico.test/login'] })
  expect(
    await crm.sql`select from crm.password_link l join crm.account a on a.id = l.account_id where a.email = ${other?.email}`,
  ).toHaveLength(0)
  const accounts =
    await crm.sql`select distinct account_id from crm.app_user where lower(email) = lower(${other?.email})`
  expect(accounts).toHaveLength(1)
})

describe('access', () => {
  const setsOf = async (id: number) =>
    Object.fromEntries(((await api.getUser({ id })).data?.access ?? []).map(({ app, ...rest }) => [app, rest]))

  test('names the set of an app, or its admins; apps that are not named get the set of everybody', async () => {
    const [custom] = await crm.sql`
      insert into crm.permission_set (company_id, app, type, name, contents)
      values (${crm.owner.companyId}, 'global', 'custom', 'Quiet', '{can_use_api}') returning id`

    const access = [
      { app: 'sales' as const, admin: true },
      { app: 'global' as const, permission_set_id: custom?.id },
      { app: 'projects' as const },
    ]
    const { data } = await api.addUser({ AddUserRequest: { email: anAddress(), access } })

    const sets = await setsOf(data?.id ?? 0)
    expect(sets.sales?.admin).toBe(true)
    expect(sets.global).toEqual({ admin: false, permission_set_id: custom?.id })
    expect(sets.projects?.admin).toBe(false)
    expect(sets.account_settings?.admin).toBe(false)
    const [stored] = await crm.sql`select is_admin from crm.app_user where id = ${data?.id ?? 0}`
    expect(stored?.is_admin).toBe(true)
    const rights = (await api.getUserPermissions({ id: data?.id ?? 0 })).data
    expect(rights).toMatchObject({ can_use_api: true, can_see_other_users: false, can_add_custom_fields: true })
  })

  test('takes back what a user was shown with', async () => {
    const shown = (await api.getUser({ id: crm.owner.userId })).data?.access

    const reply = await add({ email: anAddress(), access: shown })

    expect(reply.body.data.access).toEqual(shown)
  })

  test('400 for a set of another company or app, an app twice, an app that is not there, and for a contradiction', async () => {
    const stranger = await crm.company()
    const [foreign] =
      await crm.sql`select id from crm.permission_set where company_id = ${stranger.companyId} and app = 'sales'`
    const [own] = await crm.sql`
      select id from crm.permission_set where company_id = ${crm.owner.companyId} and app = 'sales' and type = 'regular'`
    const wrong = [
      [{ app: 'sales', permission_set_id: foreign?.id }],
      [{ app: 'global', permission_set_id: own?.id }],
      [{ app: 'sales', admin: true, permission_set_id: own?.id }],
      [{ app: 'sales' }, { app: 'sales', admin: true }],
      [{ app: 'campaigns' }],
      [{ app: 'sales', permission_set_id: 'none' }],
    ]

    for (const access of wrong) {
      const reply = await add({ email: anAddress(), access })
      expect(reply, JSON.stringify(access)).toMatchObject({ status: 400, body: { success: false } })
      expect(reply.body.field).toMatch(/^access/)
    }
  })
})

test('403 for whoever is no admin of the account, an admin of sales included', async () => {
  const regular = await crm.colleague(crm.owner)
  const { id } = (await add({ email: anAddress(), access: [{ app: 'sales', admin: true }] })).body.data
  const token = 'a'.repeat(40)
  await crm.sql`insert into crm.api_token (company_id, user_id, digest) values (${crm.owner.companyId}, ${id}, ${digestOf(token)})`

  const body = { success: false, errorCode: 403, error_info: expect.any(String), data: null, additional_data: null }
  expect(await add({ email: anAddress() }, regular)).toMatchObject({ status: 403, body })
  expect((await crm.owner.call('POST', '/v1/users', { email: anAddress() }, { 'x-api-token': token })).status).toBe(403)
  expect((await regular.call('PUT', `/v1/users/${id}`, { active_flag: false })).status).toBe(403)
  expect((await regular.call('POST', `/app/api/users/${id}/invitation`)).status).toBe(403)
})

test('400 for what is no address, naming email; an address is stored without blanks and with a small domain', async () => {
  for (const email of ['ann', '', 'ann@example.com, bob@example.com', `${'a'.repeat(300)}@example.com`])
    expect(await add({ email })).toMatchObject({ status: 400, body: { field: 'email' } })
  expect(await add({})).toMatchObject({ status: 400, body: { field: 'email' } })

  const reply = await add({ email: '  Zoe.Z@EXAMPLE.com ' })

  expect(reply.body.data).toMatchObject({ email: 'Zoe.Z@example.com', name: 'Zoe.Z' })
})

test('409 for a user of the company in whatever spelling, naming email', async () => {
  const email = anAddress()
  await add({ email })

  expect(await add({ email: email.toUpperCase() })).toMatchObject({ status: 409, body: { field: 'email' } })
})

test('of two who add the same person at once one is told so', async () => {
  const email = anAddress()
  const lock = `select from crm.company where id = ${crm.owner.companyId} for update`

  const replies = await heldBack(crm, lock, () => [add({ email }), add({ email })])

  expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
  expect(await mailsTo(crm, email)).toHaveLength(1)
})

describe('whoever was a user', () => {
  test('comes back with the same id, records and sets, and is told', async () => {
    const email = anAddress()
    const { id } = (await add({ email, access: [{ app: 'sales', admin: true }] })).body.data
    // Whoever is switched off gets no invitation any more.
    await mailsTo(crm, email)
    await crm.owner.call('PUT', `/v1/users/${id}`, { active_flag: false })

    const back = await add({ email: email.toUpperCase() })

    expect(back).toMatchObject({ status: 200, body: { data: { id, active_flag: true } } })
    expect(back.body.data.access).toContainEqual(expect.objectContaining({ app: 'sales', admin: true }))
    expect(await mailsTo(crm, email, 2)).toHaveLength(2)
    const audited = await crm.sql`select action from crm.audit where subject = ${`user ${id}`} order by id`
    expect(audited.map(line => line.action).slice(-2)).toEqual(['user_activated', 'user_invited'])
  })

  test('comes back from deletion too, with the sets that are asked for', async () => {
    const email = anAddress()
    const { id } = (await add({ email, access: [{ app: 'sales', admin: true }] })).body.data
    await crm.sql`update crm.app_user set is_deleted = true where id = ${id}`

    const back = await add({ email, access: [{ app: 'sales' }] })

    expect(back).toMatchObject({ status: 200, body: { data: { id, is_deleted: false, active_flag: true } } })
    expect(back.body.data.access).toContainEqual(expect.objectContaining({ app: 'sales', admin: false }))
    const [stored] = await crm.sql`select is_admin from crm.app_user where id = ${id}`
    expect(stored?.is_admin).toBe(false)
    const [change] = await crm.sql`
      select before from crm.change where entity = 'user' and entity_id = ${String(id)} order by seq desc limit 1`
    expect(change?.before).toEqual({ is_deleted: true, is_admin: true })
  })
})
