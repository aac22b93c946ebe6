import postgres from 'postgres'
import { postgresTarget } from '../embedded/postgresTarget.ts'
import { newPulse } from '../log/pulse.ts'
import { ARRAY_TYPES } from './arrayTypes.ts'
import { messageSocket } from './messageSocket.ts'
import { oneShard } from './oneShard.ts'
import { type Sql, sqlOn, unlessOver, type Wire } from './sql.ts'

export interface Client extends Sql {
  /** The texts of the statements prepared so far; each costs both sides memory for as long as the client lives. */
  readonly prepared: ReadonlySet<string>
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  begin<T>(options: string, work: (sql: Sql) => Promise<T>): Promise<T>
  listen(channel: string, heard: (payload: string) => void, onListening?: () => void): Promise<unknown>
  end(options?: { timeout?: number }): Promise<void>
}

export interface ConnectOptions {
  max?: number
  connection?: Record<string, string | number>
  /** The driver replaces a connection after half an hour or more, unless it is told not to: locks of it would be lost. */
  lives?: 'as long as it is needed'
  /** The column by which its tables are spread over several machines, if they are. */
  distributedBy?: string | undefined
  isReplica?: boolean | undefined
}

/** One client for any PostgreSQL URL, unix sockets included. Ids come as numbers, notices are dropped. */
export function connect(url: string, options: ConnectOptions = {}): Client {
  const target = postgresTarget(url)
  const driver = postgres(target.url, {
    ...(target.host !== undefined && { host: target.host }),
    ...(isPlain(target.url) && { socket: messageSocket }),
    max: options.max ?? 1,
    connect_timeout: 10,
    ...(options.lives && { max_lifetime: null }),
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'portico', TimeZone: 'UTC', jit: NOT_COMPILED, ...options.connection },
    types: { bigint: INT8_AS_NUMBER, ...ARRAY_TYPES },
  })
  const { distributedBy, isReplica } = options
  const wire = { prepared: new Set<string>(), oneShard: distributedBy ? oneShard(distributedBy) : undefined }
  return Object.assign(sqlOn({ ...wire, driver, pulse: newPulse(), isReplica }), {
    prepared: wire.prepared,
    begin: beginOn(driver, wire),
    listen: driver.listen,
    end: driver.end,
  })
}

/** Whether an address names one server, reached without TLS: of any other the driver makes the connection. */
function isPlain(url: string): boolean {
  return URL.canParse(url) && !url.includes(',') && !/[?&]ssl/.test(url)
}

/** The driver gives its own kind of connection to a transaction, and knows nothing of what the work gives back. */
function beginOn(
  driver: Pick<postgres.Sql<{ bigint: number }>, 'begin'>,
  wire: Pick<Wire, 'prepared' | 'oneShard'>,
): Client['begin'] {
  return <T>(...given: [(sql: Sql) => Promise<T>] | [string, (sql: Sql) => Promise<T>]) => {
    const [options, work] = given.length === 1 ? ['', given[0]] : given
    let isOver = false
    const begun = driver.begin(options, transaction => {
      const own = { ...wire, driver: transaction, pulse: newPulse(), isOver: () => isOver }
      return unlessOver(own, work(sqlOn(own)))
    }) as Promise<T>
    // While the work goes on, it fails with its connection only.
    begun.catch(() => {
      isOver = true
    })
    return begun
  }
}

/**
 * A server with LLVM compiles what it thinks expensive before it runs it. For a statement with the rules of visibility that
 * is half a minute for an answer of milliseconds, and neither a time limit nor a cancelled call ends it.
 */
const NOT_COMPILED = 'off'

/** Ids stay far below 2^53, and JSON knows no other numbers. */
const INT8_AS_NUMBER = { to: 20, from: [20], parse: Number, serialize: String }
