import { redirect } from '@portico/kit/http/forms'
import type { SignInOutcome } from '../company/signIn/enter.ts'
import { safeNext } from './safeNext.ts'

const STEPS = { code: '/login/code', company: '/login/company' }

/** On to what was asked for, or to the page of the next step first. */
export function afterSignIn(outcome: SignInOutcome, next: string): Response {
  return redirect(addressAfter(outcome, next), { 'set-cookie': outcome.cookie })
}

export function addressAfter({ leadsTo }: SignInOutcome, next: string): string {
  const to = safeNext(next)
  return leadsTo === 'session' ? to : `${STEPS[leadsTo]}?next=${encodeURIComponent(to)}`
}
