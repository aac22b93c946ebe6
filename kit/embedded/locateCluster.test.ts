import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseDatabaseUser, findClosedFolder } from './databaseUser.ts'
import { postgresTarget } from './postgresTarget.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { compileLauncher, PLATFORM_PACKAGE } from './testing/compileLauncher.ts'
import { startProcess } from './testing/launcherProcess.ts'
import { query } from './testing/query.ts'
import { openScratch, removeWithServers } from './testing/scratch.ts'

const isRoot = process.getuid?.() === 0
const settings = { fsync: 'off' }
const NOBODY = { uid: 65534, gid: 65534 }
const canRunNode = isRoot && !(await findClosedFolder({ name: 'nobody', ...NOBODY }, process.execPath))

test.runIf(isRoot)('as root the server runs as the database user, who owns the cluster', async () => {
  const dataDirectory = join(await openScratch(), 'data')
  const user = await chooseDatabaseUser(join(dataDirectory, 'cluster'))

  const database = await start(dataDirectory)

  expect((await stat(join(dataDirectory, 'cluster'))).uid).toBe(user?.uid)
  expect(await serverOwner(dataDirectory)).toBe(user?.uid)
  await database.stop()
})

test.runIf(isRoot)('an empty directory of root alone is given to the database user', async () => {
  const dataDirectory = join(await openScratch(), 'data')
  await mkdir(dataDirectory, { mode: 0o700 })

  const database = await start(dataDirectory)

  expect(await readdir(dataDirectory)).toContain('cluster')
  await database.stop()
})

test.runIf(isRoot)(
  'in a folder only root may enter, programs and database move to an external folder found again',
  async () => {
    const closed = await closedFolder()
    const script = await compileLauncher(join(closed, 'launcher'), 'copied')
    const dataDirectory = join(closed, 'data', 'postgres')

    const first = startProcess(script, dataDirectory, { settings })
    const { url } = await first.started
    await query(url, 'create table note as select 1 as kept')
    const external = await externalClusterOf(dataDirectory)
    await first.stop()
    const second = startProcess(script, dataDirectory, { settings })

    expect(await query((await second.started).url, 'select kept from note')).toEqual([{ kept: 1 }])
    expect(first.lines).toEqual([expect.stringMatching(`may not enter ${dataDirectory}, .* kept in ${external}$`)])
    expect(second.lines).toEqual([])
    expect((await readdir(external)).sort()).toEqual([
      'cluster',
      'data-directory.path',
      expect.stringMatching(/^postgresql-18/),
    ])
    await second.stop()
  },
)

test.runIf(isRoot)('three starts at once in a closed folder share one external cluster', async () => {
  const closed = await closedFolder()
  const dataDirectory = join(closed, 'data')
  await mkdir(dataDirectory)

  const databases = await Promise.all([start(dataDirectory), start(dataDirectory), start(dataDirectory)])

  expect(new Set(databases.map(database => database.url)).size).toBe(1)
  expect((await readdir(dataDirectory)).sort()).toEqual(['cluster.path', 'postgres.log'])
  await externalClusterOf(dataDirectory)
  await Promise.all(databases.map(database => database.stop()))
})

test.runIf(isRoot)('two closed data directories have two databases', async () => {
  const closed = await closedFolder()

  const one = await start(join(closed, 'one'))
  const two = await start(join(closed, 'two'))

  expect(await externalClusterOf(one.dataDirectory)).not.toBe(await externalClusterOf(two.dataDirectory))
  expect(one.url).not.toBe(two.url)
  await Promise.all([one.stop(), two.stop()])
})

test.runIf(isRoot)('a moved closed data directory keeps its database, a copy of it is refused', async () => {
  const closed = await closedFolder()
  const home = join(closed, 'home')
  const moved = join(closed, 'moved')
  const copied = join(closed, 'copied')
  const database = await start(home)
  await query(database.url, 'create table note as select 1 as kept')
  await externalClusterOf(home)
  await database.stop()

  await rename(home, moved)
  const afterMove = await start(moved)
  await cp(moved, copied, { recursive: true })

  expect(await query(afterMove.url, 'select kept from note')).toEqual([{ kept: 1 }])
  await expect(start(copied)).rejects.toMatchObject({
    code: 'foreign-directory',
    message: expect.stringContaining(`${copied} is a copy of ${moved}`),
  })
  await afterMove.stop()
})

test.runIf(isRoot)('a closed data directory that was deleted starts empty, and says where the old one is', async () => {
  const dataDirectory = join(await closedFolder(), 'data')
  const before = await start(dataDirectory)
  const abandoned = await externalClusterOf(dataDirectory)
  await before.stop()
  await rm(dataDirectory, { recursive: true })

  const lines: string[] = []
  const after = await startEmbeddedPostgres({ dataDirectory, settings, log: line => lines.push(line) })

  expect(await externalClusterOf(dataDirectory)).not.toBe(abandoned)
  expect(lines.at(-1)).toContain(`still in ${abandoned}`)
  await after.stop()
})

test.runIf(isRoot)('a cluster whose folder was closed later is one clear line, not a second database', async () => {
  const parent = join(await openScratch(), 'parent')
  await (await start(join(parent, 'data'))).stop()
  await chmod(parent, 0o700)

  await expect(start(join(parent, 'data'))).rejects.toMatchObject({
    code: 'no-permission',
    message: expect.stringContaining(`may not enter ${parent}: chmod o+x ${parent}`),
  })
})

test.runIf(canRunNode)('an ordinary user runs the server itself, and root joins it as that user', async () => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'copied')
  const dataDirectory = await folderOf(NOBODY, join(folder, 'data'))

  const ordinary = startProcess(script, dataDirectory, { settings, user: NOBODY })
  const { url } = await ordinary.started
  const root = await start(dataDirectory)
  await ordinary.stop()

  const { host = '' } = postgresTarget(url)
  expect(root.adopted).toBe(true)
  expect(await stat(host)).toMatchObject({ ...NOBODY })
  expect(await serverOwner(dataDirectory)).toBe(NOBODY.uid)
  await root.stop()
  const again = await start(dataDirectory)
  expect(await serverOwner(dataDirectory)).toBe(NOBODY.uid)
  await again.stop()
})

test.runIf(canRunNode)('an ordinary user whose node_modules is read-only and has no links gets a copy', async () => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'copied')
  const library = join(folder, 'launcher', 'node_modules', PLATFORM_PACKAGE, 'native', 'lib')
  await removeLinks(library)
  const dataDirectory = await folderOf(NOBODY, join(folder, 'data'))

  const ordinary = startProcess(script, dataDirectory, { settings, user: NOBODY })

  expect(await query((await ordinary.started).url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDirectory)).toContainEqual(expect.stringMatching(/^postgresql-18/))
  expect(await linksIn(library)).toEqual([])
  await ordinary.stop()
})

test.runIf(isRoot)('links missing in a node_modules that can be written are made there', async () => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'copied')
  const library = join(folder, 'launcher', 'node_modules', PLATFORM_PACKAGE, 'native', 'lib')
  await removeLinks(library)

  const process = startProcess(script, join(folder, 'data'), { settings })

  await process.started
  expect(await linksIn(library)).toContain('libpq.so.5')
  await process.stop()
})

test.runIf(isRoot)('a cluster that was copied as root and belongs to root now says what to do', async () => {
  const dataDirectory = await openScratch()
  await mkdir(join(dataDirectory, 'cluster'))

  await expect(start(dataDirectory)).rejects.toMatchObject({
    code: 'no-permission',
    message: expect.stringMatching(/belongs to another user \(uid 0\): chown -R \w+ .*cluster$/),
  })
})

test.runIf(canRunNode)('a cluster of another user is one clear line', async () => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'linked')
  const dataDirectory = await folderOf(NOBODY, join(folder, 'data'))
  await mkdir(join(dataDirectory, 'cluster'), { mode: 0o700 })

  const ordinary = startProcess(script, dataDirectory, { settings, user: NOBODY })

  await expect(ordinary.started).rejects.toMatchObject({
    code: 'no-permission',
    message: expect.stringContaining('belongs to another user (uid 0)'),
  })
})

function start(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDirectory, settings })
}

async function closedFolder(): Promise<string> {
  const folder = join(await openScratch(), 'closed')
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** Where the data directory's database is, removed with the test. */
async function externalClusterOf(dataDirectory: string): Promise<string> {
  const external = (await readFile(join(dataDirectory, 'cluster.path'), 'utf8')).trim()
  expect(dirname(external)).toBe('/var/lib/portico')
  expect(basename(external)).toMatch(/^[0-9a-f]{12}-[0-9a-f]{8}$/)
  onTestFinished(() => removeWithServers(external))
  return external
}

async function folderOf(owner: { uid: number; gid: number }, path: string): Promise<string> {
  await mkdir(path)
  await chown(path, owner.uid, owner.gid)
  return path
}

async function serverOwner(dataDirectory: string): Promise<number> {
  const pid = Number.parseInt(await readFile(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8'), 10)
  return (await stat(`/proc/${pid}`)).uid
}

async function linksIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter(entry => entry.isSymbolicLink()).map(entry => entry.name)
}

async function removeLinks(folder: string): Promise<void> {
  for (const link of await linksIn(folder)) await rm(join(folder, link))
}
