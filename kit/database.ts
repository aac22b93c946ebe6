import { type Client, connect } from './connect.ts'
import {
  type Connection,
  enter,
  type Lane,
  leave,
  lightest,
  newLane,
  quickest,
  READ,
  readiest,
  STATEMENT,
  TRANSACTION,
} from './lanes.ts'
import type { Sql } from './sql.ts'

export interface Database {
  /** For a read: one statement after another on one connection, no transaction. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** For a write of one statement, which is a transaction by itself. */
  statement<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** For a write: one transaction, tried again when it lost a deadlock. */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  listen(channel: string, heard: (payload: string) => void, onListening?: () => void): Promise<void>
  close(): Promise<void>
}

/**
 * A few clients of one connection each. A single client with a larger pool scans its waiting queue for every
 * query and slows down under steady load; lanes of one connection stay flat.
 */
export function openDatabase(url: string, options: { lanes?: number; applicationName?: string } = {}): Database {
  const open = () => openClient(url, options.applicationName)
  const lanes: Lane[] = Array.from({ length: options.lanes ?? 8 }, () => newLane(open()))
  // However many writes wait for each other, reads are answered.
  const writable = lanes.slice(0, Math.max(1, lanes.length - LANES_FOR_READS))

  async function on<T>(lane: Lane, weight: number, work: (client: Client) => Promise<T>): Promise<T> {
    const { connection } = lane
    const { client } = connection
    enter(lane, weight)
    connection.users++
    try {
      return await work(client)
    } catch (error) {
      if (isConnectionLoss(error) && replace(lane, connection)) end(client, 0)
      throw error
    } finally {
      leave(lane, weight)
      connection.users--
      if (client.prepared.size > MOST_PREPARED) replace(lane, connection)
      if (connection.users === 0 && lane.connection !== connection) end(client, 5)
    }
  }

  /**
   * Whoever comes next gets a new connection; those at work with the old one finish there. A query sent to a client
   * whose socket just broke may never settle, so a broken one is ended at once.
   */
  function replace(lane: Lane, connection: Connection): boolean {
    if (lane.connection !== connection) return false
    lane.connection = { client: open(), users: 0 }
    return true
  }

  function end(client: Client, timeout: number) {
    client.end({ timeout }).catch(() => {})
  }

  // Notices have a client of their own, which subscribes again by itself after a lost connection.
  const notices = open()

  return {
    read: work => on(quickest(lanes), READ, work),
    statement: work => on(readiest(writable), STATEMENT, work),
    write: work => on(lightest(writable), TRANSACTION, client => again(() => client.begin(work))),
    async listen(channel, heard, onListening) {
      await notices.listen(channel, heard, onListening)
    },
    async close() {
      await Promise.all(
        [notices, ...lanes.map(lane => lane.connection.client)].map(client => client.end({ timeout: 5 })),
      )
    },
  }
}

function openClient(url: string, applicationName = 'portico'): Client {
  return connect(url, { connection: { application_name: applicationName, statement_timeout: 30_000 } })
}

const LANES_FOR_READS = 2

/**
 * A statement that is prepared takes the database some 100 kB, and there is one for each way of asking: every filter,
 * every choice of fields, every company. A connection that knows too many is replaced.
 */
const MOST_PREPARED = 500

/** Whether an error says that the connection, not the statement, has failed. */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && CONNECTION_LOSS.has(code)
}

/** It waited too long for others, or worked too long; what it had done is undone. */
export function isTimeout(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '57014' || code === '55P03'
}

export function isDiskFull(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '53100'
}

/** PostgreSQL could not make a value of what it was given, or its result has no room in its type. */
export function isDataError(error: unknown): boolean {
  return DATA_ERROR.test(String((error as { code?: unknown } | null)?.code))
}

const DATA_ERROR = /^22[0-9A-Z]{3}$/

const CONNECTION_LOSS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
])

/** Deadlock or serialization failure: nothing was written, the same work may run once more. */
async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      const code = (error as { code?: string } | null)?.code
      if (attempt === 3 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

/** Whether an error is PostgreSQL's refusal by the named constraint (or by any unique constraint). */
export function violates(error: unknown, constraint?: string): boolean {
  const { code, constraint_name } = (error ?? {}) as { code?: string; constraint_name?: string }
  return constraint ? constraint_name === constraint : code === '23505'
}
