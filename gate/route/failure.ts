import { toBase64Url } from '../bytes.ts'
import type { FailureCode } from '../event.ts'
import type { Inside } from '../inside.ts'
import { failureKey, type Look } from '../looks.ts'

/**
 * Failures travel through the session store, under a key beside the session's, so that the page hears of them
 * whichever instance the callback reached. The mark tells one failure from the next.
 */
export interface Failure {
  mark: string
  provider: string
  code: FailureCode
}

export async function rememberFailure(inside: Inside, sessionId: string, provider: string, code: FailureCode) {
  const failure: Failure = { mark: toBase64Url(inside.seams.randomBytes(6)), provider, code }
  await inside.config.sessionAdapter.set(failureKey(sessionId), JSON.stringify(failure))
  inside.wakeups.wake(sessionId)
}

export function failureIn({ failure }: Look): Failure | undefined {
  return failure === undefined ? undefined : JSON.parse(failure)
}
