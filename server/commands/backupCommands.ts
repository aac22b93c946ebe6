import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FileStore } from '@portico/kit/files/fileStore'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { restoreBackup } from '../backup/restoreBackup.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { isServerRunning } from '../start/serverConnection.ts'
import { progressBar } from './progress.ts'
import { withDatabase, withDatabaseServer } from './withDatabase.ts'

export async function backupCommand(config: Config, file: string, options: { force?: boolean } = {}): Promise<void> {
  const path = resolve(file)
  const replace = options.force ?? false
  await refuseOddPlace(path, replace)
  const bar = progressBar('backup')
  await withDatabase(config, async (sql, url, column) => {
    if (column && (await isServerRunning(url)))
      throw problem('Several machines have no common moment while they are written to: stop the server first')
    try {
      await writeBackup(sql, await filesOf(config), path, bar, { replace })
    } catch (error) {
      throw fileProblem(error, path)
    } finally {
      bar.stop()
    }
  })
  const { size } = await stat(path)
  console.log(`${path}, ${(size / 1e6).toFixed(1)} MB`)
}

export async function restoreCommand(config: Config, file: string, options: { force?: boolean }): Promise<void> {
  const path = resolve(file)
  const bar = progressBar('restore')
  const manifest = await withDatabaseServer(config, async ({ url }) => {
    try {
      const files = await filesOf(config)
      return await restoreBackup({ url, files, path, force: options.force ?? false, progress: bar })
    } finally {
      bar.stop()
    }
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored the backup of ${manifest.createdAt}: ${rows} rows in ${manifest.tables.length} tables`)
}

/** With --force the backup replaces a file that is there, and nothing else: not a folder, not a device. */
async function refuseOddPlace(path: string, replace: boolean): Promise<void> {
  await access(dirname(path)).catch(() => {
    throw problem(`There is no folder ${dirname(path)}`)
  })
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) throw problem(`${path} is a folder: name a file in it`)
  if (found && !found.isFile()) throw problem(`${path} is not a file`)
  if (found && !replace) throw problem(`${path} is there already: name another file, or --force replaces it`)
}

function filesOf({ files, dataDirectory }: Config): Promise<FileStore> {
  return openFileStore(files.location, dataDirectory, files)
}

function fileProblem(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  // Of other errors only those of files name a path.
  const reason = REASONS[String(error.code)] ?? ('path' in error ? error.message : undefined)
  return reason ? problem(`${path} cannot be written: ${reason}`) : error
}

const REASONS: Record<string, string> = {
  EEXIST: 'it is there already: name another file, or --force replaces it',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file system takes no file that large',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
}
