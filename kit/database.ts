import type postgres from 'postgres'
import { type Client, connect } from './connect.ts'

/** A connection to send SQL to: a lane of the pool, or the transaction open on one. */
export type Sql = postgres.ISql<{ bigint: number }>
/** A piece of SQL to put into a larger one. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

export interface Database {
  /** For a read: one statement after another on one connection, no transaction. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** For a write: one transaction, tried again when it lost a deadlock. */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  listen(channel: string, heard: (payload: string) => void, onListening?: () => void): Promise<void>
  close(): Promise<void>
}

/** Writes SQL that is not sent anywhere: for fragments made outside of a request. */
export const fragment: Sql = connect('postgres://nowhere.invalid/nothing')

/**
 * A few clients of one connection each. A single client with a larger pool scans its waiting queue for every
 * query and slows down under steady load; lanes of one connection stay flat.
 */
export function openDatabase(url: string, options: { lanes?: number; applicationName?: string } = {}): Database {
  const lanes: Lane[] = Array.from({ length: options.lanes ?? 8 }, () => openLane(url, options.applicationName))

  async function on<T>(weight: number, work: (client: Client) => Promise<T>): Promise<T> {
    const lane = lightest(lanes)
    lane.load += weight
    try {
      return await work(lane.client)
    } finally {
      lane.load -= weight
    }
  }

  const first = () => {
    const [lane] = lanes
    if (!lane) throw new Error('a database needs at least one lane')
    return lane.client
  }

  return {
    read: work => on(READ, client => work(client)),
    write: work => on(WRITE, client => again(() => client.begin(sql => work(sql)) as Promise<never>)),
    async listen(channel, heard, onListening) {
      await first().listen(channel, heard, onListening)
    },
    async close() {
      await Promise.all(lanes.map(lane => lane.client.end({ timeout: 5 })))
    },
  }
}

interface Lane {
  client: Client
  load: number
}

/** A transaction blocks its lane, reads share one: a read goes beside nine other reads before it waits for a write. */
const READ = 1
const WRITE = 10

function lightest(lanes: Lane[]): Lane {
  return lanes.reduce((best, lane) => (lane.load < best.load ? lane : best))
}

function openLane(url: string, applicationName = 'portico'): Lane {
  const client = connect(url, { connection: { application_name: applicationName, statement_timeout: 30_000 } })
  return { client, load: 0 }
}

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

/** `a = $1, b = $2` for an update; the driver's own helper is misled by other keywords in a longer statement. */
export function assignments(values: Record<string, unknown>): Fragment {
  const parts = Object.entries(values).map(([column, value]) => fragment`${fragment(column)} = ${value as string}`)
  return parts.reduce((list, part) => fragment`${list}, ${part}`)
}

/** Whether an error is PostgreSQL's refusal by the named constraint (or by any unique constraint). */
export function violates(error: unknown, constraint?: string): boolean {
  const { code, constraint_name } = (error ?? {}) as { code?: string; constraint_name?: string }
  return constraint ? constraint_name === constraint : code === '23505'
}
