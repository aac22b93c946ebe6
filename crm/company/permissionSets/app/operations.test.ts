import { expect, test } from 'vitest'
import { rightsOf } from '../../../base/access/rights.ts'
import { untilWaiting } from '../../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm

let names = 0
async function aSet(contents: string[], { app = 'sales', by = owner } = {}): Promise<string> {
  const made = await by.call('POST', '/app/api/permissionSets', { name: `Set ${++names}`, app, contents })
  expect(made.status).toBe(200)
  return made.body.data.id
}

async function builtIn(app: string, type: string, of = owner): Promise<{ id: string; name: string }> {
  const [set] = await sql<{ id: string; name: string }[]>`
    select id, name from crm.permission_set where company_id = ${of.companyId} and app = ${app} and type = ${type}`
  if (!set) throw new Error('no such set')
  return set
}

const give = (user: TestUser, permission_set_id: string, app = 'sales') =>
  owner.call('PUT', `/app/api/users/${user.userId}/access`, [{ app, permission_set_id }])

const lastAudit = async () => {
  const [line] = await sql`select action, subject, detail from crm.audit order by id desc limit 1`
  return line
}

test('a set of a company is added, changed and deleted; v1 shows it and the log has it', async () => {
  const made = await owner.call('POST', '/app/api/permissionSets', {
    name: 'Careful sellers',
    app: 'sales',
    description: 'May not delete',
    contents: ['can_merge_deals', 'can_add_products', 'can_merge_deals'],
  })

  const { id } = made.body.data
  const contents = ['can_add_products', 'can_merge_deals']
  expect(made.body.data).toEqual({
    id,
    name: 'Careful sellers',
    app: 'sales',
    type: 'custom',
    description: 'May not delete',
    assignment_count: 0,
    contents,
  })
  expect((await owner.call('GET', `/v1/permissionSets/${id}`)).body.data).toEqual(made.body.data)
  expect(await lastAudit()).toMatchObject({
    action: 'permission_set_changed',
    subject: `permission set ${id}`,
    detail: { before: null, after: { app: 'sales', name: 'Careful sellers', contents } },
  })

  await owner.call('PUT', `/app/api/permissionSets/${id}`, { name: 'Sellers', contents: ['can_delete_deals'] })

  expect((await owner.call('GET', `/v1/permissionSets/${id}`)).body.data).toMatchObject({
    name: 'Sellers',
    description: 'May not delete',
    contents: ['can_delete_deals'],
  })
  expect(await lastAudit()).toMatchObject({
    detail: {
      before: { name: 'Careful sellers', contents },
      after: { name: 'Sellers', contents: ['can_delete_deals'] },
    },
  })

  expect((await owner.call('DELETE', `/app/api/permissionSets/${id}`)).body.data).toEqual({ id })

  expect((await owner.call('GET', `/v1/permissionSets/${id}`)).status).toBe(404)
  expect(await lastAudit()).toMatchObject({ action: 'permission_set_changed', detail: { after: null } })
})

test.each([
  ['a right of another app', { name: 'x', app: 'sales', contents: ['can_use_api'] }],
  ['a right there is not', { name: 'x', app: 'sales', contents: ['can_do_everything'] }],
  ['an app there is not', { name: 'x', app: 'nova', contents: [] }],
  ['a blank name', { name: '  ', app: 'sales', contents: [] }],
  ['no contents', { name: 'x', app: 'sales' }],
  ['a type', { name: 'x', app: 'sales', contents: [], type: 'admin' }],
])('400 for a set with %s', async (_, body) => {
  expect((await owner.call('POST', '/app/api/permissionSets', body)).status).toBe(400)
})

test('400 for giving a set a right of another app later', async () => {
  const id = await aSet(['can_delete_deals'])

  const reply = await owner.call('PUT', `/app/api/permissionSets/${id}`, { contents: ['can_use_api'] })

  expect(reply).toMatchObject({ status: 400, body: { field: 'contents' } })
})

test('409 for a second set of the same name in an app', async () => {
  const { name } = await builtIn('sales', 'admin')

  expect(await owner.call('POST', '/app/api/permissionSets', { name, app: 'sales', contents: [] })).toMatchObject({
    status: 409,
    body: { field: 'name' },
  })
  expect((await owner.call('PUT', `/app/api/permissionSets/${await aSet([])}`, { name })).status).toBe(409)
})

test('409 for deleting or renaming a built-in set and for narrowing that of admins', async () => {
  for (const type of ['admin', 'regular']) {
    const { id, name } = await builtIn('global', type)
    expect((await owner.call('DELETE', `/app/api/permissionSets/${id}`)).status).toBe(409)
    expect((await owner.call('PUT', `/app/api/permissionSets/${id}`, { name: 'Other' })).status).toBe(409)
    expect((await owner.call('PUT', `/app/api/permissionSets/${id}`, { name, description: 'x' })).status).toBe(200)
  }
  const admin = await builtIn('sales', 'admin')
  const narrowed = await owner.call('PUT', `/app/api/permissionSets/${admin.id}`, { contents: [] })
  expect(narrowed).toMatchObject({ status: 409, body: { field: 'contents' } })
})

test('what everybody may do can be narrowed', async () => {
  const company = await crm.company()
  const { id } = await builtIn('global', 'regular', company)
  const contents = rightsOf('global', 'regular').filter(right => right !== 'can_use_api')
  const user = await crm.colleague(company)
  expect((await user.call('GET', '/v1/users/me')).status).toBe(200)

  expect((await company.call('PUT', `/app/api/permissionSets/${id}`, { contents })).status).toBe(200)

  await expect.poll(async () => (await user.call('GET', '/v1/users/me')).status, SOON).toBe(403)
})

// It takes milliseconds; a busy machine may need longer.
const SOON = { timeout: 120_000, interval: 20 }

test('409 for deleting a set that somebody has', async () => {
  const user = await crm.colleague(owner)
  const id = await aSet([])
  await give(user, id)

  expect(await owner.call('DELETE', `/app/api/permissionSets/${id}`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('1 users') },
  })

  await give(user, (await builtIn('sales', 'regular')).id)
  expect((await owner.call('DELETE', `/app/api/permissionSets/${id}`)).status).toBe(200)
})

test('a set that is given to somebody while it is being deleted stays', async () => {
  const user = await crm.colleague(owner)
  const id = await aSet([])
  let removal: Promise<{ status: number }> | undefined
  let giving: Promise<{ status: number }> | undefined

  // The giving stands in the middle, with the lock of the company, when the deletion comes.
  await sql.begin(async holding => {
    await holding`select from crm.app_user where id = ${user.userId} for update`
    giving = give(user, id)
    await untilWaiting(crm, 1)
    removal = owner.call('DELETE', `/app/api/permissionSets/${id}`)
    await untilWaiting(crm, 2)
  })

  expect([(await giving)?.status, (await removal)?.status]).toEqual([200, 409])
})

test('404 for sets of another company, 403 for whoever is no admin of the account', async () => {
  const stranger = await crm.company()
  const theirs = await aSet([], { by: stranger })
  const user = await crm.colleague(owner)
  const ours = await aSet([])

  expect((await owner.call('PUT', `/app/api/permissionSets/${theirs}`, { contents: [] })).status).toBe(404)
  expect((await owner.call('DELETE', `/app/api/permissionSets/${theirs}`)).status).toBe(404)
  const body = { name: 'Mine', app: 'sales', contents: [] }
  expect((await user.call('POST', '/app/api/permissionSets', body)).status).toBe(403)
  expect((await user.call('PUT', `/app/api/permissionSets/${ours}`, { contents: [] })).status).toBe(403)
  expect((await user.call('DELETE', `/app/api/permissionSets/${ours}`)).status).toBe(403)
})
