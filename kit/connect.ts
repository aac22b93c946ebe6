import postgres from 'postgres'
import { ARRAY_TYPES } from './arrayTypes.ts'
import { postgresTarget } from './embedded/postgresTarget.ts'

export type Client = postgres.Sql<{ bigint: number }>

/** One postgres.js client for any PostgreSQL URL, unix sockets included. Ids come as numbers, notices are dropped. */
export function connect(
  url: string,
  options: { max?: number; connection?: Record<string, string | number> } = {},
): Client {
  const target = postgresTarget(url)
  const client = postgres(target.url, {
    ...(target.host !== undefined && { host: target.host }),
    max: options.max ?? 1,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'portico', TimeZone: 'UTC', ...options.connection },
    types: { bigint: INT8_AS_NUMBER, ...ARRAY_TYPES },
  })
  // The array types only change how values travel, not how queries are written.
  return client as unknown as Client
}

/** Ids stay far below 2^53, and JSON knows no other numbers. */
const INT8_AS_NUMBER = { to: 20, from: [20], parse: Number, serialize: String }
