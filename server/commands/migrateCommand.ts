import type { Config } from '../config/readConfig.ts'
import { migrateHouse } from '../start/migrateHouse.ts'
import { withServer } from './withDatabase.ts'

export async function migrateCommand(config: Config): Promise<void> {
  const applied: string[] = []
  await withServer(config, ({ url }) => migrateHouse(url, line => applied.push(line)))
  console.log(applied.length > 0 ? applied.join('\n') : 'The database is up to date')
}
