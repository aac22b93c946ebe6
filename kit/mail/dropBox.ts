import type { Log } from '../log/log.ts'
import type { MessageReader } from './messageReader.ts'
import type { ParsedMessage } from './parsedMessage.ts'

/** Where a product takes mail that is sent to addresses of its own. */
export interface DropBox {
  /** Whether mail to this address is taken. */
  accepts(address: string): Promise<boolean>
  /**
   * Stores a message for these addresses. When it returns nothing of the message can be lost; when it throws, it may be
   * called again with the same message, which is stored once.
   */
  deliver(message: ParsedMessage, addresses: readonly string[]): Promise<void>
}

/** What takes mail from a port to the drop-box. */
export interface MailService {
  dropBox: DropBox
  reader: MessageReader
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Counts what became of messages. */
  count?(outcome: MailOutcome): void
}

export type MailOutcome =
  | 'stored'
  | 'broken_off'
  | 'unknown_recipient'
  | 'too_large'
  | 'too_many'
  | 'refused'
  | 'failed'
