import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import {
  addMembers,
  findStranger,
  findTeam,
  insertTeam,
  lockTeam,
  removeMembers,
  storeTeam,
  type TeamRow,
  type TeamValues,
} from './store.ts'

export interface TeamInput {
  name?: string | undefined
  description?: string | null | undefined
  manager_id?: number | undefined
  /** All members from then on. */
  users?: readonly number[] | undefined
  active_flag?: number | undefined
  deleted_flag?: number | undefined
}

export async function addTeam(crm: Crm, input: TeamInput & { name: string; manager_id: number }): Promise<TeamRow> {
  const { name, manager_id, description = null, users = [] } = input
  await checkUsers(crm, 'manager_id', [manager_id])
  await checkUsers(crm, 'users', users)
  const id = await insertTeam(crm, { name, manager_id, description, active_flag: 1, deleted_flag: 0 })
  await addMembers(crm, id, users)
  return audited(crm, id, null)
}

/** A team may keep whom it has; whoever is named anew must be a user of the company. */
export async function updateTeam(crm: Crm, id: number, input: TeamInput): Promise<TeamRow> {
  const team = await lockTeam(crm, id)
  const values: TeamValues = {
    name: input.name ?? team.name,
    description: input.description === undefined ? team.description : input.description,
    manager_id: input.manager_id ?? team.manager_id,
    active_flag: input.active_flag ?? team.active_flag,
    deleted_flag: input.deleted_flag ?? team.deleted_flag,
  }
  const users = new Set(input.users ?? team.users)
  for (const user of team.users) users.delete(user)
  if (values.manager_id !== team.manager_id) await checkUsers(crm, 'manager_id', [values.manager_id])
  await checkUsers(crm, 'users', [...users])
  await storeTeam(crm, id, values)
  if (input.users) await removeMembers(crm, id, without(team.users, input.users))
  await addMembers(crm, id, [...users])
  return audited(crm, id, team)
}

/** Those who are in it already stay. */
export async function addTeamUsers(crm: Crm, id: number, users: readonly number[]): Promise<TeamRow> {
  const team = await lockTeam(crm, id)
  await checkUsers(crm, 'users', users)
  await addMembers(crm, id, users)
  return audited(crm, id, team)
}

/** Those who are not in it are passed over. */
export async function removeTeamUsers(crm: Crm, id: number, users: readonly number[]): Promise<TeamRow> {
  const team = await lockTeam(crm, id)
  await removeMembers(crm, id, users)
  return audited(crm, id, team)
}

async function checkUsers(crm: Crm, field: string, ids: readonly number[]): Promise<void> {
  const stranger = await findStranger(crm, ids)
  if (stranger !== undefined) throw doesNotExist(field, stranger)
}

function without(ids: readonly number[], kept: readonly number[]): number[] {
  const keeps = new Set(kept)
  return ids.filter(id => !keeps.has(id))
}

async function audited(crm: Crm, id: number, before: TeamRow | null): Promise<TeamRow> {
  const after = await findTeam(crm, id)
  await auditCall(crm, 'team_changed', id, { before: before && noted(before), after: noted(after) })
  return after
}

function noted({ name, manager_id, users, active_flag, deleted_flag }: TeamRow) {
  return { name, manager_id, users, active_flag, deleted_flag }
}
