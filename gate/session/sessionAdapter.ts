/**
 * A store of sessions. `set(id)` opens a session, `set(id, accessToken)` completes it, `consume(id)` ends it.
 * How long an entry lives belongs to the adapter: a pending one for ten minutes, one with a value for one minute.
 */
export interface SessionAdapter {
  /** Whether the session exists and has not expired, with or without a value. */
  has(sessionId: string): Promise<boolean>
  /** The value, or undefined for a pending or unknown session. */
  get(sessionId: string): Promise<string | undefined>
  /** Creates or overwrites the session. Without a value it is pending. */
  set(sessionId: string, accessToken?: string): Promise<void>
  /** Returns the value and deletes the session, in one step: of two callers only one gets the value. */
  consume(sessionId: string): Promise<string | undefined>
  /**
   * Sets the value of a session that exists and is pending, in one step, and says whether this call did it: of two
   * instances that complete one session at once, one wins. Without this method the library reads, then writes, and the
   * later of the two overwrites the token of the other, whose browser is then refused the claim.
   */
  setIfPending?(sessionId: string, accessToken: string): Promise<boolean>
  /**
   * The values of those of the given sessions that exist, undefined for pending ones. Without this method the event
   * streams of a process ask for each session by itself, with it for all of them at once.
   */
  values?(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>
}

/** Seconds a person has to finish. */
export const PENDING_SECONDS = 600

/** Seconds the page has to fetch the claim after a provider said yes. */
export const COMPLETED_SECONDS = 60
