import { join } from 'node:path'
import { connect } from '@portico/kit/database/connect'
import { startEmbeddedPostgres } from '@portico/kit/embedded/startEmbeddedPostgres'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { refuseOldPostgres } from './postgresVersion.ts'

/** The PostgreSQL this process uses. */
export interface DatabaseServer {
  url: string
  version: string
  /** Where the data is, for people: a folder or an address without its password. */
  place: string
  stop(): Promise<void>
}

/** The given PostgreSQL, or the embedded one of the data directory. */
export async function openDatabaseServer(config: Config, log: (line: string) => void): Promise<DatabaseServer> {
  if (config.databaseUrl) return givenServer(config.databaseUrl)
  const embedded = await startEmbeddedPostgres({
    dataDirectory: join(config.dataDirectory, 'postgres'),
    settings: { max_connections: String(Math.max(100, CONNECTIONS_OF_A_PROCESS * (config.workers + 2))) },
    log,
  })
  return { url: embedded.url, version: embedded.version, place: embedded.home, stop: () => embedded.stop() }
}

/** At most, with some to spare; a command beside the server has its own. */
const CONNECTIONS_OF_A_PROCESS = 20

async function givenServer(url: string): Promise<DatabaseServer> {
  const place = withoutPassword(url)
  const version = await versionOf(url, place)
  refuseOldPostgres(version, place)
  return { url, version, place, stop: async () => {} }
}

async function versionOf(url: string, place: string): Promise<string> {
  const sql = connect(url)
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
    return row?.version ?? ''
  } catch (error) {
    throw problem(`DATABASE_URL: ${place} cannot be used: ${explain(error)}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function explain(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const reason = REASONS[code ?? ''] ?? message ?? String(error)
  return reason.split('\n')[0] ?? reason
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ETIMEDOUT: 'no answer in time',
  CONNECT_TIMEOUT: 'no answer in time',
  ENOENT: 'there is no such socket',
  '28P01': 'user name or password is wrong',
  '28000': 'this user may not sign in',
  '3D000': 'there is no such database',
}

/** An address as it may be shown. */
function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}
