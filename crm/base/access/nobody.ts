import type { Actor } from './actor.ts'

/** Who calls an operation that needs no sign-in: in no company, sees nothing, may do nothing. */
export const NOBODY: Actor = {
  companyId: 0,
  companyDomain: '',
  plan: 'lite',
  userId: 0,
  accountId: 0,
  roleId: 0,
  isAdmin: false,
  isProjectsAdmin: false,
  isAccountAdmin: false,
  rights: new Set(),
  defaultCurrency: 'USD',
  defaultVisibility: {},
  scopes: [],
  readOnly: true,
  credential: 'nobody',
  source: 'api',
  twoFactors: false,
  lacksSecondFactor: false,
  expires: undefined,
  sameGroup: [],
  groupsBelow: [],
  groupsAbove: [],
  hiddenPipelines: [],
}
