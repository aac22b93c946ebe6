/**
 * What a message from elsewhere may be. Larger ones are refused as a whole; one that breaks another bound is kept with
 * its headers and its source as a file. `docs/operating.md` lists them.
 */
export const MAIL_LIMITS = {
  /** As it is sent, with its attachments encoded. */
  messageBytes: 30_000_000,
  /** The header of the message, and likewise of each part. */
  headerBytes: 256_000,
  /** Parts of a message, whatever they are nested in; so no more levels either. */
  parts: 300,
  attachments: 100,
  /** Of the plain text, and likewise of the HTML; the rest is cut off, and the source kept as a file. */
  bodyCharacters: 2_000_000,
  addresses: 500,
  references: 100,
  /** Of the subject, of a name, of an address and of a message id. */
  lineCharacters: 998,
  /** How long one message may be worked at. */
  seconds: 20,
  /** Memory of JavaScript for one message. */
  heapMegabytes: 192,
} as const
