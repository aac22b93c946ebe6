import type { Session } from './tokens.ts'

/** The caller, read from the account at every request and not from the token. */
export interface User {
  id: string
  email: string
  firstName: string
  /** 0 user, 1 admin, 2 owner. */
  permissionType: number
  /** The log-in that gave out the token. */
  session: Session
}
