import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Client } from '@portico/kit/database/connect'
import type { Sql } from '@portico/kit/database/sql'
import type { FileStore } from '@portico/kit/files/fileStore'
import { problem } from '../config/problem.ts'
import { foreignKeysOf } from './catalogStore.ts'
import { countLines } from './countLines.ts'
import type { Manifest } from './manifest.ts'
import { readArchive } from './readArchive.ts'
import type { BackupProgress } from './writeBackup.ts'

export interface Loading {
  path: string
  manifest: Manifest
  files: FileStore
  progress: BackupProgress
}

/**
 * Writes the files and the rows, the rows in one transaction. Foreign keys are created again after the rows, so
 * that tables may come in any order. A file is written before the row that names it can be seen.
 */
export async function loadBackup(sql: Client, loading: Loading): Promise<void> {
  const { manifest } = loading
  await sql.begin(async transaction => {
    const keys = await foreignKeysOf(transaction)
    for (const { table, name } of keys) await transaction.unsafe(`alter table ${table} drop constraint ${name}`)
    for (const { name } of manifest.tables) await transaction.unsafe(`alter table ${name} disable trigger user`)
    if (manifest.tables.length > 0) {
      await transaction.unsafe(`truncate ${manifest.tables.map(table => table.name).join(', ')}`)
    }

    await loadEntries(transaction, loading)

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

async function loadEntries(transaction: Sql, { path, manifest, files, progress }: Loading): Promise<void> {
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
  if (!table)
    throw problem(`The backup has rows of ${name}, a table that is not in its manifest: restore another backup`)
  return transaction.driver.unsafe(`copy ${name} (${table.columns.join(', ')}) from stdin`).writable()
}

function write(into: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => into.write(chunk, error => (error ? reject(error) : resolve())))
}

/**
 * Waits until PostgreSQL has taken all rows. The driver keeps silent when they are refused after the last byte was
 * sent, so the transaction is asked as well: a failed one refuses every statement.
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

/** Unlocks jobs that ran when the backup was made: their worker is gone, and jobs are safe to run again. */
async function releaseJobs(transaction: Sql): Promise<void> {
  await transaction`update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`
  await transaction`update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`
}
