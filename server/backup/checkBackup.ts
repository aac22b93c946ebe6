import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sqlFiles, unknownMigration } from '@portico/kit/database/migrate'
import { problem } from '../config/problem.ts'
import { allMigrations } from '../start/migrateAll.ts'
import { MANIFEST, type Manifest, parseManifest } from './manifest.ts'
import { type ArchiveEntry, readArchive } from './readArchive.ts'

export interface CheckedBackup {
  manifest: Manifest
  /** Of the files in it. */
  kilobytes: number
}

/**
 * The first of two readings: whatever is wrong with the file, or between it and this version, is found here, with
 * nothing changed.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const checked = await checkWhole(path)
  await checkMigrations(checked.manifest, path)
  return checked
}

async function checkWhole(path: string): Promise<CheckedBackup> {
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

/** A backup of a newer version, or of one whose migrations were others, has tables this version does not know. */
async function checkMigrations({ migrations }: Manifest, path: string): Promise<void> {
  for (const { owner, folder } of allMigrations) {
    const own = migrations.filter(migration => migration.owner === owner)
    const stranger = unknownMigration(
      await sqlFiles(folder),
      own.map(migration => migration.name),
    )
    if (stranger?.isNewer) {
      throw problem(`${path} was made by a newer version: it has migration ${owner}/${stranger.name}`)
    }
    if (stranger) {
      throw problem(
        `${path} was made before version 0.1.0, by migrations that were never released (${owner}/${stranger.name}): it cannot be restored`,
      )
    }
    for (const { name, digest } of own) {
      const text = await readFile(join(folder, name), 'utf8')
      if (createHash('sha256').update(text).digest('hex') !== digest) {
        throw problem(`${path} was made by another version: its migration ${owner}/${name} is not the one known here`)
      }
    }
  }
  const stray = migrations.find(({ owner }) => !allMigrations.some(source => source.owner === owner))
  if (stray) throw problem(`${path} was made by a newer version: it has migration ${stray.owner}/${stray.name}`)
}
