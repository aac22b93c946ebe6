/** What those who send mail may do, beside what a message may be (`mailLimits.ts`). `docs/operating.md` lists them. */
export const MAIL_PORT_LIMITS = {
  /** At once. */
  connections: 200,
  connectionsOfClient: 20,
  recipients: 50,
  messagesPerMinute: 1200,
  unknownRecipientsPerMinute: 50,
  /** A client that sends nothing. */
  silenceMs: 60_000,
  /** All of a message. */
  messageMs: 10 * 60_000,
  /** How long messages under way hold up the end. */
  stopMs: 10_000,
} as const
