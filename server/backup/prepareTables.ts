import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@portico/kit/database/connect'
import { migrate } from '@portico/kit/database/migrate'
import { migrateJobs } from '@portico/kit/jobs/jobs'
import { problem } from '../config/problem.ts'
import { allMigrations } from '../start/migrateAll.ts'
import { type AppliedMigration, appliedMigrations, jobQueueVersion, tablesOf } from './catalogStore.ts'
import type { Manifest } from './manifest.ts'

/** The tables as they were when the backup was made. */
export async function prepareTables(sql: Client, url: string, manifest: Manifest, isEmpty: boolean): Promise<void> {
  const present = await appliedMigrations(sql)
  if (present.length === 0) await migrateTo(url, manifest.migrations)
  else if (!sameList(present, manifest.migrations)) {
    throw problem(
      isEmpty
        ? 'The database was prepared by another version than the backup: restore into a database without tables'
        : 'The database is of another version than the backup: restore into an empty database',
    )
  }
  await migrateJobs(url)
  if ((await jobQueueVersion(sql)) !== manifest.jobQueue) {
    throw problem('The job queue of the backup is of another version: restore with the version that made it')
  }
  const [there, wanted] = [await tablesOf(sql), manifest.tables]
  const shapeOf = (table: { name: string; columns: string[] }) => `${table.name}(${[...table.columns].sort().join()})`
  if (there.map(shapeOf).join() !== wanted.map(shapeOf).join()) {
    throw problem('The database has other tables than the backup: restore into an empty database')
  }
}

function sameList(a: readonly AppliedMigration[], b: readonly AppliedMigration[]): boolean {
  const listOf = (list: readonly AppliedMigration[]) =>
    list
      .map(({ owner, name }) => `${owner}/${name}`)
      .sort()
      .join()
  return listOf(a) === listOf(b)
}

/** Applies just these files, through folders that hold no others. */
async function migrateTo(url: string, wanted: readonly AppliedMigration[]): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'portico-restore-'))
  try {
    await migrateJobs(url)
    for (const { owner, folder } of allMigrations) {
      const copy = join(scratch, owner)
      await mkdir(copy)
      for (const { name } of wanted.filter(migration => migration.owner === owner)) {
        await cp(join(folder, name), join(copy, name))
      }
      await migrate(url, [{ owner, folder: copy }])
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
