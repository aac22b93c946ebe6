import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import { lockCompany } from '../../base/access/companyLockStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { requireOwnerBeside, requireStillOwner } from '../users/ownersStore.ts'
import { type Access, findAccess, type GivenSet, isSalesAdmin, storeAccess } from './assignStore.ts'
import { listSets, type PermissionSetRow } from './store.ts'

/**
 * Gives a user permission sets, one for each app that is named; those of other apps stay. Whoever changes what somebody
 * may do goes through here: it keeps the mark of sales admins in step and an owner in the company.
 */
export async function assignSets(crm: Crm, userId: number, given: readonly GivenSet[]): Promise<Access[]> {
  await lockCompany(crm)
  await requireStillOwner(crm)
  const before = await findAccess(crm, userId)
  if (!before) throw failure('missing', 'User not found')
  const sets = await setsOf(crm, given)
  if (sets.some(({ app, type }) => app === 'account_settings' && type !== 'admin'))
    await requireOwnerBeside(crm, userId)
  await storeAccess(crm, userId, given)
  await updateRecord(crm, 'app_user', userId, { is_admin: await isSalesAdmin(crm, userId) })
  const after = (await findAccess(crm, userId)) ?? []
  await auditCall(crm, 'rights_changed', userId, { before, after })
  return after
}

async function setsOf(crm: Crm, given: readonly GivenSet[]): Promise<PermissionSetRow[]> {
  const all = await listSets(crm)
  return given.map(({ app, permission_set_id }, at) => {
    const field = `${at}.permission_set_id`
    const set = all.find(set => set.id === permission_set_id.toLowerCase())
    if (!set) throw doesNotExist(field, permission_set_id)
    if (set.app !== app)
      throw failure('invalid', `${field} names a set of the app ${set.app}, not of ${app}`, { field })
    if (given.findIndex(other => other.app === app) !== at)
      throw failure('invalid', `${at}.app: ${app} is named twice`, { field: `${at}.app` })
    return set
  })
}
