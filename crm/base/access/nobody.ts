import type { Actor } from './actor.ts'

/** Who calls an operation that needs no sign-in: in no company, sees nothing, may do nothing. */
export const NOBODY: Actor = {
  companyId: 0,
  companyDomain: '',
  plan: 'lite',
  userId: 0,
  roleId: 0,
  isAdmin: false,
  defaultCurrency: 'USD',
  defaultVisibility: {},
  scopes: [],
  credential: 'nobody',
  sameGroup: [],
  groupsBelow: [],
  groupsAbove: [],
}
