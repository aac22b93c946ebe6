import { toBase64Url } from '../bytes.ts'
import type { FailureCode } from '../event.ts'
import type { Inside } from '../inside.ts'

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
  await inside.config.sessionAdapter.set(keyOf(sessionId), JSON.stringify(failure))
  inside.wakeups.wake(sessionId)
}

export async function latestFailure(inside: Inside, sessionId: string): Promise<Failure | undefined> {
  const text = await inside.config.sessionAdapter.get(keyOf(sessionId))
  return text === undefined ? undefined : JSON.parse(text)
}

/** No session id contains a colon (`isSessionId`), so no callback can address such a key. */
function keyOf(sessionId: string): string {
  return `${sessionId}:failure`
}
