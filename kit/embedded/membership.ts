import postgres from 'postgres'
import { readPidFile } from './pidFile.ts'
import { socketDirectoryOf } from './socketDirectory.ts'

/** Our share in a running server, held as a lock on a connection of its own: it ends when we do, however we end. */
export interface Membership {
  sql: postgres.Sql
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

/** Undefined, with the reason told, when no server takes us in: there is none, or it is about to stop. */
export async function join(cluster: string, refused: (reason: string) => void): Promise<Membership | undefined> {
  const { promise: ended, resolve: end } = signal()
  const sql = postgres({
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
    onclose: end,
    onnotice: () => undefined,
  })
  const close = () => sql.end({ timeout: 1 })

  try {
    const [row] = await sql<{ version: string }[]>`
      select current_setting('server_version') as version, pg_advisory_lock_shared(${SHARE})`
    const isStaying = (await readPidFile(cluster))?.status === 'ready'
    if (row && isStaying) return { sql, version: row.version, ended, leave: () => leave(sql), close }
    refused('the server is stopping')
  } catch (error) {
    refused(error instanceof Error ? error.message : String(error))
  }
  await close()
  return undefined
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
