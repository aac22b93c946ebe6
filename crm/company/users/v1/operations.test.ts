import { UsersApi } from 'pipedrive/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { RIGHTS } from '../../../base/access/rights.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'

const crm = await startTestCrm()
const api = new UsersApi(crm.owner.v1)
const NOT_FOUND = 'User not found or not accessible.'

let carl: TestUser

beforeAll(async () => {
  carl = await crm.colleague(crm.owner)
  await crm.sql`update crm.app_user set name = 'Carl 100% Colleague', email = 'carl_c@example.com' where id = ${carl.userId}`
})

test('all users of the company and nobody else, as they are stored', async () => {
  const stranger = await crm.company()

  const { data } = await api.getUsers()

  expect(data?.map(user => user.id)).toEqual([crm.owner.userId, carl.userId])
  expect(data?.[0]).toMatchObject({
    name: 'Olga Owner',
    email: 'owner-1@example.com',
    default_currency: 'USD',
    active_flag: true,
    activated: true,
    is_you: true,
    is_deleted: false,
    has_created_company: true,
    timezone_name: 'Etc/UTC',
    timezone_offset: '+00:00',
    access: [
      { app: 'account_settings', admin: true },
      { app: 'global', admin: true },
      { app: 'projects', admin: true },
      { app: 'sales', admin: true },
    ],
  })
  expect(data?.[1]).toMatchObject({ is_you: false, has_created_company: false, last_login: null })
  expect((await stranger.call('GET', '/v1/users')).body.data.map((user: { id: number }) => user.id)).toEqual([
    stranger.userId,
  ])
})

test('the offset of a time zone is signed, in hours and minutes', async () => {
  const offsets = { 'Asia/Kolkata': '+05:30', 'Pacific/Marquesas': '-09:30', 'Etc/UTC': '+00:00' }

  for (const [zone, offset] of Object.entries(offsets)) {
    await crm.sql`update crm.app_user set timezone_name = ${zone} where id = ${carl.userId}`
    const user = (await api.getUser({ id: carl.userId })).data
    expect(user).toMatchObject({ timezone_name: zone, timezone_offset: offset })
  }
})

test('switched-off users are listed, deleted ones are not, and both are found by their id', async () => {
  const off = await crm.colleague(crm.owner)
  const gone = await crm.colleague(crm.owner)
  await crm.sql`update crm.app_user set active = false where id = ${off.userId}`
  await crm.sql`update crm.app_user set is_deleted = true where id = ${gone.userId}`

  const ids = (await api.getUsers()).data?.map(user => user.id)

  expect(ids).toContain(off.userId)
  expect(ids).not.toContain(gone.userId)
  expect((await api.getUser({ id: off.userId })).data).toMatchObject({ id: off.userId, active_flag: false })
  expect((await api.getUser({ id: gone.userId })).data).toMatchObject({ id: gone.userId, is_deleted: true })
})

test('users are found by a part of the name in any case, or of the address when asked', async () => {
  const find = async (term: string, search_by_email?: 0 | 1) =>
    (await api.findUsersByName({ term, search_by_email })).data?.map(user => user.id)

  expect(await find('cARL 1')).toEqual([carl.userId])
  expect(await find('%')).toEqual([carl.userId])
  expect(await find('carl_c@')).toEqual([])
  expect(await find('CARL_C@', 1)).toEqual([carl.userId])
  expect(await find('Colleague', 1)).toEqual([])
  expect((await crm.owner.call('GET', '/v1/users/find')).status).toBe(400)
})

test('404 for a user who does not exist and for one of another company, in the words of the contract', async () => {
  const stranger = await crm.company()

  for (const path of ['', '/followers', '/permissions', '/roleAssignments', '/roleSettings'])
    for (const id of [stranger.userId, 999_999]) {
      const reply = await crm.owner.call('GET', `/v1/users/${id}${path}`)
      expect(reply, path).toMatchObject({ status: 404, body: { success: false, error: NOT_FOUND, errorCode: 404 } })
    }
})

describe('without the right to see other users', () => {
  let sam: TestUser

  beforeAll(async () => {
    sam = await crm.colleague(crm.owner)
    await takeRights(crm, sam, 'can_see_other_users')
  })

  test('one is alone in the list and in what is found', async () => {
    const own = new UsersApi(sam.v1)

    expect((await own.getUsers()).data?.map(user => user.id)).toEqual([sam.userId])
    expect((await own.findUsersByName({ term: 'c' })).data?.map(user => user.id)).toEqual([sam.userId])
    expect((await own.findUsersByName({ term: '@', search_by_email: 1 })).data).toHaveLength(1)
    expect((await own.getUser({ id: sam.userId })).data?.id).toBe(sam.userId)
  })

  test('404 for others', async () => {
    for (const path of ['', '/permissions', '/roleAssignments', '/roleSettings'])
      expect((await sam.call('GET', `/v1/users/${carl.userId}${path}`)).status, path).toBe(404)
  })

  test('403 for the followers of others, 200 for the own', async () => {
    for (const api of ['/v1', '/api/v2']) {
      const refused = await sam.call('GET', `${api}/users/${carl.userId}/followers`)
      expect(refused).toMatchObject({ status: 403, body: { success: false, errorCode: 403, data: null } })
      expect((await sam.call('GET', `${api}/users/${sam.userId}/followers`)).status).toBe(200)
    }
  })

  test('an admin of the account sees everybody all the same', async () => {
    const admin = await crm.colleague(crm.owner, { admin: true })
    await takeRights(crm, admin, 'can_see_other_users')

    expect((await admin.call('GET', `/v1/users/${carl.userId}`)).status).toBe(200)
  })
})

test('permissions are those of the sets a user has, every right by its name', async () => {
  const denied = await crm.colleague(crm.owner)
  await takeRights(crm, denied, 'can_merge_deals', 'can_delete_deals')

  const regular = (await api.getUserPermissions({ id: carl.userId })).data
  const lesser = (await api.getUserPermissions({ id: denied.userId })).data
  const admin = (await api.getUserPermissions({ id: crm.owner.userId })).data

  expect(regular).toEqual(Object.fromEntries(Object.entries(RIGHTS).map(([name, right]) => [name, right.regular])))
  expect(lesser).toEqual({ ...regular, can_merge_deals: false, can_delete_deals: false })
  expect(Object.keys(admin ?? {})).toHaveLength(31)
  expect(new Set(Object.values(admin ?? {}))).toEqual(new Set([true]))
})

test('role assignments name the one role of a user, a page beyond it is empty', async () => {
  const [role] = await crm.sql`
    insert into crm.role (company_id, parent_id, name)
    select company_id, id, 'North' from crm.role where company_id = ${crm.owner.companyId} returning id, parent_id`
  const nora = await crm.colleague(crm.owner, { roleId: role?.id })

  const { data, additional_data } = await api.getUserRoleAssignments({ id: nora.userId })

  const assignment = { user_id: nora.userId, role_id: role?.id, parent_role_id: role?.parent_id, name: 'North' }
  expect(data).toEqual([{ ...assignment, active_flag: true, type: '1' }])
  expect(additional_data?.pagination).toEqual({ start: 0, limit: 100, more_items_in_collection: false })
  expect((await api.getUserRoleAssignments({ id: nora.userId, start: 1 })).data).toBeNull()
})

test('role settings are those of the role, open to everyone where it decides nothing', async () => {
  const [role] = await crm.sql`
    insert into crm.role (company_id, parent_id, name, settings)
    select company_id, id, 'Quiet', '{"deal_default_visibility": 1, "org_default_visibility": 3}' from crm.role
    where company_id = ${crm.owner.companyId} and parent_id is null returning id`
  const quiet = await crm.colleague(crm.owner, { roleId: role?.id })

  expect((await api.getUserRoleSettings({ id: quiet.userId })).data).toEqual({
    deal_default_visibility: 1,
    lead_default_visibility: 7,
    org_default_visibility: 3,
    person_default_visibility: 7,
    product_default_visibility: 7,
    deal_access_level: 7,
    org_access_level: 7,
    person_access_level: 7,
    product_access_level: 7,
  })
})
