import postgres from 'postgres'
import { postgresTarget } from './embedded/postgresTarget.ts'

/** One postgres.js client for any PostgreSQL URL, unix sockets included. Ids come as numbers, notices are dropped. */
export function connect(url: string, options: { max?: number; connection?: Record<string, string | number> } = {}) {
  const target = postgresTarget(url)
  return postgres(target.url, {
    ...(target.host !== undefined && { host: target.host }),
    max: options.max ?? 1,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'portico', TimeZone: 'UTC', ...options.connection },
    types: { bigint: INT8_AS_NUMBER },
  })
}

/** Ids stay far below 2^53, and JSON knows no other numbers. */
const INT8_AS_NUMBER = { to: 20, from: [20], parse: Number, serialize: String }

export type Client = ReturnType<typeof connect>
