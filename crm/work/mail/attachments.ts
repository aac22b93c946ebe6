import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { cleanFileName } from '@portico/kit/files/cleanFileName'
import { newFileKey } from '@portico/kit/files/fileKey'
import type { FileStore } from '@portico/kit/files/fileStore'
import { peekStream } from '@portico/kit/files/peekStream'
import { SNIFF_SIZE, sniffType } from '@portico/kit/files/sniffType'
import type { ParsedAttachment } from '@portico/kit/mail/parsedMessage'
import { MAX_FILE_BYTES } from '../files/receiveFile.ts'

/** An attachment whose bytes are in the file store. */
export interface StoredAttachment {
  name: string
  /** By its bytes, not by what the sender says. */
  type: string
  contentId: string | null
  inline: boolean
  size: number
  sha256: string
  key: string
}

/** Longer than ids of parts are. */
const LONGEST_CONTENT_ID = 500

/** Streams an attachment into the store. */
export function storeAttachment(store: FileStore, attachment: ParsedAttachment): Promise<StoredAttachment> {
  const { filename, contentId, inline } = attachment
  return storeBytes(store, createReadStream(attachment.path), {
    name: cleanFileName(filename ?? nameless(attachment)),
    contentId: contentId?.slice(0, LONGEST_CONTENT_ID) ?? null,
    inline,
  })
}

/** The same for a text. */
export function storeText(store: FileStore, name: string, text: string): Promise<StoredAttachment> {
  return storeBytes(store, Readable.from([Buffer.from(text)]), { name, contentId: null, inline: false })
}

async function storeBytes(
  store: FileStore,
  bytes: Readable,
  facts: Pick<StoredAttachment, 'name' | 'contentId' | 'inline'>,
): Promise<StoredAttachment> {
  const { head, stream } = await peekStream(bytes, SNIFF_SIZE)
  const type = sniffType(head)
  const key = newFileKey()
  const stored = await store.put(key, stream, { limit: MAX_FILE_BYTES, type })
  return { ...facts, ...stored, type, key }
}

/** A message within a message has no name, and needs an ending to be opened. */
function nameless({ contentType }: ParsedAttachment): string {
  return contentType === 'message/rfc822' ? 'message.eml' : 'attachment'
}
