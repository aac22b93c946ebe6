import { type Client, connect } from '@portico/kit/database/connect'
import { silentLog } from '@portico/kit/log/log'
import { freePort } from '@portico/kit/testing/freePort'
import { testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { allMigrations } from '../start/migrateAll.ts'
import { type RunningServer, startServer } from '../start/startServer.ts'
import { scratchFolder } from './scratch.ts'

export interface TestServer {
  server: RunningServer
  origin: string
  /** Of the first owner. */
  token: string
  sql: Client
  databaseUrl: string
  dataDirectory: string
}

/** The whole server in this process, on a database of its own, for one test file. */
export async function startTestServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const database = await testDatabase(allMigrations)
  const dataDirectory = await scratchFolder()
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PORTICO_DATA_DIR: dataDirectory,
    DATABASE_URL: database.url,
    PORTICO_RATE_LIMIT: 'off',
    ...settings,
  })
  const server = await startServer(config, silentLog)
  const sql = connect(database.url)
  afterAll(async () => {
    await server.stop()
    await sql.end()
    await database.drop()
  })
  const token = server.firstOwner?.apiToken ?? ''
  return { server, origin: `http://127.0.0.1:${port}`, token, sql, databaseUrl: database.url, dataDirectory }
}
