import { chown, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../files/makeFolder.ts'
import { chooseDatabaseUser, type DatabaseUser, findClosedFolder } from './databaseUser.ts'
import { diskProblem, embeddedPostgresError } from './embeddedPostgresError.ts'
import { createExternalCluster, findAbandonedClusters, findExternalCluster } from './externalCluster.ts'

/** Where a data directory's cluster is, and who runs it. */
export interface ClusterPlace {
  dataDirectory: string
  /** The folder that holds the cluster: the data directory, or an external folder where the database user may not enter it. */
  home: string
  cluster: string
  /** Set when we are root. */
  user: DatabaseUser | undefined
}

export async function locateCluster(path: string, log: (line: string) => void): Promise<ClusterPlace> {
  const dataDirectory = await openDataDirectory(path)
  await refuseForeignCluster(dataDirectory)

  const external = await findExternalCluster(dataDirectory)
  const home = external ?? dataDirectory
  const user = await chooseDatabaseUser(join(home, 'cluster'))
  const place = { dataDirectory, home, cluster: join(home, 'cluster'), user }
  await refuseClusterOfAnother(place)
  if (external || !user || (await letEnter(user, dataDirectory))) return place

  await refuseClusterOutOfReach(place, user)
  const created = await createExternalCluster(dataDirectory)
  log(`user ${user.name} may not enter ${dataDirectory}, so the database is kept in ${created}`)
  for (const abandoned of await findAbandonedClusters(dataDirectory, created)) {
    log(`an earlier database of ${dataDirectory} is still in ${abandoned}: delete it when nobody needs it`)
  }
  return { ...place, home: created, cluster: join(created, 'cluster') }
}

async function openDataDirectory(path: string): Promise<string> {
  const directory = resolve(path)
  try {
    await makeFolder(directory)
    return await realpath(directory)
  } catch (error) {
    throw diskProblem(error, directory)
  }
}

async function refuseForeignCluster(dataDirectory: string): Promise<void> {
  const version = await readFile(join(dataDirectory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) return
  throw embeddedPostgresError(
    'foreign-directory',
    `${dataDirectory} is the data directory of another PostgreSQL ${version.trim()}: choose another directory, or set DATABASE_URL`,
  )
}

/** An empty folder of root's is the database's to own; one that holds something stays as its owner made it. */
async function letEnter(user: DatabaseUser, dataDirectory: string): Promise<boolean> {
  const closed = await findClosedFolder(user, dataDirectory)
  const isEmpty = (await readdir(dataDirectory)).length === 0
  if (closed === dataDirectory && isEmpty) await chown(dataDirectory, user.uid, user.gid)

  // Asked again: a process that started with us may have opened and filled the folder in between.
  return !(await findClosedFolder(user, dataDirectory))
}

async function refuseClusterOfAnother({ cluster, user }: ClusterPlace): Promise<void> {
  const found = await stat(cluster).catch(() => undefined)
  if (!found || found.uid === (user?.uid ?? process.getuid?.())) return
  const wayOut = user ? `chown -R ${user.name} ${cluster}` : 'start as that user or as root'
  throw embeddedPostgresError(
    'no-permission',
    `The database in ${cluster} belongs to another user (uid ${found.uid}): ${wayOut}`,
  )
}

/** A cluster that was reachable once: a second, empty one elsewhere would look like lost data. */
async function refuseClusterOutOfReach({ cluster, dataDirectory }: ClusterPlace, user: DatabaseUser): Promise<void> {
  const found = await stat(cluster).catch(() => undefined)
  if (!found) return
  const closed = (await findClosedFolder(user, dirname(cluster))) ?? cluster
  throw embeddedPostgresError(
    'no-permission',
    `The database in ${dataDirectory} belongs to user ${user.name}, who may not enter ${closed}: chmod o+x ${closed}`,
  )
}
