import { type AddOrUpdateRoleSettingRequestSettingKeyConst, RolesApi } from 'pipedrive/v1'
import { DealsApi } from 'pipedrive/v2'
import { expect, test } from 'vitest'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const client = new RolesApi(owner.v1)
const role = (await client.addRole({ AddRoleRequest: { name: 'Sellers' } })).data?.id ?? 0

// It takes milliseconds; a busy machine may need longer.
const SOON = { timeout: 120_000, interval: 20 }

/** How to add a record of each kind, and the table it is in. */
const KINDS = {
  deal: ['/api/v2/deals', { title: 'New' }, 'deal'],
  lead: ['/v1/leads', { title: 'New' }, 'lead'],
  org: ['/api/v2/organizations', { name: 'New' }, 'organization'],
  person: ['/api/v2/persons', { name: 'New' }, 'person'],
  product: ['/api/v2/products', { name: 'New' }, 'product'],
} as const

test.each(Object.entries(KINDS))('who sees a new %s is what the role of the one who adds it says', async (kind, [
  path,
  body,
  table,
]) => {
  const user = await crm.colleague(owner, { roleId: role })
  const person = await user.call('POST', '/api/v2/persons', { name: 'P' })
  const values = [3, 1, 5, 7] as const

  for (const value of values) {
    const key = `${kind}_default_visibility` as AddOrUpdateRoleSettingRequestSettingKeyConst
    const set = await client.addOrUpdateRoleSetting({
      id: role,
      AddOrUpdateRoleSettingRequest: { setting_key: key, value },
    })
    expect(set.data).toEqual({ id: role, [key]: value })
    expect((await client.getRoleSettings({ id: role })).data).toMatchObject({ [key]: value })
    expect((await client.getRole({ id: role })).additional_data?.settings).toMatchObject({ [key]: value })

    await expect
      .poll(async () => {
        const added = await user.call('POST', path, {
          ...body,
          ...(kind === 'lead' && { person_id: person.body.data.id }),
        })
        const [row] = await sql.unsafe<{ visible_to: number }[]>(
          `select visible_to from crm.${table} where id::text = '${added.body.data.id}'`,
        )
        return row?.visible_to
      }, SOON)
      .toBe(value)
  }
})

test('a setting is of one role and leaves the others alone, and is in the log', async () => {
  const other = (await client.addRole({ AddRoleRequest: { name: 'Others' } })).data?.id ?? 0
  await client.addOrUpdateRoleSetting({
    id: role,
    AddOrUpdateRoleSettingRequest: { setting_key: 'deal_default_visibility', value: 5 },
  })
  await client.addOrUpdateRoleSetting({
    id: role,
    AddOrUpdateRoleSettingRequest: { setting_key: 'deal_default_visibility', value: 3 },
  })

  const [line] = await sql`select action, subject, detail from crm.audit order by id desc limit 1`
  expect(line).toEqual({
    action: 'role_changed',
    subject: `role ${role}`,
    detail: { setting: 'deal_default_visibility', before: 5, after: 3 },
  })
  expect((await client.getRoleSettings({ id: other })).data).toMatchObject({ deal_default_visibility: 7 })
  const deal = await new DealsApi(owner.v2).addDeal({ AddDealRequest: { title: 'Of the owner' } })
  expect(deal.data?.visible_to).toBe(7)
})

test.each([
  [{ setting_key: 'deal_default_visibility', value: 2 }],
  [{ setting_key: 'deal_default_visibility', value: 9 }],
  [{ setting_key: 'deal_default_visibility' }],
  [{ setting_key: 'deal_access_level', value: 1 }],
  [{ setting_key: 'constructor', value: 1 }],
  [{ value: 1 }],
])('400 for %j', async body => {
  expect((await owner.call('POST', `/v1/roles/${role}/settings`, body)).status).toBe(400)
})
