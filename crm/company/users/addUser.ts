import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import { lockCompany } from '../../base/access/companyLockStore.ts'
import type { Author } from '../../base/changes/author.ts'
import { logAdded } from '../../base/changes/logStore.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { isSalesAdmin, storeAccess } from '../permissionSets/assignStore.ts'
import { listSets } from '../permissionSets/store.ts'
import { addUsers } from './addUsersStore.ts'
import { type Access, chosenSets, type PermissionSet } from './chosenSets.ts'
import { checkedEmail } from './emailAddress.ts'
import { giveFirstPassword } from './firstPassword.ts'
import { invite } from './invite.ts'
import { requireStillOwner } from './ownersStore.ts'
import { findStoredUser, type StoredUser, storeSalesAdmin } from './store.ts'

export interface Newcomer {
  email: string
  /** Without it what stands before the @. */
  name?: string | undefined
  /** Apps that are not named: the set of everybody for a new user, what they had for a former one. */
  access?: readonly Access[] | undefined
  active?: boolean | undefined
  /** Only whoever runs the server may give it, since it opens every company of the person. */
  passwordHash?: string | undefined
  /** Whether a mail is sent. */
  invited: boolean
}

export interface Added {
  id: number
  /** Not for somebody who has a password on this server already. */
  hasGivenPassword: boolean
}

/**
 * Adds somebody to a company. Whoever was a user of it and is switched off or deleted comes back with everything that
 * was theirs.
 */
export async function addUser(by: Author, newcomer: Newcomer): Promise<Added> {
  const email = checkedEmail(newcomer.email)
  const { access, active = true, passwordHash, invited } = newcomer
  await lockCompany(by)
  await requireStillOwner(by)
  const former = await findStoredUser(by, { email })
  if (former?.active && !former.is_deleted)
    throw failure('conflict', `${email} is a user of this company already`, { field: 'email' })
  const sets = access && chosenSets(access, await listSets(by))
  const id = former
    ? await bringBack(by, former, active, sets)
    : await addStranger(by, { ...newcomer, email }, active, sets)
  const hasGivenPassword = passwordHash !== undefined && (await giveFirstPassword(by, id, passwordHash))
  if (active && invited) await invite(by, id)
  return { id, hasGivenPassword }
}

async function addStranger(
  by: Author,
  { email, name = email.split('@')[0] ?? email, access }: Newcomer,
  active: boolean,
  sets: readonly PermissionSet[] = [],
): Promise<number> {
  const [id = 0] = await addUsers(by.sql, by.actor.companyId, [{ name, email, active }])
  await storeAccess(by, id, sets.map(given))
  await storeSalesAdmin(by, id, await isSalesAdmin(by, id))
  await logAdded(by, 'app_user', id)
  await auditCall(by, 'user_added', id, { email, access, active })
  return id
}

async function bringBack(
  by: Author,
  { id, email, active: before }: StoredUser,
  active: boolean,
  sets: readonly PermissionSet[] | undefined,
): Promise<number> {
  if (sets) await storeAccess(by, id, sets.map(given))
  const is_admin = await isSalesAdmin(by, id)
  await updateRecord(by, 'app_user', id, { active, is_deleted: false, is_admin })
  if (active !== before) await auditCall(by, active ? 'user_activated' : 'user_deactivated', id, { email })
  if (sets) await auditCall(by, 'rights_changed', id, { permission_sets: sets })
  return id
}

function given({ app, id }: PermissionSet) {
  return { app, permission_set_id: id }
}
