import type { Call } from '@portico/kit/api'
import type { Database } from '@portico/kit/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { Log } from '@portico/kit/log'
import type { Mail } from '@portico/kit/mail/openMail'
import type { Sql } from '@portico/kit/sql'
import type { Gate } from 'gate'
import type { Links } from '../auth/links.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { User } from '../auth/user.ts'
import type { ClientsOf } from './clients.ts'
import type { Throttle } from './throttle.ts'

/** What the server hands in; it has read and checked all of it. */
export interface MarketServices {
  database: Database
  mail: Mail
  files: FileStore
  log: Log
  /** Public origin, without a slash at the end. */
  origin: string
  /** The first signs, all verify. */
  secrets: readonly string[]
  rateLimit: boolean
  /** Proxies whose word on where a call comes from is taken: addresses and networks. */
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

/** What lives as long as the process. */
export interface House extends Omit<MarketServices, 'gate' | 'now'> {
  tokens: Tokens
  links: Links
  throttle: Throttle
  clientsOf: ClientsOf
  gate: Gate | undefined
  now(): Date
  /** The same for the work of a write: its database, and whatever asks the database, refuses every call. */
  insideWrite: House
}

/** What every operation runs with. */
export interface Market {
  /** The open transaction of a write, or a connection for a read. */
  sql: Sql
  user: User | undefined
  now: Date
  call: Call
  house: House
  /** Whether a mail to the address the caller names may go out now; see `throttled`. */
  mayMail?: boolean
}

/** What operations run with that need a caller. */
export interface SignedIn extends Market {
  user: User
}
