import { failure } from '@portico/kit/api/failure'
import type { Operation } from '@portico/kit/api/operation'
import type { Actor } from './base/access/actor.ts'
import { requireDeclared, requireRight } from './base/access/mayDo.ts'
import type { Crm } from './base/api/context.ts'
import { OPEN_BEFORE_SECOND_FACTOR } from './company/signIn/app/operations.ts'

/** What the credential and the rights of its user open. */
export function requireOpen(actor: Actor, operation: Operation<Crm>) {
  if (!opens(actor.scopes, operation.scopes)) throw failure('forbidden', 'Scope and URL mismatch')
  requireReading(actor, operation)
  requireSecondFactor(actor, operation)
  requireApi(actor)
  requireDeclared(actor, operation)
  if (MANAGING_KEYS.has(operation.api)) requireWholeCredential(actor)
}

/** APIs whose operations manage keys. */
const MANAGING_KEYS: ReadonlySet<string> = new Set(['crm-app', 'crm-oauth'])

function requireReading({ readOnly }: Actor, { method }: Operation<Crm>) {
  if (readOnly && method !== 'GET') throw failure('forbidden', 'This token may only read: send one that may write')
}

/** With what manages keys a program could give itself more than it was granted. */
function requireWholeCredential({ scopes }: Actor) {
  if (scopes) throw failure('forbidden', 'This needs a session, or a token that is not limited to scopes')
}

/** A company can demand two factors: whoever has shown one sets up the second before anything else. */
function requireSecondFactor({ lacksSecondFactor }: Actor, operation: Operation<Crm>) {
  if (lacksSecondFactor && !OPEN_BEFORE_SECOND_FACTOR.has(operation))
    throw failure('forbidden', 'Your company demands a second factor: set it up at /app/account/second-factor')
}

/** A company can keep its users from using programs; the web app is not one. */
function requireApi(actor: Actor) {
  if (actor.source === 'api') requireRight({ actor }, 'can_use_api')
}

function opens(granted: readonly string[] | undefined, wanted: readonly string[]): boolean {
  return !granted || wanted.length === 0 || wanted.some(scope => granted.includes(scope))
}
