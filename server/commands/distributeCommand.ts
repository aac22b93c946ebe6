import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { distributeAll, migrateAll } from '../start/migrateAll.ts'
import { isServerRunning } from '../start/serverConnection.ts'
import { withDatabaseServer } from './withDatabase.ts'

/** Spreads the companies of a database over the machines of a Citus cluster. Interrupted, it goes on when run again. */
export async function distributeCommand(config: Config): Promise<void> {
  if (!config.databaseUrl) throw problem('The embedded PostgreSQL is one machine: set DATABASE_URL to a Citus cluster')
  await withDatabaseServer(config, async ({ url }) => {
    if (await isServerRunning(url)) throw problem('A server is running on this database: stop it first')
    let steps = 0
    const say = (line: string) => {
      steps++
      console.log(line)
    }
    await migrateAll(url, say)
    await distributeAll(url, say)
    if (steps === 0) console.log('Everything is distributed already')
  })
}
