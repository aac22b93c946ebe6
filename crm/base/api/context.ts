import type { ClientsOf } from '@portico/kit/access/throttle/clients'
import type { Throttle } from '@portico/kit/access/throttle/throttle'
import type { WrongTries } from '@portico/kit/access/throttle/wrongTries'
import type { Call } from '@portico/kit/api/api'
import type { Database } from '@portico/kit/database/database'
import type { Reads } from '@portico/kit/database/repeatedReads'
import type { Sql } from '@portico/kit/database/sql'
import type { FileStore } from '@portico/kit/files/fileStore'
import type { ClientNetwork } from '@portico/kit/http/clientNetwork'
import type { Outgoing } from '@portico/kit/http/outgoing'
import type { OutgoingFetch } from '@portico/kit/http/outgoingFetch'
import type { Log } from '@portico/kit/log/log'
import type { Sender } from '@portico/kit/mail/address'
import type { Actor } from '../access/actor.ts'
import type { SignIn } from '../access/signIn.ts'
import type { Gather } from '../changes/gather.ts'
import type { LogReader } from '../changes/logReader.ts'
import type { SettledLog } from '../changes/settledSeq.ts'
import type { Streams } from '../changes/streams.ts'
import type { Unlocked } from '../changes/unlocked.ts'
import type { FieldCatalog } from '../fields/catalog.ts'
import type { StoredFilters } from '../lists/filterTypes.ts'
import type { StageCatalog } from './stageCatalog.ts'

/** What every CRM operation runs with. */
export interface Crm {
  /** The open transaction of a write, or a connection for a read. */
  sql: Sql
  actor: Actor
  now: Date
  call: Call
  /** Everything it writes is part of a change of many records. */
  bulk?: true
  /** Others do the same at this moment with other records: what is asked for here is asked for once. */
  gather?: Gather
  /** Calls of others that come at the same moment: what is added here may be added together with what they add. */
  together?: Gather
  /** Its only write is one statement, so it locks nothing: see `unlocked.ts`. */
  unlocked?: Unlocked
  services: CrmServices
  /** For what lives in this process only, such as dropping a cache; everything else goes through jobs. */
  afterCommit(effect: () => void): void
  /** For what goes on after its answer has begun: who is calling by now, or the refusal that a new call would get. */
  stillAllowed(): Promise<Actor>
}

/** What lives as long as the process. */
export interface CrmServices {
  database: Database
  /** The database, or a replica of it that knows what was written before a read. */
  reads: Reads
  signIn: SignIn
  /** Holds back whoever sends wrong credentials, codes and tokens of OAuth apps, by their client id. */
  wrongClients: WrongTries
  fields: FieldCatalog
  stages: StageCatalog
  filters: StoredFilters<Crm>
  /** How far the change log can be read without missing what commits late. */
  settledLog: SettledLog
  /** Gives changes to those in this process who follow them. */
  logReader: LogReader
  /** Calls that this process has begun to perform so far, for what makes way for them. */
  calls: { begun: number }
  streams: Streams
  files: FileStore
  /** The address that mail about a record can be copied to. */
  mailboxOf(actor: Actor, record?: string): string
  /** Who mail from here is from; undefined where none is sent. */
  mailSender: Sender | undefined
  /** What becomes of it: it is sent, written to files here, or stays where it was written. */
  mailGoes: 'sent' | 'files' | 'none'
  /** Whether mail to `mailboxOf` arrives here. */
  dropBox: boolean
  /** Public origin, without a slash at the end. */
  origin: string
  /** Of the server: the first signs and seals, all verify and open. */
  secrets: readonly string[]
  /** Holds back whoever tries too many passwords, codes or links. */
  throttle: Throttle
  clientsOf: ClientsOf
  clientNetwork: ClientNetwork
  /** How long the answer to a refresh token is held back for others that were sent at the same time. */
  refreshHeldMs: number
  /** Whether strangers may make companies of their own. */
  openSignUp: boolean
  /** Whether loopback and private addresses may be reached for users. */
  privateTargets: boolean
  /** Sends requests to addresses that people enter. */
  send: Outgoing
  /** Reads from addresses that people enter. */
  fetch: OutgoingFetch
  log: Log
}
