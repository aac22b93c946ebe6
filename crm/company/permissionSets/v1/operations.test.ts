import { PermissionSetsApi } from 'pipedrive/v1'
import { expect, test } from 'vitest'
import { RIGHTS, rightsOf } from '../../../base/access/rights.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new PermissionSetsApi(owner.v1)

test('a company begins with a set for admins and one for everybody, for each app', async () => {
  const { data } = await client.getPermissionSets({})

  expect(data?.map(({ app, type }) => `${app} ${type}`).sort()).toEqual([
    'account_settings admin',
    'account_settings regular',
    'global admin',
    'global regular',
    'projects admin',
    'projects regular',
    'sales admin',
    'sales regular',
  ])
})

test('sets of an app, also of one there is not', async () => {
  const stored = await sql<{ id: string }[]>`
    select id from crm.permission_set where company_id = ${owner.companyId} and app = 'sales'`

  const { data } = await client.getPermissionSets({ app: 'sales' })

  expect(new Set(data?.map(set => set.id))).toEqual(new Set(stored.map(set => set.id)))
  expect((await client.getPermissionSets({ app: 'campaigns' })).data).toEqual([])
})

test('one set with its rights, in `data` and beside it, and with the users who have it', async () => {
  const user = await crm.colleague(owner)
  const sets = (await client.getPermissionSets({ app: 'global' })).data ?? []
  const admin = sets.find(set => set.type === 'admin')
  const regular = sets.find(set => set.type === 'regular')

  const one = await client.getPermissionSet({ id: admin?.id ?? '' })

  expect(one).toMatchObject({ id: admin?.id, type: 'admin', app: 'global', contents: rightsOf('global', 'admin') })
  expect(one).toMatchObject({ success: true, data: { id: admin?.id, contents: one.contents } })
  expect(admin?.assignment_count).toBe(1)
  expect(await client.getPermissionSetAssignments({ id: regular?.id ?? '' })).toMatchObject({
    data: [{ user_id: user.userId, permission_set_id: regular?.id, name: regular?.name }],
    additional_data: { pagination: { start: 0, more_items_in_collection: false } },
  })
})

test('every right is in the set of admins of its app', async () => {
  for (const [right, { app }] of Object.entries(RIGHTS)) {
    const sets = (await client.getPermissionSets({ app })).data ?? []
    const id = sets.find(set => set.type === 'admin')?.id ?? ''
    expect((await client.getPermissionSet({ id })).contents).toContain(right)
  }
})

test('404 for sets of another company', async () => {
  const stranger = await crm.company()
  const theirs = (await new PermissionSetsApi(stranger.v1).getPermissionSets({})).data?.[0]?.id

  expect((await owner.call('GET', `/v1/permissionSets/${theirs}`)).status).toBe(404)
  expect((await owner.call('GET', `/v1/permissionSets/${theirs}/assignments`)).status).toBe(404)
})

test('403 for whoever is no admin of the account', async () => {
  const user = await crm.colleague(owner)
  const id = (await client.getPermissionSets({})).data?.[0]?.id

  for (const path of ['', `/${id}`, `/${id}/assignments`])
    expect((await user.call('GET', `/v1/permissionSets${path}`)).status).toBe(403)
})
