import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from './actor.ts'

/** A way to show who is calling: a secret of which the database keeps the digest. */
export interface CredentialKind {
  name: string
  /** The secret, when the call shows one of this kind. */
  textOf(call: Call, origin: string): string | undefined
  /** Whether a text has the form of such a secret. Kinds have different forms, so that one secret has one meaning. */
  canBe(text: string): boolean
  find(sql: Sql, digest: Uint8Array): Promise<Actor | undefined>
}
