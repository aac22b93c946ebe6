import type { FailureCode } from '../event.ts'

/**
 * A way to prove something about a person. The library does sessions, limits, cookies and the claim; a provider says
 * what the page shows and whether an answer is true.
 */
export interface Provider {
  /** Its callback is `POST /verify/<name>`. */
  readonly name: string
  /** Largest accepted body in bytes. */
  readonly maxBody: number
  /**
   * Who posts the answer. `page`: the person's browser, so the session cookie and the origin are demanded.
   * `elsewhere`: a server without cookies, so the proof itself must be bound to the session.
   */
  readonly postedBy: 'page' | 'elsewhere'
  /** What the page needs to start: a link shown as QR code, data for a script, or both. */
  request(sessionId: string): ProviderRequest
  /** The session an answer belongs to; must be part of what the proof commits to when posted from elsewhere. */
  sessionOf(answer: unknown): string | undefined
  /**
   * Whether the answer proves what the configuration asks. Throw only when something is broken. After `checkSeconds`
   * the answer is refused as `timeout`, the signal is aborted, and what comes later is ignored.
   */
  check(answer: unknown, sessionId: string, signal: AbortSignal): Promise<Outcome>
  /** How the poster wants to hear it, when not as plain JSON with a status code. */
  reply?(outcome: Outcome): Response
  /** JavaScript for the page, served at `GET /verify/<name>`. */
  script?(): Promise<string | Uint8Array<ArrayBuffer>>
  /** Foreign origins the script must reach, for the page's Content-Security-Policy. */
  readonly connects?: readonly string[]
}

export interface ProviderRequest {
  /** Opened on a phone, shown as QR code elsewhere. */
  link?: string
  /** Handed to the provider's script. */
  data?: unknown
}

/** `identifier` is the same for the same person at the same domain and scope; only its hash leaves the library. */
export type Outcome = { accepted: true; identifier: string } | Refusal

export interface Refusal {
  accepted: false
  code: FailureCode
  /** For the log, not for the person. */
  detail: string
}

export function refused(code: FailureCode, detail: string): Refusal {
  return { accepted: false, code, detail }
}
