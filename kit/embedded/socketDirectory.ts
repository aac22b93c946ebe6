import { createHash } from 'node:crypto'
import { lchown, lstat, mkdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseUser } from './databaseUser.ts'
import { embeddedPostgresError, errorCode } from './embeddedPostgresError.ts'

const SOCKET_FILE = '/.s.PGSQL.5432'
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/**
 * Where the socket is: the cluster itself, which is private to the database user already, or, when that path is
 * longer than a socket address may be, a folder in /tmp named after it, so that every process finds the same one.
 */
export function socketDirectoryOf(cluster: string): string {
  if (Buffer.byteLength(cluster + SOCKET_FILE) <= LONGEST_SOCKET_PATH) return cluster
  return join('/tmp', `portico-${createHash('sha256').update(cluster).digest('hex').slice(0, 24)}`)
}

/** Makes the folder in /tmp where one is needed, and refuses one that somebody else put there. */
export async function openSocketDirectory(cluster: string, user: DatabaseUser | undefined): Promise<string> {
  const directory = socketDirectoryOf(cluster)
  if (directory === cluster) return directory

  await mkdir(directory, { mode: 0o700 }).catch(ignoreExisting)
  if (user && (await lstat(directory)).uid === 0) await lchown(directory, user.uid, user.gid)
  if (await isSocketDirectoryPrivate(cluster)) return directory
  throw embeddedPostgresError('foreign-directory', `${directory} is in the way of the database's socket: remove it`)
}

/** Whoever else could put a socket there would be taken for our database, and told everything. */
export async function isSocketDirectoryPrivate(cluster: string): Promise<boolean> {
  const directory = socketDirectoryOf(cluster)
  if (directory === cluster) return true
  const found = await lstat(directory).catch(() => undefined)
  const owner = await stat(cluster).catch(() => undefined)
  if (!found || !owner) return false
  return found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0
}

/** Only an empty one goes: a server that was started meanwhile keeps its socket. */
export async function removeSocketDirectory(cluster: string): Promise<void> {
  const directory = socketDirectoryOf(cluster)
  if (directory !== cluster) await rmdir(directory).catch(() => undefined)
}

/** One entry of a PostgreSQL setting that is a list, so that a comma in the path does not split it. */
export function quotedList(entry: string): string {
  return `"${entry.replaceAll('"', '""')}"`
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}
