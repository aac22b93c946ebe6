import { failure } from '@portico/kit/api/failure'
import type { App } from '../../base/access/rights.ts'

/** What somebody is given in one app: a permission set, or that of admins, or else that of everybody. */
export interface Access {
  app: App
  admin?: boolean | undefined
  permission_set_id?: string | undefined
}

export interface PermissionSet {
  id: string
  app: App
  type: string
}

/** The permission sets that are asked for, one for each app named; `sets` are those of the company, oldest first. */
export function chosenSets(access: readonly Access[], sets: readonly PermissionSet[]): PermissionSet[] {
  const apps = access.map(({ app }) => app)
  const twice = apps.find((app, at) => apps.indexOf(app) !== at)
  if (twice !== undefined) throw wrong(`names the app ${twice} twice`)
  return access.map(given => (given.permission_set_id === undefined ? usualSet(given, sets) : namedSet(given, sets)))
}

function usualSet({ app, admin = false }: Access, sets: readonly PermissionSet[]): PermissionSet {
  const type = admin ? 'admin' : 'regular'
  const found = sets.find(set => set.app === app && set.type === type)
  if (!found) throw wrong(`there is no permission set of the type ${type} for ${app}: name one in permission_set_id`)
  return found
}

function namedSet({ app, admin, permission_set_id: id }: Access, sets: readonly PermissionSet[]): PermissionSet {
  const found = sets.find(set => set.id === id?.toLowerCase())
  if (!found) throw wrong(`permission_set_id ${id} does not exist`)
  if (found.app !== app) throw wrong(`permission_set_id ${id} is a set of ${found.app}, not of ${app}`)
  // Whoever sends back what a user was shown with says both.
  if (admin !== undefined && admin !== (found.type === 'admin'))
    throw wrong(`admin ${admin} and permission_set_id ${id} contradict each other: send one of them`)
  return found
}

function wrong(why: string) {
  return failure('invalid', `access: ${why}`, { field: 'access' })
}
