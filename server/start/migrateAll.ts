import { crmMigrations } from '@portico/crm/crmMigrations'
import { connect } from '@portico/kit/database/connect'
import { distribute } from '@portico/kit/database/distribute'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { type Migrations, migrate, pendingMigrations } from '@portico/kit/database/migrate'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { migrateJobs } from '@portico/kit/jobs/jobs'
import { marketMigrations } from '@portico/market/marketMigrations'

const serverMigrations: Migrations = { owner: 'server', folder: packageFolder(import.meta.url, 'migrations') }

/** The migrations of all packages, in the order they are applied. */
export const allMigrations: readonly Migrations[] = [crmMigrations, marketMigrations, serverMigrations]

/** The schemas these files make, and the one of the job queue: what a backup holds. */
export const allSchemas = ['portico', 'graphile_worker', 'crm', 'market'] as const

/** Brings a database to the state this version needs. Several processes may do so at once. */
export async function migrateAll(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const sql = connect(url)
  try {
    // The job queue takes no lock of its own, and two of its installers at once fail.
    await sql`select pg_advisory_lock(${LOCK})`
    await migrateJobs(url)
    await migrate(url, allMigrations, log)
    if (await distributedBy(url)) await distributeAll(url, log)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const LOCK = 762_003

/** Spreads the tables that are not yet, over the machines of a Citus cluster. */
export async function distributeAll(url: string, log: (line: string) => void): Promise<void> {
  for (const { placement } of allMigrations) if (placement) await distribute(url, placement, log)
}

/** What a database still lacks; empty when it is ready. */
export function missingMigrations(url: string): Promise<string[]> {
  return pendingMigrations(url, allMigrations)
}
