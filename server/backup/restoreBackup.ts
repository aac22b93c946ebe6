import { connect } from '@portico/kit/database/connect'
import { distributedBy } from '@portico/kit/database/distributedBy'
import type { FileStore } from '@portico/kit/files/fileStore'
import { problem } from '../config/problem.ts'
import { migrateAll } from '../start/migrateAll.ts'
import { isServerRunning } from '../start/serverConnection.ts'
import { auditRestored } from './auditRestored.ts'
import { analyzeAll, isEmptyDatabase } from './catalogStore.ts'
import { checkBackup } from './checkBackup.ts'
import { loadBackup } from './loadBackup.ts'
import type { Manifest } from './manifest.ts'
import { prepareTables } from './prepareTables.ts'
import type { BackupProgress } from './writeBackup.ts'

export interface RestoreOptions {
  url: string
  files: FileStore
  path: string
  /** Replace what is in the database. */
  force: boolean
  progress: BackupProgress
}

/**
 * Restores a backup. The file is read to its end and verified before anything is changed; the rows are written in one
 * transaction. An older backup in an empty database is migrated to this version afterwards.
 */
export async function restoreBackup({ url, files, path, force, progress }: RestoreOptions): Promise<Manifest> {
  const { manifest, kilobytes } = await checkBackup(path)
  if (await isServerRunning(url)) throw problem('A server is running on this database: stop it first')
  if (await distributedBy(url))
    throw problem(
      'The tables of this database are distributed: restore into a database without tables, then run portico distribute',
    )
  const sql = connect(url)
  try {
    const isEmpty = await isEmptyDatabase(sql)
    if (!isEmpty && !force) throw problem('The database is not empty: --force replaces everything in it')
    await prepareTables(sql, url, manifest, isEmpty)
    progress.start(manifest.tables.reduce((sum, table) => sum + table.rows, 0) + kilobytes)
    await loadBackup(sql, { path, manifest, files, progress })
    await migrateAll(url)
    // After migrating, since an older backup may have no audit log yet.
    await sql.begin(transaction => auditRestored(transaction, manifest))
    await analyzeAll(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
  return manifest
}
