import { readdir } from 'node:fs/promises'
import type { Database } from '@portico/kit/database/database'
import type { Migrations } from '@portico/kit/database/migrate'
import { allMigrations } from './migrateAll.ts'

export type Readiness = { ready: true } | { ready: false; reason: string }

const PATIENCE_MS = 2000

/** Whether requests can be served: the database answers, writes get through, and it has every migration of this version. */
export function readinessOf(database: Database, migrations = allMigrations): () => Promise<Readiness> {
  // Files that are put there later belong to the version that is started next.
  const wantedSinceStart = filesOf(migrations)
  wantedSinceStart.catch(() => {})
  return async () => {
    const trouble = database.trouble()
    if (trouble) return { ready: false, reason: trouble }
    const asked = Promise.all([
      wantedSinceStart,
      database.read(
        sql => sql<{ name: string }[]>`
      select owner || '/' || name as name from portico.migration`,
      ),
    ])
    const answered = await Promise.race([asked.catch(() => undefined), pause(PATIENCE_MS)])
    if (!answered) return { ready: false, reason: 'the database is not reachable' }
    const [wanted, rows] = answered
    const applied = new Set(rows.map(row => row.name))
    const missing = wanted.filter(name => !applied.has(name))
    return missing.length === 0 ? { ready: true } : { ready: false, reason: `not migrated: ${missing.join(', ')}` }
  }
}

async function filesOf(migrations: readonly Migrations[]): Promise<string[]> {
  const names = migrations.map(async ({ owner, folder }) => {
    const files = await readdir(folder)
    return files.filter(file => file.endsWith('.sql')).map(file => `${owner}/${file}`)
  })
  return (await Promise.all(names)).flat()
}

function pause(ms: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(() => resolve(undefined), ms).unref())
}
