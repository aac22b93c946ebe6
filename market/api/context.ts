import type { Links } from '@portico/kit/access/links'
import type { ClientsOf } from '@portico/kit/access/throttle/clients'
import type { Throttle } from '@portico/kit/access/throttle/throttle'
import type { Call } from '@portico/kit/api/api'
import type { Database } from '@portico/kit/database/database'
import type { Reads } from '@portico/kit/database/repeatedReads'
import type { Sql } from '@portico/kit/database/sql'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { Log } from '@portico/kit/log/log'
import type { Mail } from '@portico/kit/mail/openMail'
import type { Gate } from 'gate'
import type { Tokens } from '../auth/tokens.ts'
import type { User } from '../auth/user.ts'

/** The configuration and connections that the server passes to `openMarket`, checked already. */
export interface MarketOptions {
  database: Database
  /** Where operations read that need nothing of the database itself; the database when left out. */
  reads?: Reads | undefined
  mail: Mail
  files: FileStore
  log: Log
  /** What people call this market: on its pages, and as the sender of its mails. */
  name: string
  /** Public origin, without a slash at the end. */
  origin: string
  /** The first signs, all verify. */
  secrets: readonly string[]
  rateLimit: boolean
  /** Proxies whose X-Forwarded-For header is trusted: addresses and networks. */
  proxies?: readonly string[]
  /** Puts an age check in front of checkout. */
  gate?: MarketGate
  now?: () => Date
}

export interface MarketGate {
  minAge: number
  /** Default: `self` and `zk`. `test` lets everyone through at a click and is for tests. */
  providers?: readonly ('self' | 'zk' | 'test')[]
}

/** Opened once for each process and shared by all operations, pages and jobs. */
export interface MarketServices extends Omit<MarketOptions, 'gate' | 'now' | 'reads'> {
  reads: Reads
  tokens: Tokens
  links: Links
  throttle: Throttle
  clientsOf: ClientsOf
  gate: Gate | undefined
  now(): Date
  /** The same services for use inside a transaction: `database`, and every service that needs it, refuse each call. */
  insideWrite: MarketServices
}

/** What every operation runs with. */
export interface Market {
  /** The open transaction of a write, or a connection for a read. */
  sql: Sql
  user: User | undefined
  now: Date
  call: Call
  services: MarketServices
  /** Whether a mail to the address the caller names may go out now; see `throttled`. */
  mayMail?: boolean
}

/** What operations run with that need a caller. */
export interface SignedIn extends Market {
  user: User
}
