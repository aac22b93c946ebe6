import { redirect } from '@portico/kit/http/forms'
import type { SignInOutcome } from '../company/signIn/enter.ts'
import { safeNext } from './safeNext.ts'

/** On to what was asked for, or to the page that asks for the code first. */
export function afterSignIn({ cookie, asksForCode }: SignInOutcome, next: string): Response {
  const to = asksForCode ? `/login/code?next=${encodeURIComponent(safeNext(next))}` : safeNext(next)
  return redirect(to, { 'set-cookie': cookie })
}
