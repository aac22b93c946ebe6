import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskProblem, embeddedPostgresError, errorCode } from './embeddedPostgresError.ts'

/**
 * Root may keep its data in a folder only root may enter, where the database user reaches nothing. Such a data
 * directory holds a pointer to a folder of its own under EXTERNAL_CLUSTERS, and that folder names the data directory back.
 */
const EXTERNAL_CLUSTERS = '/var/lib/portico'
const POINTER = 'cluster.path'
const BACK_POINTER = 'data-directory.path'

export async function findExternalCluster(dataDirectory: string): Promise<string | undefined> {
  const external = await readLine(join(dataDirectory, POINTER))
  if (!external) return undefined

  const owner = await readLine(join(external, BACK_POINTER))
  if (owner === dataDirectory) return external
  if (!owner) throw missingCluster(dataDirectory, external)
  if ((await readLine(join(owner, POINTER))) === external) throw sharedCluster(dataDirectory, owner, external)

  // The data directory was moved, and nothing was left behind that points here.
  await writeFile(join(external, BACK_POINTER), `${dataDirectory}\n`)
  return external
}

/** The name is partly random: a data directory that was deleted and made again starts empty, as it should. */
export async function createExternalCluster(dataDirectory: string): Promise<string> {
  const name = `${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`
  const external = join(EXTERNAL_CLUSTERS, name)
  try {
    await mkdir(external, { recursive: true })
    await openForSearch(EXTERNAL_CLUSTERS)
    await openForSearch(external)
    await writeFile(join(external, BACK_POINTER), `${dataDirectory}\n`)
  } catch (error) {
    throw diskProblem(error, external)
  }
  return await claim(dataDirectory, external)
}

/** Whatever our umask is, the database user must get through. */
async function openForSearch(folder: string): Promise<void> {
  await chmod(folder, (await stat(folder)).mode | 0o111)
}

/** Two processes may start at once: the first link wins and the other takes what it points to. */
async function claim(dataDirectory: string, external: string): Promise<string> {
  const pointer = join(dataDirectory, POINTER)
  const draft = `${pointer}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${external}\n`)
    await link(draft, pointer)
    return external
  } catch (error) {
    await rm(external, { recursive: true, force: true })
    if (errorCode(error) !== 'EEXIST') throw diskProblem(error, dataDirectory)
    const winner = await findExternalCluster(dataDirectory)
    if (winner) return winner
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Clusters of the same path that its data directory no longer points to. Left in place: only the operator knows whether the data is still needed. */
export async function findAbandonedClusters(dataDirectory: string, current: string): Promise<string[]> {
  const names = await readdir(EXTERNAL_CLUSTERS).catch(() => [])
  const owners = await Promise.all(names.map(name => readLine(join(EXTERNAL_CLUSTERS, name, BACK_POINTER))))
  return names
    .filter((_, index) => owners[index] === dataDirectory)
    .map(name => join(EXTERNAL_CLUSTERS, name))
    .filter(external => external !== current)
}

function missingCluster(dataDirectory: string, external: string): Error {
  return embeddedPostgresError(
    'foreign-directory',
    `The database of ${dataDirectory} should be in ${external}, which is gone: put it back, or delete ${join(dataDirectory, POINTER)} to start empty`,
  )
}

function sharedCluster(dataDirectory: string, owner: string, external: string): Error {
  return embeddedPostgresError(
    'foreign-directory',
    `${dataDirectory} is a copy of ${owner}, whose database is in ${external}: delete ${join(dataDirectory, POINTER)} to start empty`,
  )
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text?.trim() || undefined
}
