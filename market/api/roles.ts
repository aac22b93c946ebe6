import { failure } from '@portico/kit/api/failure'
import type { User } from '../auth/user.ts'

/** The scopes of this API are its roles. */
export const ROLES = {
  admin: 'permissionType 1 or 2: the dashboard',
  owner: 'permissionType 2: roles, settings and tools',
} as const

export type Role = keyof typeof ROLES

const LEVEL: Readonly<Record<Role, number>> = { admin: 1, owner: 2 }

export function admitRole(user: User | undefined, operation: { readonly scopes: readonly string[] }): void {
  for (const role of operation.scopes) {
    if (isRole(role) && user && user.permissionType >= LEVEL[role]) continue
    throw failure('forbidden', `Only for the role ${role}`)
  }
}

function isRole(name: string): name is Role {
  return name in ROLES
}
