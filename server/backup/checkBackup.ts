import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../config/problem.ts'
import { houseMigrations } from '../start/migrateHouse.ts'
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
