/** How far we trust the mail server of somebody else. */
export const IMAP_LIMITS = {
  /** Messages, and bytes of them, that are fetched before they are stored. */
  batchMessages: 25,
  batchMessageBytes: 60_000_000,
  /** Whatever a server sends in one batch. */
  batchBytes: 200_000_000,
  /** The ids of half a million messages fit into a line. */
  lineBytes: 4_000_000,
  literalBytes: 8_000_000,
  connectMs: 15_000,
  silenceMs: 30_000,
  /** One batch, from signing in to signing out. */
  seconds: 180,
  heapMegabytes: 128,
  /** Accounts read at once by one process. */
  atOnce: 3,
} as const
