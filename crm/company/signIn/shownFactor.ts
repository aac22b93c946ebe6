/** What somebody showed to get in, as the audit log names it. */
export type ShownFactor = 'password' | 'code' | 'recovery code' | 'passkey' | 'link'

/** A passkey is something held, opened by something known or by a finger. */
export const SHOWS_TWO: ReadonlySet<ShownFactor> = new Set(['code', 'recovery code', 'passkey'])
