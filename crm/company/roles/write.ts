import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { requireMove, requirePlace, topmostOf } from './rules.ts'
import { dropRole, findRole, insertRole, lockRoles, noRole, storeRole } from './store.ts'

export interface RoleInput {
  name?: string | undefined
  /** null: directly below the topmost role */
  parent_role_id?: number | null | undefined
}

export async function addRole(crm: Crm, { name, parent_role_id }: RoleInput & { name: string }): Promise<number> {
  const tree = await lockRoles(crm)
  const parent = parent_role_id ?? topmostOf(tree)
  requirePlace(tree, parent)
  const id = await insertRole(crm, name, parent)
  await auditCall(crm, 'role_changed', id, { before: null, after: { name, parent_role_id: parent } })
  return id
}

export async function updateRole(crm: Crm, id: number, input: RoleInput): Promise<void> {
  const tree = await lockRoles(crm)
  const { name, parent_role_id } = await findRole(crm, id)
  const parent = parentAfter(input, parent_role_id, topmostOf(tree))
  if (parent !== parent_role_id && parent !== null) requireMove(tree, id, parent)
  const after = { name: input.name ?? name, parent_role_id: parent }
  await storeRole(crm, id, after.name, after.parent_role_id)
  await auditCall(crm, 'role_changed', id, { before: { name, parent_role_id }, after })
}

function parentAfter({ parent_role_id: given }: RoleInput, stored: number | null, topmost: number): number | null {
  if (given === undefined) return stored
  // Of the topmost role null is what it is shown with.
  return given ?? (stored === null ? null : topmost)
}

/** Its users and the roles directly below it go to the role above it. */
export async function removeRole(crm: Crm, id: number): Promise<void> {
  const tree = await lockRoles(crm)
  const parent = tree.get(id)
  if (parent === undefined) throw noRole()
  if (parent === null) throw failure('conflict', 'The topmost role cannot be deleted')
  const { name } = await findRole(crm, id)
  const moved = await dropRole(crm, id, parent)
  await auditCall(crm, 'role_changed', id, { before: { name, parent_role_id: parent }, after: null, moved })
}
