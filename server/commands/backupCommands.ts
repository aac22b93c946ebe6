import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FileStore } from '@portico/kit/files/fileStore'
import { openFileStore } from '@portico/kit/files/openFileStore'
import { backupHouse } from '../backup/backupHouse.ts'
import { restoreHouse } from '../backup/restoreHouse.ts'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'
import { progressBar } from './progress.ts'
import { withDatabase, withServer } from './withDatabase.ts'

export async function backupCommand(config: Config, file: string): Promise<void> {
  const path = resolve(file)
  await access(dirname(path)).catch(() => {
    throw problem(`There is no folder ${dirname(path)}`)
  })
  const bar = progressBar('backup')
  await withDatabase(config, async sql => {
    try {
      await backupHouse(sql, await filesOf(config), path, bar)
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
  const manifest = await withServer(config, async ({ url }) => {
    try {
      const files = await filesOf(config)
      return await restoreHouse({ url, files, path, force: options.force ?? false, progress: bar })
    } finally {
      bar.stop()
    }
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored the backup of ${manifest.createdAt}: ${rows} rows in ${manifest.tables.length} tables`)
}

function filesOf({ files, dataDirectory }: Config): Promise<FileStore> {
  return openFileStore(files.location, dataDirectory, files)
}

function fileProblem(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = { ENOSPC: 'the disk is full', EROFS: 'the file system is read-only', EACCES: 'not allowed' }[code]
  return reason ? problem(`${path} cannot be written: ${reason}`) : error
}
