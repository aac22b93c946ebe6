import { execFile } from 'node:child_process'
import { chown, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createWhole } from './createWhole.ts'
import { runAs } from './databaseUser.ts'
import { embeddedPostgresError, printedDiskProblem } from './embeddedPostgresError.ts'
import type { Binaries } from './locateBinaries.ts'
import type { ClusterPlace } from './locateCluster.ts'
import { programEnvironment } from './programEnvironment.ts'

/**
 * Text sorts by code point and folds case by Unicode, both by PostgreSQL's own rules: the same order on every machine,
 * whatever its C library, and no index to rebuild when that library changes.
 */
const LOCALE = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
const TWO_MINUTES = 120_000

export async function createCluster(place: ClusterPlace, binaries: Binaries, durable: boolean): Promise<void> {
  await createWhole(place.home, basename(place.cluster), async draft => {
    if (place.user) await chown(draft, place.user.uid, place.user.gid)
    await runInitdb(place, binaries.initdb, draft, durable)
  })
}

/** Whether there is a cluster, of our major version; any other is refused. */
export async function hasCluster({ cluster }: ClusterPlace, major: string): Promise<boolean> {
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found?.trim() === major) return true
  if (found !== undefined) {
    throw embeddedPostgresError(
      'wrong-version',
      `The database in ${cluster} is of PostgreSQL ${found.trim()}, this is PostgreSQL ${major}: start it with the version that made it, or set DATABASE_URL`,
    )
  }

  const entries = await readdir(cluster).catch(() => [])
  if (entries.length === 0) return false
  throw embeddedPostgresError('foreign-directory', `${cluster} is not empty and holds no PostgreSQL database`)
}

function runInitdb(place: ClusterPlace, initdb: string, draft: string, durable: boolean): Promise<void> {
  const access = ['--username=portico', '--auth-local=trust', '--auth-host=reject']
  const options = ['-D', draft, ...access, ...LOCALE, ...(durable ? [] : ['--no-sync'])]
  const how = { ...runAs(place.user), cwd: '/', env: programEnvironment(), timeout: TWO_MINUTES }
  return new Promise((resolve, reject) => {
    execFile(initdb, options, how, (error, stdout, stderr) => {
      if (!error) return resolve()
      if (error.code === 'ENOENT' || error.code === 'ENOEXEC') return reject(cannotRun(initdb, error))
      if (/could not look up effective user ID/.test(stderr)) return reject(noPasswdEntry(error))
      const reason = stderr.match(/(?:error|FATAL): .*/)?.[0] ?? (stderr.trim() || error.message)
      reject(
        printedDiskProblem(stdout + stderr, place.home) ??
          embeddedPostgresError('start-failed', `The database in ${place.cluster} could not be made: ${reason}`, error),
      )
    })
  })
}

/** As in a container that is given a user number of its own. */
function noPasswdEntry(cause: unknown): Error {
  return embeddedPostgresError(
    'no-user',
    `PostgreSQL runs for users in /etc/passwd, and uid ${process.getuid?.()} is not there: add it, or set DATABASE_URL`,
    cause,
  )
}

/** The packages are built for glibc, and elsewhere their loader is what is missing. */
function cannotRun(program: string, cause: unknown): Error {
  return embeddedPostgresError('no-binaries', `${program} does not run on this system: set DATABASE_URL`, cause)
}
