import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from '../benchServer.ts'
import type { Place } from './place.ts'

/** Something that happens to a server while it works. */
export interface Trouble {
  name: string
  /** Why it cannot be made here. */
  missing?: string | undefined
  make(): Promise<void>
}

export function troublesOf(server: BenchServer, place: Place): Trouble[] {
  const databasePid = async () => {
    const file = join(server.folder, 'postgres', 'cluster', 'postmaster.pid')
    return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  }
  const endDatabase = async (signal: NodeJS.Signals) => {
    const pid = await databasePid()
    if (pid > 0) process.kill(pid, signal)
  }

  return [
    { name: 'server killed', make: () => server.killAndRestart() },
    { name: 'database killed', make: () => endDatabase('SIGKILL') },
    {
      name: 'connections cut',
      async make() {
        await server.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'portico-share'`
      },
    },
    { name: 'database stopped at once', make: () => endDatabase('SIGQUIT') },
    {
      name: 'server and database killed',
      async make() {
        await endDatabase('SIGKILL')
        await server.killAndRestart()
      },
    },
    { name: 'disk full', missing: place.disk ? undefined : 'no right to mount a disk', make: () => fillDisk(place) },
    {
      name: 'clock an hour ahead, then back',
      missing: place.clock ? undefined : 'libfaketime is not installed',
      async make() {
        await place.clock?.jump(3600)
        await sleep(4_000)
        await place.clock?.jump(0)
      },
    },
    {
      name: 'clock an hour behind, then right',
      missing: place.clock ? undefined : 'libfaketime is not installed',
      async make() {
        await place.clock?.jump(-3600)
        await sleep(4_000)
        await place.clock?.jump(0)
      },
    },
  ]
}

const FULL_MS = 5_000
const PIECE = 16_000_000

/** Nothing can be written for a while, by the database and the store of files alike. */
async function fillDisk({ disk = '' }: Place): Promise<void> {
  const ballast = join(disk, 'ballast')
  try {
    // What is given back meanwhile is taken too.
    for (const end = Date.now() + FULL_MS; Date.now() < end; ) {
      const { bavail, bsize } = await statfs(disk)
      const free = bavail * bsize
      await writeFile(ballast, Buffer.alloc(Math.min(free, PIECE)), { flag: 'a' }).catch(() => {})
      if (free < PIECE) await sleep(20)
    }
  } finally {
    await rm(ballast, { force: true })
  }
}
