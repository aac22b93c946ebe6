import { bringUp } from './bringUp.ts'
import { createCluster, hasCluster } from './createCluster.ts'
import { removeAbandonedDrafts } from './createWhole.ts'
import { embeddedPostgresError } from './embeddedPostgresError.ts'
import { keepRunning } from './keepRunning.ts'
import { findPlatformPackage, locateBinaries } from './locateBinaries.ts'
import { locateCluster } from './locateCluster.ts'
import { socketUrl } from './postgresTarget.ts'
import type { ServerPlan } from './serverProcess.ts'
import type { ServerSettings } from './serverSettings.ts'
import { socketDirectoryOf } from './socketDirectory.ts'

export interface EmbeddedPostgresOptions {
  /** Made when it is not there, for example ./data/postgres. */
  dataDirectory: string
  /** One line each for the person who runs the server. */
  log?: (line: string) => void
  /** PostgreSQL settings beside ours, for example `{ fsync: 'off' }` for a cluster that is thrown away. */
  settings?: ServerSettings
  /** The server ended without us and is being started again; connections fail until it is back. */
  onUnexpectedExit?: () => void
}

export interface EmbeddedPostgres {
  /** Taken as it is by node-pg and psql; postgres.js takes it through `postgresTarget`. */
  url: string
  version: string
  dataDirectory: string
  /** The folder that holds the cluster: the data directory, or one outside of it that the database user may enter. */
  home: string
  /** The server ran already when we came. */
  adopted: boolean
  /** Leaves the server, and stops it when no other process uses it. */
  stop(): Promise<void>
}

/**
 * The PostgreSQL of a data directory, native and durable, behind a private unix socket. Every process that starts the
 * same directory joins one server, and the last one out stops it.
 *
 * @example
 * const database = await startEmbeddedPostgres({ dataDirectory: './data/postgres', log: console.error })
 * const { url, host } = postgresTarget(database.url)
 * const sql = postgres(url, { host })
 * await sql.end()
 * await database.stop()
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const plan = await prepare(options)
  const { membership, adopted } = await bringUp(plan)
  return {
    url: socketUrl(socketDirectoryOf(plan.place.cluster), 'portico', 'portico'),
    version: membership.version,
    dataDirectory: plan.place.dataDirectory,
    home: plan.place.home,
    adopted,
    stop: keepRunning(plan, membership, options.onUnexpectedExit),
  }
}

async function prepare({ dataDirectory, log = () => {}, settings = {} }: EmbeddedPostgresOptions): Promise<ServerPlan> {
  if (process.platform === 'win32') {
    throw embeddedPostgresError('no-binaries', 'The embedded database does not run on Windows: set DATABASE_URL')
  }
  const programs = await findPlatformPackage()
  const place = await locateCluster(dataDirectory, log)
  const isThere = await hasCluster(place, programs.major)
  await removeAbandonedDrafts(place.home)
  const binaries = await locateBinaries(programs, place)
  if (!isThere) await createCluster(place, binaries, settings.fsync !== 'off')
  return { place, binaries, settings, log }
}
