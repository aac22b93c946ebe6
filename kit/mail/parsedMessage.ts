/** A party of a message. `address` is as it was written, trimmed; `name` is empty where none was given. */
export interface MailParty {
  name: string
  address: string
}

/** A part of a message that is a file. Its bytes are in a temporary file, so that a large one is never held in memory. */
export interface ParsedAttachment {
  /** As the sender gave it; null where none was given. Not to be trusted as a path. */
  filename: string | null
  /** As the sender declared it, in lower case and without parameters. */
  contentType: string
  /** Without the angle brackets: what `cid:` in the HTML names. */
  contentId: string | null
  /** Shown within the body rather than beside it. */
  inline: boolean
  size: number
  /** Of a temporary file, which whoever parsed the message removes. */
  path: string
}

/** A message from elsewhere, parsed. Nothing in it is cleaned: texts may hold anything but lone surrogates and NUL. */
export interface ParsedMessage {
  /** With its angle brackets, as in the header; null where there is none. */
  messageId: string | null
  /** sha256 of the raw message, in hex. */
  digest: string
  inReplyTo: string | null
  /** Message ids with their angle brackets, oldest first. */
  references: string[]
  subject: string
  /** The Date header; null where it is missing or cannot be read. */
  sentAt: Date | null
  from: MailParty[]
  to: MailParty[]
  cc: MailParty[]
  bcc: MailParty[]
  replyTo: MailParty[]
  text: string | null
  html: string | null
  attachments: ParsedAttachment[]
  /** What was wrong with the message and how it was read nevertheless, a sentence each. */
  defects: string[]
}
