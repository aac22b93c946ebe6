import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { embeddedPostgresError } from './embeddedPostgresError.ts'

/** The account PostgreSQL runs as when we are root, which PostgreSQL refuses to run as. */
export interface DatabaseUser {
  name: string
  uid: number
  gid: number
}

const PREFERRED = ['postgres', '_postgres', 'nobody', 'daemon']

/** Undefined when we are an ordinary user: then PostgreSQL runs as us. A cluster that exists keeps its owner. */
export async function chooseDatabaseUser(cluster: string): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined

  const users = await readUsers()
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    return users.find(user => user.uid === owner.uid) ?? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  }

  const chosen = PREFERRED.map(name => users.find(user => user.name === name)).find(user => user !== undefined)
  if (chosen) return chosen
  throw embeddedPostgresError(
    'no-user',
    `PostgreSQL does not run as root and /etc/passwd has none of ${PREFERRED.join(', ')}: add one, or set DATABASE_URL`,
  )
}

/** PostgreSQL's programs are started with this, so that the account has no group of ours. */
export function runAs(user: DatabaseUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** The first folder on the way to `path`, itself included, that the user may not enter. */
export async function findClosedFolder(user: DatabaseUser, path: string): Promise<string | undefined> {
  const parent = dirname(path)
  const above = parent === path ? undefined : await findClosedFolder(user, parent)
  return above ?? ((await mayEnter(user, path)) ? undefined : path)
}

async function mayEnter(user: DatabaseUser, folder: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

async function readUsers(): Promise<DatabaseUser[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(user => user.uid > 0 && user.gid > 0)
}
