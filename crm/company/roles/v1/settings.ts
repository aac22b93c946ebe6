import { Id, oneOf } from '@portico/kit/api/schemas'
import { auditCall } from '../../../base/access/auditStore.ts'
import { v1 } from '../../../base/api/operation.ts'
import { lockRoles } from '../store.ts'
import { findSettings, storeSetting } from './settingsStore.ts'
import { RoleSettings, SETTING_KEYS, StoredSetting, Visibility } from './shape.ts'

const params = { id: Id }

const getRoleSettings = v1({
  route: 'GET /roles/{id}/settings',
  summary: 'Get who sees new records of users in a role',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  reply: RoleSettings,
  cost: 20,
  run: ({ params }, crm) => findSettings(crm, params.id),
})

const setRoleSetting = v1({
  route: 'POST /roles/{id}/settings',
  summary: 'Say who sees new records of a kind that users in a role add',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { setting_key: oneOf(SETTING_KEYS), value: Visibility },
  reply: StoredSetting,
  cost: 10,
  async run({ params: { id }, body: { setting_key, value } }, crm) {
    await lockRoles(crm)
    const before = await findSettings(crm, id)
    await storeSetting(crm, id, { [setting_key]: value })
    await auditCall(crm, 'role_changed', id, { setting: setting_key, before: before[setting_key], after: value })
    return { id, [setting_key]: value }
  },
})

export const roleSettings = [getRoleSettings, setRoleSetting]
