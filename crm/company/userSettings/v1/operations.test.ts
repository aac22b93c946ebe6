import { BillingApi, UserConnectionsApi, UserSettingsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()

describe('the state of a company and of its users', () => {
  test('connections are those of the calling user', async () => {
    const colleague = await crm.colleague(crm.owner)
    await crm.sql`update crm.app_user set settings = '{"connections": {"google": "account-1"}}' where id = ${colleague.userId}`

    expect((await new UserConnectionsApi(crm.owner.v1).getUserConnections()).data).toEqual({ google: null })
    expect((await new UserConnectionsApi(colleague.v1).getUserConnections()).data).toEqual({ google: 'account-1' })
  })

  test('settings of the user come before those of the company', async () => {
    const user = await crm.company()
    const settings = () => new UserSettingsApi(user.v1).getUserSettings()
    expect((await settings()).data).toMatchObject({ list_limit: 100, person_duplicate_condition: 'name' })

    await crm.sql`update crm.company set settings = '{"list_limit": 50, "person_duplicate_condition": "name_and_email"}' where id = ${user.companyId}`
    await crm.sql`update crm.app_user set settings = '{"list_limit": 25, "beta_app": true}' where id = ${user.userId}`

    expect((await settings()).data).toMatchObject({
      list_limit: 25,
      beta_app: true,
      person_duplicate_condition: 'name_and_email',
    })
  })

  test('add-ons are those the company has', async () => {
    const user = await crm.company()
    const addons = () => new BillingApi(user.v1).getCompanyAddons()
    expect((await addons()).data).toEqual([])

    await crm.sql`update crm.company set settings = '{"addons": ["leadbooster_v2"]}' where id = ${user.companyId}`

    expect((await addons()).data).toEqual([{ code: 'leadbooster_v2' }])
  })
})
