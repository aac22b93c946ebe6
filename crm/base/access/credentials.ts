import type { Call } from '@portico/kit/api/api'
import { apiTokens } from './apiToken.ts'
import { accessTokens } from './bearer.ts'
import type { CredentialKind } from './credentialKind.ts'
import { sessions } from './session.ts'

/** In the order they are asked for: what a program sends counts before the cookie of a browser. */
const CREDENTIAL_KINDS: readonly CredentialKind[] = [apiTokens, accessTokens, sessions]

export interface Credential {
  kind: CredentialKind
  text: string
}

/** What a call shows, or nothing that could be right. */
export function credentialOf(call: Call, origin: string): Credential | undefined {
  for (const kind of CREDENTIAL_KINDS) {
    const text = kind.textOf(call, origin)
    if (text) return kind.canBe(text) ? { kind, text } : undefined
  }
  return undefined
}
