/** What the library tells `onEvent`. No identifier of a person, no claim, no token is ever in it. */
export type GateEvent =
  | { type: 'pending'; sessionId: string }
  | { type: 'completed'; sessionId: string; provider: string; milliseconds: number }
  | { type: 'failed'; sessionId: string | undefined; provider: string; code: FailureCode; detail: string }
  | { type: 'claimed'; sessionId: string; provider: string }
  | { type: 'refused'; route: string; status: number; reason: string }
  | { type: 'error'; where: string; error: unknown }

/** Why a provider's answer was not accepted; the page has a sentence for each. */
export type FailureCode =
  | 'malformed'
  | 'session'
  | 'proof'
  | 'scope'
  | 'date'
  | 'root'
  | 'age'
  | 'nationality'
  | 'issuing_state'
  | 'document'
  | 'busy'
  | 'unavailable'
  | 'timeout'
  | 'declined'
