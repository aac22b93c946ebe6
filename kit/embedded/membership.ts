import postgres from 'postgres'
import { errorCode } from './embeddedPostgresError.ts'
import { readPidFile } from './pidFile.ts'
import { isSocketDirectoryPrivate, socketDirectoryOf } from './socketDirectory.ts'

/** Our share in a running server, held as a lock on a connection of its own: it ends when we do, however we end. */
export interface Membership {
  version: string
  /** Resolves when the connection ends: the server is gone, or about to go. */
  ended: Promise<void>
  /** Gives up the share. After `last` the server is ours to stop, and nobody joins meanwhile. */
  leave(): Promise<Leave>
  close(): Promise<void>
}

/** Whether others still use the server; `lost` when the connection ended before we could ask. */
export type Leave = 'last' | 'others' | 'lost'

/** Any number that no other use of advisory locks in the maintenance database has; kept for good. */
const SHARE = 7_704_117_421

/** Why there is no share; `answered` when a server is there all the same: it starts, stops, or is full. */
export interface Refusal {
  reason: string
  answered: boolean
}

export async function joinServer(cluster: string): Promise<Membership | Refusal> {
  if (!(await isSocketDirectoryPrivate(cluster))) return { reason: 'it has no socket', answered: false }

  const { promise: ended, resolve: end } = signal()
  const sql = connect(cluster, end)
  const close = () => sql.end({ timeout: 1 })
  const share = await takeShare(sql, cluster)
  if ('version' in share) return { ...share, ended, leave: () => leave(sql), close }
  await close()
  return share
}

function connect(cluster: string, onclose: () => void): postgres.Sql {
  return postgres({
    host: socketDirectoryOf(cluster),
    port: 5432,
    user: 'portico',
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    // A process that stops the server keeps us waiting for the lock until the server throws us out.
    connection: { application_name: 'portico-share', lock_timeout: 5000 },
    onclose,
    onnotice: () => undefined,
  })
}

async function takeShare(sql: postgres.Sql, cluster: string): Promise<{ version: string } | Refusal> {
  try {
    const [row] = await sql<{ version: string }[]>`
      select current_setting('server_version') as version, pg_advisory_lock_shared(${SHARE})`
    const isStaying = (await readPidFile(cluster))?.status === 'ready'
    if (!row || !isStaying) return { reason: 'the server is stopping', answered: true }
    await createDatabase(sql)
    return { version: row.version }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason, answered: !['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '') }
  }
}

/** Two processes may both find it missing; then one of them makes it. */
async function createDatabase(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`select 1 from pg_database where datname = 'portico'`
  if (found) return
  await sql`create database portico`.catch(error => {
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  })
}

async function leave(sql: postgres.Sql): Promise<Leave> {
  try {
    await sql`select pg_advisory_unlock_shared(${SHARE})`
    const [row] = await sql<{ last: boolean }[]>`select pg_try_advisory_lock(${SHARE}) as last`
    return row?.last ? 'last' : 'others'
  } catch {
    return 'lost'
  }
}

function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}
