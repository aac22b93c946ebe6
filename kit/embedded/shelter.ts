import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskProblem, embeddedPostgresError, errorCode } from './embeddedPostgresError.ts'

/**
 * Root may keep its data in a folder only root may enter, where the database user reaches nothing. Such a data
 * directory holds a pointer to a folder of its own under SHELTERS, and that folder names the data directory back.
 */
const SHELTERS = '/var/lib/portico'
const POINTER = 'cluster.path'
const BACK_POINTER = 'data-directory.path'

export async function findShelter(dataDirectory: string): Promise<string | undefined> {
  const shelter = await readLine(join(dataDirectory, POINTER))
  if (!shelter) return undefined

  const owner = await readLine(join(shelter, BACK_POINTER))
  if (owner === dataDirectory) return shelter
  if (!owner) throw missingShelter(dataDirectory, shelter)
  if ((await readLine(join(owner, POINTER))) === shelter) throw sharedShelter(dataDirectory, owner, shelter)

  // The data directory was moved, and nothing was left behind that points here.
  await writeFile(join(shelter, BACK_POINTER), `${dataDirectory}\n`)
  return shelter
}

/** The name is partly random: a data directory that was deleted and made again starts empty, as it should. */
export async function createShelter(dataDirectory: string): Promise<string> {
  const name = `${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`
  const shelter = join(SHELTERS, name)
  try {
    await mkdir(shelter, { recursive: true })
    await openForSearch(SHELTERS)
    await openForSearch(shelter)
    await writeFile(join(shelter, BACK_POINTER), `${dataDirectory}\n`)
  } catch (error) {
    throw diskProblem(error, shelter)
  }
  return await claim(dataDirectory, shelter)
}

/** Whatever our umask is, the database user must get through. */
async function openForSearch(folder: string): Promise<void> {
  await chmod(folder, (await stat(folder)).mode | 0o111)
}

/** Two processes may start at once: the first link wins and the other takes what it points to. */
async function claim(dataDirectory: string, shelter: string): Promise<string> {
  const pointer = join(dataDirectory, POINTER)
  const draft = `${pointer}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${shelter}\n`)
    await link(draft, pointer)
    return shelter
  } catch (error) {
    await rm(shelter, { recursive: true, force: true })
    if (errorCode(error) !== 'EEXIST') throw diskProblem(error, dataDirectory)
    const winner = await findShelter(dataDirectory)
    if (winner) return winner
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Shelters of the same path that its data directory no longer points to; theirs to delete who know what they held. */
export async function findAbandonedShelters(dataDirectory: string, current: string): Promise<string[]> {
  const names = await readdir(SHELTERS).catch(() => [])
  const owners = await Promise.all(names.map(name => readLine(join(SHELTERS, name, BACK_POINTER))))
  return names
    .filter((_, index) => owners[index] === dataDirectory)
    .map(name => join(SHELTERS, name))
    .filter(shelter => shelter !== current)
}

function missingShelter(dataDirectory: string, shelter: string): Error {
  return embeddedPostgresError(
    'foreign-directory',
    `The database of ${dataDirectory} should be in ${shelter}, which is gone: put it back, or delete ${join(dataDirectory, POINTER)} to start empty`,
  )
}

function sharedShelter(dataDirectory: string, owner: string, shelter: string): Error {
  return embeddedPostgresError(
    'foreign-directory',
    `${dataDirectory} is a copy of ${owner}, whose database is in ${shelter}: delete ${join(dataDirectory, POINTER)} to start empty`,
  )
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text?.trim() || undefined
}
