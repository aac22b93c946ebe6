import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresTarget } from '../embedded/postgresTarget.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/startEmbeddedPostgres.ts'

export interface ReplicatedPostgres {
  primaryUrl: string
  replicaUrl: string
  /** Ends it as a lost machine would; it is started again after a moment. */
  killReplica(): Promise<void>
  stop(): Promise<void>
}

/** Two servers in a folder of their own, one of which follows the other by streaming replication. */
export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const primaryFolder = join(folder, 'primary')
  const replicaFolder = join(folder, 'replica')
  const primarySettings = { ...SMALL, wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }

  // A copy of a server that is stopped needs no program that makes backups.
  await (await startEmbeddedPostgres({ dataDirectory: primaryFolder, settings: primarySettings })).stop()
  await promisify(execFile)('cp', ['-a', primaryFolder, replicaFolder])
  await writeFile(join(replicaFolder, 'cluster', 'standby.signal'), '')
  const primary = await startEmbeddedPostgres({ dataDirectory: primaryFolder, settings: primarySettings })
  const settings = { ...primarySettings, primary_conninfo: `host=${hostOf(primary)} port=5432 user=portico` }
  const replica = await startEmbeddedPostgres({ dataDirectory: replicaFolder, settings })

  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    async killReplica() {
      const [pid] = (await readFile(join(replicaFolder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      await replica.stop()
      await primary.stop()
    },
  }
}

/** Thrown away, but commits wait for the log, as they do in earnest. */
const SMALL = { fsync: 'off', shared_buffers: '32MB', max_connections: '100' }

function hostOf({ url }: EmbeddedPostgres): string {
  return postgresTarget(url).host ?? ''
}
