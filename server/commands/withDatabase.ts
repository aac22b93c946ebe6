import { type Client, connect } from '@portico/kit/database/connect'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { type DatabaseServer, openDatabaseServer } from '../start/databaseServer.ts'
import { openDataDirectory } from '../start/dataDirectory.ts'
import { missingMigrations } from '../start/migrateAll.ts'
import { stopSignal } from './stopSignal.ts'

/** Runs work on the database, beside a server that may be running on it, and closes it afterwards. */
export async function withDatabaseServer<T>(config: Config, work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  await openDataDirectory(config.dataDirectory)
  const stop = stopSignal(() => {
    console.error('portico: interrupted')
    // The driver's timers may throw when the database is stopped while they run; the process ends soon anyway.
    process.on('uncaughtException', () => {})
  })
  const server = await openDatabaseServer(config, line => console.error(line))
  try {
    return await Promise.race([work(server), stop.given.then(interrupted)])
  } finally {
    await server.stop()
    // The work goes on meanwhile where the database does.
    if (stop.isGiven) process.exit(130)
  }
}

function interrupted(): never {
  throw problem('interrupted')
}

/** The same with a connection, once the database is known to be that of this version. `column` is what it is distributed by. */
export async function withDatabase<T>(
  config: Config,
  work: (sql: Client, url: string, column: string | undefined) => Promise<T>,
): Promise<T> {
  return withDatabaseServer(config, async ({ url }) => {
    const missing = await missingMigrations(url)
    if (missing.length > 0) throw problem('The database is not that of this version yet: run portico migrate')
    const column = await distributedBy(url)
    const sql = connect(url, { distributedBy: column })
    try {
      return await work(sql, url, column)
    } finally {
      await sql.end({ timeout: 5 })
    }
  })
}
