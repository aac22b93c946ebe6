import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Client, connect } from '@portico/kit/connect'
import type { Sql } from '@portico/kit/database'
import type { FileStore } from '@portico/kit/files/fileStore'
import { migrateJobs } from '@portico/kit/jobs'
import { migrate } from '@portico/kit/migrate'
import { problem } from '../config/problem.ts'
import { houseMigrations, migrateHouse } from '../start/migrateHouse.ts'
import { isServerRunning } from '../start/serverConnection.ts'
import type { BackupProgress } from './backupHouse.ts'
import { type AppliedMigration, appliedMigrations, foreignKeysOf, jobQueueVersion, tablesOf } from './catalog.ts'
import { countLines } from './countLines.ts'
import { MANIFEST, type Manifest, parseManifest } from './manifest.ts'
import { type ArchiveEntry, readArchive } from './readArchive.ts'

export interface RestoreOptions {
  url: string
  files: FileStore
  path: string
  /** Replace what is in the database. */
  force: boolean
  progress: BackupProgress
}

/**
 * Brings a backup back. The file is read to its end and found whole before anything is touched; the rows go in as one
 * transaction. An older backup into an empty database is brought to this version afterwards.
 */
export async function restoreHouse(options: RestoreOptions): Promise<Manifest> {
  const { url, path, force } = options
  const { manifest, kilobytes } = await checkWhole(path)
  await checkMigrations(manifest, path)
  if (await isServerRunning(url)) throw problem('A server is running on this database: stop it first')
  const sql = connect(url)
  try {
    const isEmpty = await isEmptyHouse(sql)
    if (!isEmpty && !force) throw problem('The database is not empty: --force replaces everything in it')
    await prepareTables(sql, url, manifest, isEmpty)
    options.progress.start(manifest.tables.reduce((sum, table) => sum + table.rows, 0) + kilobytes)
    await load(sql, manifest, options)
    await migrateHouse(url)
    await sql`analyze`
  } finally {
    await sql.end({ timeout: 5 })
  }
  return manifest
}

/** The first of two readings: whatever is wrong with the file is found here, with nothing changed. */
async function checkWhole(path: string): Promise<{ manifest: Manifest; kilobytes: number }> {
  let manifest: Manifest | undefined
  let kilobytes = 0
  for await (const entry of readArchive(path)) {
    if (!manifest) manifest = await readManifest(entry, path)
    else if (entry.name.startsWith('files/')) kilobytes += Math.ceil(entry.size / 1024)
  }
  if (manifest) return { manifest, kilobytes }
  throw problem(`${path} is not a backup of Portico`)
}

async function readManifest(entry: ArchiveEntry, path: string): Promise<Manifest> {
  if (entry.name !== MANIFEST) throw problem(`${path} is not a backup of Portico`)
  const chunks: Uint8Array[] = []
  for await (const chunk of entry.body) chunks.push(chunk)
  return parseManifest(Buffer.concat(chunks).toString('utf8'), path)
}

/** A backup of a newer version, or of one whose migrations were others, has shapes this version does not know. */
async function checkMigrations({ migrations }: Manifest, path: string): Promise<void> {
  for (const { owner, name, digest } of migrations) {
    const source = houseMigrations.find(source => source.owner === owner)
    const text = source && (await readFile(join(source.folder, name), 'utf8').catch(() => undefined))
    if (text === undefined) throw problem(`${path} was made by a newer version: it has migration ${owner}/${name}`)
    if (createHash('sha256').update(text).digest('hex') !== digest) {
      throw problem(`${path} was made by another version: its migration ${owner}/${name} is not the one known here`)
    }
  }
}

async function isEmptyHouse(sql: Sql): Promise<boolean> {
  const [found] = await sql`select to_regclass('crm.company') is not null as there`
  if (!found?.there) return true
  const [company] = await sql`select from crm.company limit 1`
  return !company
}

/** The tables as they were when the backup was made. */
async function prepareTables(sql: Client, url: string, manifest: Manifest, isEmpty: boolean): Promise<void> {
  const present = await appliedMigrations(sql)
  if (present.length === 0) await migrateTo(url, manifest.migrations)
  else if (!sameList(present, manifest.migrations)) {
    throw problem(
      isEmpty
        ? 'The database was prepared by another version than the backup: restore into a database without tables'
        : 'The database is of another version than the backup: restore into an empty one',
    )
  }
  await migrateJobs(url)
  if ((await jobQueueVersion(sql)) !== manifest.jobQueue) {
    throw problem('The job queue of the backup is of another version: restore with the version that made it')
  }
  const [there, wanted] = [await tablesOf(sql), manifest.tables]
  const shapeOf = (table: { name: string; columns: string[] }) => `${table.name}(${[...table.columns].sort().join()})`
  if (there.map(shapeOf).join() !== wanted.map(shapeOf).join()) {
    throw problem('The tables of the database are not those of the backup')
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
    for (const { owner, folder } of houseMigrations) {
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

/** Files first: one without its row harms nobody, a row without its file would. */
async function load(sql: Client, manifest: Manifest, options: RestoreOptions): Promise<void> {
  await sql.begin(async transaction => {
    const keys = await foreignKeysOf(transaction)
    for (const { table, name } of keys) await transaction.unsafe(`alter table ${table} drop constraint ${name}`)
    for (const { name } of manifest.tables) await transaction.unsafe(`alter table ${name} disable trigger user`)
    if (manifest.tables.length > 0) {
      await transaction.unsafe(`truncate ${manifest.tables.map(table => table.name).join(', ')}`)
    }

    await loadEntries(transaction, manifest, options)

    for (const { name, value, isCalled } of manifest.sequences) {
      await transaction`select setval(${name}::regclass, ${value}::bigint, ${isCalled})`
    }
    await releaseJobs(transaction)
    for (const { name } of manifest.tables) await transaction.unsafe(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys) {
      await transaction.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
    }
  })
}

async function loadEntries(transaction: Sql, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { path, files, progress } = options
  let copying: { table: string; into: Writable } | undefined
  const finish = async () => {
    if (copying) await endCopy(transaction, copying.into, copying.table)
    copying = undefined
  }
  for await (const { name, size, body } of readArchive(path)) {
    const [kind, ...rest] = name.split('/')
    if (kind === 'files') {
      await finish()
      await restoreFile(files, rest.join('/'), size, body)
      progress.add(Math.ceil(size / 1024))
    } else if (kind === 'database') {
      const table = rest.slice(0, -1).join('/')
      if (copying?.table !== table) {
        await finish()
        copying = { table, into: await beginCopy(transaction, manifest, table) }
      }
      for await (const chunk of body) {
        await write(copying.into, chunk)
        progress.add(countLines(chunk))
      }
    }
  }
  await finish()
}

function beginCopy(transaction: Sql, manifest: Manifest, name: string): Promise<Writable> {
  const table = manifest.tables.find(table => table.name === name)
  if (!table) throw problem(`The backup has rows of ${name}, which it does not describe`)
  return transaction.unsafe(`copy ${name} (${table.columns.join(', ')}) from stdin`).writable()
}

function write(into: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => into.write(chunk, error => (error ? reject(error) : resolve())))
}

/**
 * Waits until PostgreSQL has taken all rows. The driver keeps silent when they are refused after the last byte was
 * sent, so the transaction is asked as well: a broken one refuses every question.
 */
async function endCopy(transaction: Sql, into: Writable, table: string): Promise<void> {
  const finished = new Promise<void>((resolve, reject) => {
    into.once('error', reject)
    into.end(resolve)
  })
  await nextTurn()
  await nextTurn()
  const asked = transaction`select 1`.then(() => finished)
  try {
    await Promise.race([finished.then(() => asked), asked])
  } catch (error) {
    throw problem(`The rows of ${table} were refused: ${error instanceof Error ? error.message : error}`)
  }
}

async function restoreFile(
  files: FileStore,
  key: string,
  size: number,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  // A key is written once, so what a forced restore replaces has to go first.
  await files.remove(key)
  await files.put(key, streamOf(body), { limit: size })
}

function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(new Uint8Array(next.value))
      },
    },
    { highWaterMark: 0 },
  )
}

/** A job that ran when the backup was made is nobody's now: it is free to run again, as jobs must be. */
async function releaseJobs(transaction: Sql): Promise<void> {
  await transaction`update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`
  await transaction`update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`
}
