import type { Readable } from 'node:stream'
import type { Client } from '@portico/kit/database/connect'
import type { Sql } from '@portico/kit/database/sql'
import type { FileStore } from '@portico/kit/files/fileStore'
import { appliedMigrations, jobQueueVersion, sequencesOf, type Table, tablesOf } from './catalogStore.ts'
import { countLines } from './countLines.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { type ArchiveWriter, writeArchive } from './writeArchive.ts'

export interface BackupProgress {
  /** How many steps there will be: a step is a row, or a kilobyte of a file. */
  start(total: number): void
  add(steps: number): void
}

/**
 * Writes database and files into one file. The database is read in one snapshot, so the backup is the state of one
 * moment however long it takes; the server may run on. A file that was deleted meanwhile is left out.
 */
export async function writeBackup(
  sql: Client,
  files: FileStore,
  path: string,
  progress: BackupProgress,
  { now = new Date(), replace = false }: { now?: Date; replace?: boolean } = {},
): Promise<void> {
  await sql.begin('isolation level repeatable read read only', async snapshot => {
    const manifest = await describe(snapshot, now)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    progress.start(rows + (await kilobytesOf(files)))
    await writeArchive(path, { at: now, replace }, async archive => {
      await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
      for (const table of manifest.tables) await addTable(snapshot, table, archive, progress)
      await addFiles(files, archive, progress)
    })
  })
}

/** Said of statements where tables stand on several machines. */
const ALL = '/* all companies: a backup holds them */'

async function describe(snapshot: Sql, now: Date): Promise<Manifest> {
  const tables: Manifest['tables'] = []
  for (const table of await tablesOf(snapshot)) {
    const [count] = await snapshot.unsafe<{ rows: string }[]>(`${ALL} select count(*)::text as rows from ${table.name}`)
    tables.push({ ...table, rows: Number(count?.rows ?? 0) })
  }
  return {
    format: 1,
    product: 'portico',
    createdAt: now.toISOString(),
    migrations: await appliedMigrations(snapshot),
    jobQueue: await jobQueueVersion(snapshot),
    tables,
    // Not part of a snapshot, but asked for after it was taken: no row of it is beyond them.
    sequences: await sequencesOf(snapshot),
  }
}

/** The size of an entry comes before its bytes, and PostgreSQL does not tell it in advance: so a table is many entries. */
const PART = 1_000_000

async function addTable(snapshot: Sql, table: Table, archive: ArchiveWriter, progress: BackupProgress): Promise<void> {
  const rows = await copyOut(snapshot, table)
  let part = 0
  let waiting: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    await archive.add(`database/${table.name}/${String(++part).padStart(6, '0')}`, Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  for await (const chunk of rows) {
    const bytes: Buffer = chunk
    // A row is a line: line ends inside values are written as \n.
    progress.add(countLines(bytes))
    waiting.push(bytes)
    size += bytes.length
    if (size >= PART) await flush()
  }
  // The driver pauses its socket when we are slower and wakes it at the next read, which does not come after the last
  // row; asleep, it would never answer the next question.
  rows._read(0)
  await flush()
}

function copyOut(snapshot: Sql, { name, columns }: Table): Promise<Readable> {
  return snapshot.driver.unsafe(`${ALL} copy (select ${columns.join(', ')} from ${name}) to stdout`).readable()
}

async function addFiles(files: FileStore, archive: ArchiveWriter, progress: BackupProgress): Promise<void> {
  for await (const { key } of files.list()) {
    const found = await files.get(key)
    if (!found) continue
    await archive.addStream(`files/${key}`, found.size, found.stream)
    progress.add(Math.ceil(found.size / 1024))
  }
}

async function kilobytesOf(files: FileStore): Promise<number> {
  let total = 0
  for await (const { size } of files.list()) total += Math.ceil(size / 1024)
  return total
}
