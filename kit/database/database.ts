import { type Failure, failure } from '../api/failure.ts'
import type { Log } from '../log/log.ts'
import { type Client, connect } from './connect.ts'
import { isConnectionLoss, isCutOff } from './errors.ts'
import { type Holder, mayHold, nextOf, type Waiting } from './fairLanes.ts'
import { type Hold, openHold } from './hold.ts'
import {
  type Connection,
  enter,
  type Lane,
  laneForRead,
  laneForStatement,
  leastLoadedLane,
  leave,
  newConnection,
  newLane,
  READ,
  STATEMENT,
  TRANSACTION,
  type User,
} from './lanes.ts'
import { hungBecause, PATIENCE, type Patience, seconds, silentFor } from './laneWatch.ts'
import { refusedNested } from './nestedCalls.ts'
import { openPresence, type Presence } from './presence.ts'
import type { Sql } from './sql.ts'
import { retried, transaction } from './transaction.ts'

export interface Database {
  /**
   * For a read: one statement after another on one connection, no transaction. One holder (a company, an account)
   * leaves some lanes to the others, however much it reads at once. Work that does nothing but read may be done once more
   * when its connection was lost under way, on a new one.
   */
  read<T>(work: (sql: Sql) => Promise<T>, holder?: Holder, again?: 'once more'): Promise<T>
  /** For a write of one statement, which is a transaction by itself. */
  statement<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * For a write: one transaction, tried again when it lost a deadlock. None of these may be called in the middle of it.
   * One holder (a company, an account) leaves a lane to the others, however many transactions it asks for.
   */
  write<T>(work: (sql: Sql) => Promise<T>, holder?: Holder): Promise<T>
  listen(channel: string, heard: (payload: string) => void, onListening?: () => void): Promise<void>
  /** Holds a lock under a name for as long as this process is there, on a connection of its own. */
  present(kind: number, name: string): Promise<Presence>
  /** Keeps others, of any process, from doing something; undefined when somebody does it already. See `hold.ts`. */
  hold(kind: number, id: number): Promise<Hold | undefined>
  /** Whether its tables are spread over several machines: then a record and its line in the log are two statements. */
  readonly isDistributed: boolean
  /** Why nothing can be written right now; undefined when all is well. */
  trouble(): string | undefined
  close(): Promise<void>
}

export interface DatabaseOptions {
  lanes?: number
  applicationName?: string
  /** Told of connections that were given up. */
  log?: Pick<Log, 'error'>
  patience?: Partial<Patience>
  /** The column by which its tables are spread over several machines, if they are: see `distributedBy.ts`. */
  distributedBy?: string | undefined
  /** Follows another server: see `replica.ts`. */
  isReplica?: boolean
}

/**
 * A few clients of one connection each. A single client with a larger pool scans its waiting queue for every
 * query and slows down under steady load; lanes of one connection stay flat.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const patience = { ...PATIENCE, ...options.patience }
  const open = () => openClient(url, patience, options)
  const lanes: Lane[] = Array.from({ length: options.lanes ?? LANES }, () => newLane(open()))
  // However many writes wait for each other, reads are answered.
  const writable = lanes.slice(0, Math.max(1, lanes.length - LANES_FOR_READS))
  /** Writes that wait for a lane, in order: until one has no transaction on it, or until their holder may have one more. */
  const line: Waiting[] = []
  /** Connections that were replaced while somebody was at work with them. */
  const retired = new Set<Connection>()

  function on<T>(
    lane: Lane,
    weight: number,
    work: (connection: Connection) => Promise<T>,
    holder?: Holder,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const { connection } = lane
      let isAtWork = true
      const user: User = {
        abandon(reason) {
          leaveLane()
          reject(reason)
        },
      }
      enter(lane, weight, holder)
      connection.users.add(user)
      begunWith(work, connection).then(
        value => {
          leaveLane()
          resolve(value)
        },
        error => {
          if (isConnectionLoss(error) && replace(lane, connection)) end(connection, 0)
          leaveLane()
          reject(error)
        },
      )

      function leaveLane() {
        if (!isAtWork) return
        isAtWork = false
        leave(lane, weight, holder)
        connection.users.delete(user)
        if (connection.client.prepared.size > MOST_PREPARED) replace(lane, connection)
        if (connection.users.size === 0 && lane.connection !== connection) end(connection, 5)
        if (line.length > 0) callNext()
      }
    })
  }

  /** On a lane without a transaction, or as soon as there is one: behind a transaction one might wait for ever. */
  function inTurn<T>(
    weight: number,
    choose: typeof leastLoadedLane,
    work: (connection: Connection) => Promise<T>,
    holder?: Holder,
  ): Promise<T> {
    const lane = choose(writable)
    if (lane.load < TRANSACTION && mayHold(writable, holder)) return on(lane, weight, work, holder)
    return new Promise((resolve, reject) => {
      const start = (free: Lane) => on(free, weight, work, holder).then(resolve, reject)
      line.push({ holder, since: performance.now(), choose, start, reject })
    })
  }

  function callNext() {
    for (let next = nextOf(line, writable); next; next = nextOf(line, writable)) {
      const lane = next.choose(writable)
      if (lane.load >= TRANSACTION) return
      line.splice(line.indexOf(next), 1)
      next.start(lane)
    }
  }

  /**
   * Whoever comes next gets a new connection; those at work with the old one finish there. A query sent to a client
   * whose socket just broke may never settle, so a broken one is ended at once.
   */
  function replace(lane: Lane, connection: Connection): boolean {
    if (lane.connection !== connection) return false
    lane.connection = newConnection(open())
    if (connection.users.size > 0) retired.add(connection)
    return true
  }

  function end(connection: Connection, timeout: number) {
    retired.delete(connection)
    connection.client.end({ timeout }).catch(() => {})
  }

  let looked = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    // After a pause of this process answers may be there that nobody has read yet: they are, at the next look.
    if (now - looked < 2 * LOOK_EVERY_MS) look(now)
    looked = now
  }, LOOK_EVERY_MS).unref()

  function look(now: number) {
    for (const lane of lanes) giveUpIfHung(lane.connection, now, lane)
    for (const connection of retired) giveUpIfHung(connection, now)
    while (line[0] && now - line[0].since > patience.wait) line.shift()?.reject(noneFree())
  }

  function giveUpIfHung(connection: Connection, now: number, lane?: Lane) {
    const reason = hungBecause(connection, now, patience)
    if (!reason) return
    options.log?.error({ reason, calls: connection.users.size }, 'a database connection hung and was replaced')
    if (lane) replace(lane, connection)
    end(connection, 0)
    // Where one connection went silent, those that are idle may have as well, which shows at their next use only.
    lanes.forEach(replaceIdle)
    for (const user of [...connection.users]) user.abandon(gaveUp(reason))
    // How long it took says nothing about the new connection.
    if (lane) lane.pace = 0
  }

  function replaceIdle(lane: Lane) {
    const { connection } = lane
    if (connection.users.size === 0 && replace(lane, connection)) end(connection, 0)
  }

  // Notices have a client of their own, which subscribes again by itself after a lost connection.
  const notices = open()

  return {
    read(work, holder, again) {
      const refused = refusedNested('read')
      if (refused) return refused
      const lane = laneForRead(lanes, holder)
      const read = () => on(lane, READ, ({ client }) => work(client), holder)
      // The lane has another connection by then.
      return again ? read().catch(error => (isCutOff(error) ? read() : Promise.reject(error))) : read()
    },
    statement: work => refusedNested('statement') ?? inTurn(STATEMENT, laneForStatement, ({ client }) => work(client)),
    write: (work, holder) =>
      refusedNested('write') ??
      inTurn(TRANSACTION, leastLoadedLane, connection => retried(() => transaction(connection, work)), holder),
    async listen(channel, heard, onListening) {
      await notices.listen(channel, heard, onListening)
    },
    present: (kind, name) => openPresence(open(), kind, name),
    isDistributed: options.distributedBy !== undefined,
    hold: (kind, id) => openHold(connect(url, { lives: 'as long as it is needed' }), kind, id),
    trouble() {
      const now = performance.now()
      // Whoever waits for writes of its own is no sign of trouble, as long as they go on.
      const first = nextOf(line, writable)
      const waited = first ? now - first.since : 0
      if (waited > patience.trouble) return `writes have waited for a database connection for ${seconds(waited)} s`
      const looked = line.length > 0 ? writable.filter(lane => lane.load >= TRANSACTION) : writable
      const silent = Math.min(...looked.map(lane => silentFor(lane.connection, now)))
      return silent > patience.trouble && looked.length > 0
        ? `no database connection for writes has answered for ${seconds(silent)} s`
        : undefined
    },
    async close() {
      clearInterval(watch)
      const clients = [notices, ...lanes.map(lane => lane.connection.client)]
      await Promise.all(clients.map(client => client.end({ timeout: 5 })))
    },
  }
}

/** Turns a synchronous throw into a rejection. */
function begunWith<T>(work: (connection: Connection) => Promise<T>, connection: Connection): Promise<T> {
  try {
    return work(connection)
  } catch (error) {
    return Promise.reject(error)
  }
}

function openClient(url: string, { statement, lock, idleThere }: Patience, options: DatabaseOptions): Client {
  return connect(url, {
    distributedBy: options.distributedBy,
    isReplica: options.isReplica,
    connection: {
      application_name: options.applicationName ?? 'portico',
      statement_timeout: statement,
      lock_timeout: lock,
      idle_in_transaction_session_timeout: idleThere,
    },
  })
}

function noneFree(): Failure {
  return failure('unavailable', 'Too much is being written right now, nothing was stored; try again', {
    log: 'no database connection for writes became free in time',
    retryAfter: 2,
  })
}

function gaveUp(reason: string): Failure {
  const log = `the database connection hung: ${reason}`
  return failure('unavailable', 'The database does not answer right now', { log, retryAfter: 1 })
}

const LANES = 8
const LANES_FOR_READS = 2

/** One timer looks at all lanes. */
const LOOK_EVERY_MS = 1_000

/**
 * A statement that is prepared takes the database some 100 kB, and there is one for each way of asking: every filter,
 * every choice of fields, every company. A connection that knows too many is replaced.
 */
const MOST_PREPARED = 500
