import { toBase64Url } from '../bytes.ts'
import type { FailureCode } from '../event.ts'
import type { GateState } from '../gateState.ts'
import { failureKey, type SessionStatus } from '../sessionPoller.ts'

/**
 * Failures travel through the session store, under a key beside the session's, so that the page hears of them
 * whichever instance the callback reached. The mark tells one failure from the next.
 */
export interface Failure {
  mark: string
  provider: string
  code: FailureCode
}

export async function rememberFailure(state: GateState, sessionId: string, provider: string, code: FailureCode) {
  const failure: Failure = { mark: toBase64Url(state.seams.randomBytes(6)), provider, code }
  await state.config.sessionAdapter.set(failureKey(sessionId), JSON.stringify(failure))
  state.sessionChanges.notify(sessionId)
}

export function failureIn({ failure }: SessionStatus): Failure | undefined {
  return failure === undefined ? undefined : JSON.parse(failure)
}
