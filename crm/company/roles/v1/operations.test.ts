import { RolesApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { untilWaiting } from '../../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new RolesApi(owner.v1)

const topmostIn = async ({ companyId }: TestUser) => {
  const [role] = await sql<{ id: number }[]>`
    select id from crm.role where company_id = ${companyId} and parent_id is null`
  return role?.id ?? 0
}
const topmost = await topmostIn(owner)

async function aRole(name: string, parent_role_id?: number, by = client): Promise<number> {
  const { data } = await by.addRole({ AddRoleRequest: { name, ...(parent_role_id && { parent_role_id }) } })
  return data?.id ?? 0
}

const parents = async (of = owner) => {
  const rows = await sql<{ id: number; parent_id: number | null }[]>`
    select id, parent_id from crm.role where company_id = ${of.companyId}`
  return new Map(rows.map(row => [row.id, row.parent_id]))
}

const roleOf = async ({ userId }: TestUser) => {
  const [row] = await sql<{ role_id: number }[]>`select role_id from crm.app_user where id = ${userId}`
  return row?.role_id
}

const lastAudit = async () => {
  const [line] = await sql`
    select user_id, credential, action, subject, detail from crm.audit where company_id = ${owner.companyId} order by id desc limit 1`
  return line
}

test('the client adds, renames, moves and deletes a role, and the database and the log have it', async () => {
  const north = await aRole('North')
  const oslo = await aRole('Oslo', north)
  const south = await aRole('South')
  expect(await lastAudit()).toMatchObject({
    user_id: owner.userId,
    credential: expect.stringMatching(/^token:\d+$/),
    action: 'role_changed',
    subject: `role ${south}`,
    detail: { before: null, after: { name: 'South', parent_role_id: topmost } },
  })
  expect((await parents()).get(north)).toBe(topmost)
  expect((await parents()).get(oslo)).toBe(north)

  await client.updateRole({ id: oslo, BaseRoleRequest: { name: 'Rome', parent_role_id: south } })

  expect(await lastAudit()).toMatchObject({
    subject: `role ${oslo}`,
    detail: { before: { name: 'Oslo', parent_role_id: north }, after: { name: 'Rome', parent_role_id: south } },
  })
  expect(await client.getRole({ id: oslo })).toMatchObject({
    success: true,
    data: {
      id: oslo,
      name: 'Rome',
      parent_role_id: south,
      active_flag: true,
      assignment_count: '0',
      sub_role_count: '0',
    },
    additional_data: { settings: { deal_default_visibility: 7, lead_default_visibility: 7, deal_access_level: 7 } },
  })
  expect((await client.getRoles({})).data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: topmost,
        parent_role_id: null,
        level: 1,
        assignment_count: '1',
        sub_role_count: '2',
      }),
      expect.objectContaining({ id: south, level: 2, sub_role_count: '1' }),
      expect.objectContaining({ id: oslo, level: 3 }),
    ]),
  )
  expect(await client.deleteRole({ id: north })).toMatchObject({ success: true, data: { id: north } })
  expect([...(await parents()).keys()]).not.toContain(north)
})

test('roles are paged', async () => {
  const small = await crm.company()
  const by = new RolesApi(small.v1)
  const first = await topmostIn(small)
  const second = await aRole('Second', undefined, by)
  const third = await aRole('Third', undefined, by)

  const page = await by.getRoles({ start: 1, limit: 1 })

  expect(page).toMatchObject({
    data: [{ id: second }],
    additional_data: { pagination: { start: 1, limit: 1, more_items_in_collection: true } },
  })
  expect((await by.getRoles({ start: 2 })).data).toMatchObject([{ id: third }])
  expect((await by.getRoles({ limit: 1 })).data).toMatchObject([{ id: first }])
})

test('users and sub-roles of a deleted role are in the role above it', async () => {
  const upper = await aRole('Upper')
  const middle = await aRole('Middle', upper)
  const lower = await aRole('Lower', middle)
  const user = await crm.colleague(owner, { roleId: middle })

  await client.deleteRole({ id: middle })

  expect((await parents()).get(lower)).toBe(upper)
  expect(await roleOf(user)).toBe(upper)
  expect(await lastAudit()).toMatchObject({
    action: 'role_changed',
    detail: { after: null, moved: { users: [user.userId], roles: [lower] } },
  })
})

test('409 for deleting the topmost role, 400 for moving it; its name can change', async () => {
  const role = await aRole('Anything')

  expect(await owner.call('DELETE', `/v1/roles/${topmost}`)).toMatchObject({
    status: 409,
    body: { error: 'The topmost role cannot be deleted' },
  })
  expect(await owner.call('PUT', `/v1/roles/${topmost}`, { parent_role_id: role })).toMatchObject({
    status: 400,
    body: { field: 'parent_role_id' },
  })
  expect(await owner.call('PUT', `/v1/roles/${topmost}`, { parent_role_id: null, name: 'All' })).toMatchObject({
    status: 200,
  })
  expect((await parents()).get(topmost)).toBeNull()
})

test('null as the parent of another role means below the topmost', async () => {
  const role = await aRole('Some', await aRole('Other'))

  await owner.call('PUT', `/v1/roles/${role}`, { parent_role_id: null })

  expect((await parents()).get(role)).toBe(topmost)
})

test('400 for a role below itself or below one of its own', async () => {
  const upper = await aRole('A')
  const lower = await aRole('B', upper)

  for (const parent_role_id of [upper, lower])
    expect((await owner.call('PUT', `/v1/roles/${upper}`, { parent_role_id })).status).toBe(400)
  expect((await parents()).get(upper)).toBe(topmost)
})

test('two roles moved under each other at once do not both go', async () => {
  const one = await aRole('One')
  const two = await aRole('Two')
  const move = (id: number, parent_role_id: number) => owner.call('PUT', `/v1/roles/${id}`, { parent_role_id })
  let moves: Promise<{ status: number }>[] = []

  // Both are on their way before either can write: whoever read the tree before waiting has read a stale one.
  await sql.begin(async holding => {
    await holding`select from crm.role where company_id = ${owner.companyId} for update`
    moves = [move(one, two), move(two, one)]
    await untilWaiting(crm, 2)
  })

  expect((await Promise.all(moves)).map(({ status }) => status).sort()).toEqual([200, 400])
  const above = await parents()
  expect([above.get(one), above.get(two)]).toContain(topmost)
})

test('somebody added to a role while it is being deleted ends up in the role above it', async () => {
  const role = await aRole('Leaving')
  const user = await crm.colleague(owner)
  let removal: Promise<{ status: number }> | undefined

  await sql.begin(async adding => {
    await adding`update crm.app_user set role_id = ${role} where id = ${user.userId}`
    removal = owner.call('DELETE', `/v1/roles/${role}`)
    await untilWaiting(crm, 1)
  })

  expect((await removal)?.status).toBe(200)
  expect(await roleOf(user)).toBe(topmost)
})

test.each([
  ['an empty name', { name: '' }],
  ['blanks', { name: '   ' }],
  ['a name of 256 characters', { name: 'x'.repeat(256) }],
  ['no name', {}],
  ['a parent that is not there', { name: 'x', parent_role_id: 999_999 }],
])('400 for a role with %s', async (_, body) => {
  expect((await owner.call('POST', '/v1/roles', body)).status).toBe(400)
})

test('400 for the twenty-first level', async () => {
  let parent = topmost
  for (let level = 2; level <= 20; level++) parent = await aRole(`Level ${level}`, parent)

  expect(await owner.call('POST', '/v1/roles', { name: 'Level 21', parent_role_id: parent })).toMatchObject({
    status: 400,
    body: { field: 'parent_role_id' },
  })
})

test('the client puts a user into a role and takes the user out into the topmost one', async () => {
  const role = await aRole('Support')
  const user = await crm.colleague(owner)

  const added = await client.addRoleAssignment({ id: role, AddRoleAssignmentRequest: { user_id: user.userId } })

  expect(added.data).toEqual({ user_id: user.userId, role_id: role })
  expect(await roleOf(user)).toBe(role)
  expect((await user.call('GET', '/v1/users/me')).body.data.role_id).toBe(role)
  expect(await lastAudit()).toMatchObject({
    action: 'role_assigned',
    subject: `user ${user.userId}`,
    detail: { before: topmost, after: role },
  })
  expect((await client.getRoleAssignments({ id: role })).data).toEqual([
    { user_id: user.userId, role_id: role, parent_role_id: topmost, name: 'Support', active_flag: true, type: '1' },
  ])

  const removed = await client.deleteRoleAssignment({
    id: role,
    DeleteRoleAssignmentRequest: { user_id: user.userId },
  })

  expect(removed.data).toEqual({ id: role })
  expect(await roleOf(user)).toBe(topmost)
  expect(await lastAudit()).toMatchObject({ detail: { before: role, after: topmost } })
})

test('404 for taking a user out of a role the user is not in', async () => {
  const role = await aRole('Empty')
  const user = await crm.colleague(owner)

  const reply = await owner.call('DELETE', `/v1/roles/${role}/assignments`, { user_id: user.userId })

  expect(reply).toMatchObject({ status: 404, body: { field: 'user_id' } })
})

test('400 for a user of another company, 404 for its roles, whatever is done to them', async () => {
  const stranger = await crm.company()
  const theirs = await topmostIn(stranger)
  const role = await aRole('Ours')
  const user_id = owner.userId

  expect(await owner.call('POST', `/v1/roles/${role}/assignments`, { user_id: stranger.userId })).toMatchObject({
    status: 400,
    body: { field: 'user_id' },
  })
  expect((await owner.call('PUT', `/v1/roles/${role}`, { parent_role_id: theirs })).status).toBe(400)
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['PUT', '', { name: 'x' }],
    ['DELETE', ''],
    ['GET', '/assignments'],
    ['POST', '/assignments', { user_id }],
    ['DELETE', '/assignments', { user_id }],
    ['GET', '/settings'],
    ['POST', '/settings', { setting_key: 'deal_default_visibility', value: 1 }],
    ['GET', '/pipelines'],
    ['PUT', '/pipelines', { visible_pipeline_ids: {} }],
  ]
  for (const [method, path, body] of calls)
    expect([method, path, (await owner.call(method, `/v1/roles/${theirs}${path}`, body)).status]).toEqual([
      method,
      path,
      404,
    ])
})

test('403 for whoever is no admin of the account, on every operation', async () => {
  const user = await crm.colleague(owner)
  const role = await aRole('Secret')
  const calls: [string, string, object?][] = [
    ['GET', '/v1/roles'],
    ['POST', '/v1/roles', { name: 'Mine' }],
    ['GET', `/v1/roles/${role}`],
    ['PUT', `/v1/roles/${role}`, { name: 'Mine' }],
    ['DELETE', `/v1/roles/${role}`],
    ['GET', `/v1/roles/${role}/assignments`],
    ['POST', `/v1/roles/${role}/assignments`, { user_id: user.userId }],
    ['DELETE', `/v1/roles/${role}/assignments`, { user_id: user.userId }],
    ['GET', `/v1/roles/${role}/settings`],
    ['POST', `/v1/roles/${role}/settings`, { setting_key: 'deal_default_visibility', value: 1 }],
    ['GET', `/v1/roles/${role}/pipelines`],
    ['PUT', `/v1/roles/${role}/pipelines`, { visible_pipeline_ids: {} }],
  ]

  for (const [method, path, body] of calls)
    expect([method, path, (await user.call(method, path, body)).status]).toEqual([method, path, 403])
})
