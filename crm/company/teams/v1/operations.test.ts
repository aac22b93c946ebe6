import { LegacyTeamsApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new LegacyTeamsApi(owner.v1)
const ann = await crm.colleague(owner)
const bob = await crm.colleague(owner)

async function aTeam(name: string, users: number[] = [], manager_id = owner.userId): Promise<number> {
  return (await client.addTeam({ AddTeamRequest1: { name, manager_id, users } })).data?.id ?? 0
}

const members = async (team: number) => {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from crm.team_member where company_id = ${owner.companyId} and team_id = ${team} order by user_id`
  return rows.map(row => row.user_id)
}

const lastAudit = async () => {
  const [line] = await sql`select user_id, action, subject, detail from crm.audit order by id desc limit 1`
  return line
}

test('the client adds a team, shows it, and changes it; the database and the log have it', async () => {
  const made = await client.addTeam({
    AddTeamRequest1: {
      name: 'North',
      description: 'Cold',
      manager_id: ann.userId,
      users: [bob.userId, ann.userId, bob.userId],
    },
  })

  const id = made.data?.id ?? 0
  expect(made.data).toEqual({
    id,
    name: 'North',
    description: 'Cold',
    manager_id: ann.userId,
    users: [ann.userId, bob.userId],
    active_flag: 1,
    deleted_flag: 0,
    add_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    created_by_user_id: owner.userId,
  })
  expect((await client.getTeam({ id })).data).toEqual(made.data)
  expect(await members(id)).toEqual([ann.userId, bob.userId])
  expect(await lastAudit()).toMatchObject({
    user_id: owner.userId,
    action: 'team_changed',
    subject: `team ${id}`,
    detail: { before: null, after: { name: 'North', users: [ann.userId, bob.userId] } },
  })

  await client.updateTeam({ id, UpdateTeamRequest: { name: 'South', users: [bob.userId], active_flag: 0 } })

  const changed = { name: 'South', users: [bob.userId], active_flag: 0, manager_id: ann.userId }
  expect((await client.getTeam({ id })).data).toMatchObject({ ...changed, description: 'Cold' })
  expect(await members(id)).toEqual([bob.userId])
  expect(await lastAudit()).toMatchObject({ detail: { before: { name: 'North' }, after: changed } })
})

test('the client puts users into a team and takes them out', async () => {
  const id = await aTeam('Moving', [ann.userId])

  const added = await client.addTeamUser({ id, AddTeamUserRequest: { users: [bob.userId, ann.userId] } })

  expect(added.data).toEqual([ann.userId, bob.userId])
  expect((await client.getTeamUsers({ id })).data).toEqual([ann.userId, bob.userId])
  expect(await members(id)).toEqual([ann.userId, bob.userId])
  expect(await lastAudit()).toMatchObject({ action: 'team_changed', detail: { before: { users: [ann.userId] } } })

  const left = await client.deleteTeamUser({ id, DeleteTeamUserRequest: { users: [ann.userId, 999_999] } })

  expect(left.data).toEqual([bob.userId])
  expect(await members(id)).toEqual([bob.userId])
  expect(await lastAudit()).toMatchObject({ detail: { after: { users: [bob.userId] } } })
})

test('teams are listed in the order asked for, with or without users, and by user', async () => {
  const company = await crm.company()
  const api = new LegacyTeamsApi(company.v1)
  const carl = await crm.colleague(company)
  const make = async (name: string, users: number[], manager_id = company.userId) =>
    (await api.addTeam({ AddTeamRequest1: { name, manager_id, users } })).data?.id
  const b = await make('B', [carl.userId])
  const a = await make('A', [company.userId], carl.userId)
  const ids = (reply: { data?: { id?: number }[] }) => reply.data?.map(team => team.id)

  expect(ids(await api.getTeams({}))).toEqual([b, a])
  expect(ids(await api.getTeams({ order_by: 'name' }))).toEqual([a, b])
  expect(ids(await api.getTeams({ order_by: 'manager_id' }))).toEqual([b, a])
  expect((await api.getTeams({ skip_users: 1 })).data?.[0]).not.toHaveProperty('users')
  expect((await api.getTeams({})).data?.[0]?.users).toEqual([carl.userId])
  expect(ids(await api.getUserTeams({ id: carl.userId }))).toEqual([b])
  expect((await api.getUserTeams({ id: carl.userId, skip_users: 1 })).data?.[0]).not.toHaveProperty('users')
  expect((await api.getTeam({ id: b ?? 0, skip_users: 1 })).data).not.toHaveProperty('users')
})

test('a deleted team is in no list and can come back', async () => {
  const id = await aTeam('Going', [ann.userId])
  const listed = async () => [
    (await client.getTeams({})).data?.some(team => team.id === id),
    (await client.getUserTeams({ id: ann.userId })).data?.some(team => team.id === id),
  ]
  expect(await listed()).toEqual([true, true])

  await client.updateTeam({ id, UpdateTeamRequest: { deleted_flag: 1 } })

  expect(await listed()).toEqual([false, false])
  expect((await client.getTeam({ id })).data?.deleted_flag).toBe(1)

  await client.updateTeam({ id, UpdateTeamRequest: { deleted_flag: 0 } })
  expect(await listed()).toEqual([true, true])
})

test('400 for a manager or a member of another company, and nothing is stored', async () => {
  const stranger = await crm.company()
  const id = await aTeam('Ours', [ann.userId])
  const { userId: theirs } = stranger
  const before = (await client.getTeam({ id })).data

  const wrong: [string, string, object, string][] = [
    ['POST', '', { name: 'x', manager_id: theirs }, 'manager_id'],
    ['POST', '', { name: 'x', manager_id: owner.userId, users: [ann.userId, theirs] }, 'users'],
    ['PUT', `/${id}`, { manager_id: theirs }, 'manager_id'],
    ['PUT', `/${id}`, { users: [theirs] }, 'users'],
    ['POST', `/${id}/users`, { users: [bob.userId, theirs] }, 'users'],
  ]
  for (const [method, path, body, field] of wrong)
    expect(await owner.call(method, `/v1/legacyTeams${path}`, body)).toMatchObject({ status: 400, body: { field } })
  expect((await client.getTeam({ id })).data).toEqual(before)
})

test.each([
  ['no name', { manager_id: 1 }],
  ['a blank name', { name: ' ', manager_id: 1 }],
  ['no manager', { name: 'x' }],
  ['more users than fit', { name: 'x', manager_id: 1, users: Array.from({ length: 1001 }, (_, nr) => nr + 1) }],
])('400 for a team with %s', async (_, body) => {
  expect((await owner.call('POST', '/v1/legacyTeams', body)).status).toBe(400)
})

test('404 for teams and users of another company', async () => {
  const stranger = await crm.company()
  const id = await aTeam('Ours')
  const users = [stranger.userId]
  const calls: [string, string, object?][] = [
    ['GET', `/${id}`],
    ['PUT', `/${id}`, { name: 'Theirs' }],
    ['GET', `/${id}/users`],
    ['POST', `/${id}/users`, { users }],
    ['DELETE', `/${id}/users`, { users }],
    ['GET', `/user/${ann.userId}`],
  ]

  for (const [method, path, body] of calls)
    expect([method, path, (await stranger.call(method, `/v1/legacyTeams${path}`, body)).status]).toEqual([
      method,
      path,
      404,
    ])
  expect((await stranger.call('GET', `/v1/legacyTeams/${id}`)).body.error).toBe(`Team ${id} does not exist`)
  expect((await stranger.call('GET', '/v1/legacyTeams')).body.data).toEqual([])
})

test('users read teams and only admins of the account change them', async () => {
  const id = await aTeam('Shown', [ann.userId])
  const users = [ann.userId]

  for (const path of ['', `/${id}`, `/${id}/users`, `/user/${ann.userId}`])
    expect((await ann.call('GET', `/v1/legacyTeams${path}`)).status).toBe(200)
  const writes: [string, string, object][] = [
    ['POST', '', { name: 'Mine', manager_id: ann.userId }],
    ['PUT', `/${id}`, { name: 'Mine' }],
    ['POST', `/${id}/users`, { users }],
    ['DELETE', `/${id}/users`, { users }],
  ]
  for (const [method, path, body] of writes)
    expect([method, path, (await ann.call(method, `/v1/legacyTeams${path}`, body)).status]).toEqual([method, path, 403])
})

test('403 for whoever may not see other users', async () => {
  const user = await crm.colleague(owner)
  const id = await aTeam('Hidden')
  await takeRights(crm, user, 'can_see_other_users')

  for (const path of ['', `/${id}`, `/${id}/users`, `/user/${user.userId}`])
    expect([path, (await user.call('GET', `/v1/legacyTeams${path}`)).status]).toEqual([path, 403])
})
