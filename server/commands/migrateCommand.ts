import type { Config } from '../config/readConfig.ts'
import { migrateAll } from '../start/migrateAll.ts'
import { withDatabaseServer } from './withDatabase.ts'

export async function migrateCommand(config: Config): Promise<void> {
  const applied: string[] = []
  await withDatabaseServer(config, ({ url }) => migrateAll(url, line => applied.push(line)))
  console.log(applied.length > 0 ? applied.join('\n') : 'The database is up to date')
}
