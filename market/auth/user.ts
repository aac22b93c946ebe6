import type { Session } from './tokens.ts'

/** Who is calling, as the account stands now, not as the token remembers it. */
export interface User {
  id: string
  email: string
  firstName: string
  /** 0 user, 1 admin, 2 owner. */
  permissionType: number
  /** The log-in the token stands for. */
  session: Session
}
