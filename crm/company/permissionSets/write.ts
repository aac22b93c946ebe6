import { auditCall } from '../../base/access/auditStore.ts'
import { lockCompany } from '../../base/access/companyLockStore.ts'
import type { App, Right } from '../../base/access/rights.ts'
import type { Crm } from '../../base/api/context.ts'
import { refuseBuiltIn, refuseDeleting, rightsWithin } from './rules.ts'
import { dropSet, findSet, insertSet, type PermissionSetRow, storeSet } from './store.ts'

export interface SetInput {
  name?: string | undefined
  description?: string | undefined
  contents?: readonly Right[] | undefined
}

export async function addSet(crm: Crm, app: App, input: SetInput & { name: string }): Promise<PermissionSetRow> {
  const { name, description = '', contents = [] } = input
  const values = { name, description, contents: rightsWithin(app, contents) }
  const id = await insertSet(crm, app, values)
  await auditCall(crm, 'permission_set_changed', id, { before: null, after: { app, ...values } })
  return findSet(crm, id)
}

export async function updateSet(crm: Crm, id: string, input: SetInput): Promise<PermissionSetRow> {
  await lockCompany(crm)
  const set = await findSet(crm, id)
  refuseBuiltIn(set, input)
  const { app, name, description, contents } = set
  const after = {
    name: input.name ?? name,
    description: input.description ?? description,
    contents: input.contents ? rightsWithin(app, input.contents) : contents,
  }
  await storeSet(crm, id, after)
  const before = { app, name, description, contents }
  await auditCall(crm, 'permission_set_changed', id, { before, after: { app, ...after } })
  return findSet(crm, id)
}

/** Whoever gives the set to somebody at the same time waits for the company's lock and finds it gone. */
export async function removeSet(crm: Crm, id: string): Promise<void> {
  await lockCompany(crm)
  const set = await findSet(crm, id)
  refuseDeleting(set)
  await dropSet(crm, id)
  const { app, name, description, contents } = set
  await auditCall(crm, 'permission_set_changed', id, { before: { app, name, description, contents }, after: null })
}
