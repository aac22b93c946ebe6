export interface PostgresTarget {
  url: string
  host?: string
}

/**
 * What postgres.js needs to reach a PostgreSQL URL, unix sockets included.
 *
 * libpq, psql and node-pg read a socket directory from `postgres://user@%2Fsocket%2Fdir/name` or from
 * `?host=/socket/dir`; postgres.js takes one only as its `host` option.
 *
 * @example
 * const { url, host } = postgresTarget(database.url)
 * const sql = postgres(url, { host, max: 1 })
 */
export function postgresTarget(address: string): PostgresTarget {
  if (!URL.canParse(address)) return { url: address }

  const url = new URL(address)
  const named = url.searchParams.get('host')
  url.searchParams.delete('host')
  if (named) return { url: url.href, host: named }

  const host = decodeURIComponent(url.hostname)
  return host.startsWith('/') ? { url: address, host } : { url: address }
}

/** The URL of a database behind a unix socket, in the form libpq and node-pg take as it is. */
export function socketUrl(socketDirectory: string, user: string, database: string): string {
  // The port is named because clients take one from PGPORT otherwise, and it is part of the socket's name.
  return `postgres://${user}@${encodeURIComponent(socketDirectory)}:5432/${database}`
}
