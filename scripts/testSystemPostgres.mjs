// npm run test:system-postgres: the tests that touch SQL on the PostgreSQL of this system, in a cluster of their own that
// is thrown away. What runs on this machine already is left alone. Expects `npm test` to have installed and built.
// npm run citus: the tests of the CRM with its tables distributed, on a server with the extension Citus.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTemporaryFilesInMemory } from './inMemory.mjs'
import { compileAll, fail, install, requireNode, root, tool } from './lib.mjs'
import { statementsOfSeveralShards, TOLD } from './severalShards.mjs'

/** Parts of the paths of test files. Pages in a browser and the embedded cluster say nothing about this server. */
const TESTS = [
  'crm/',
  'market/',
  'kit/database',
  'kit/api/storable',
  'server/backup/backup',
  'server/start/givenServer',
  'server/start/schema',
]
const CITUS_TESTS = ['crm/', 'server/backup/distributed']
const NOT = ['market/pages/**']

/** What the extension needs: to be loaded with the server, transactions of several machines, and many tables. */
const CITUS = {
  shared_preload_libraries: 'citus',
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_locks_per_transaction: '512',
  ...TOLD,
}

const onCitus = process.argv[2] === '--citus'
const given = process.argv.slice(onCitus ? 3 : 2)

requireNode(20, 19)
const programs = findPrograms()
if (!programs) {
  console.error(
    onCitus
      ? 'No PostgreSQL 15 or newer with the extension Citus is installed on this system: nothing tested'
      : 'No PostgreSQL 15 or newer is installed on this system (Debian: apt-get install postgresql): nothing tested',
  )
  process.exit(0)
}
await install('all')
await compileAll()

keepTemporaryFilesInMemory()
const folder = mkdtempSync(join(tmpdir(), 'portico-system-postgres-'))
const cluster = join(folder, 'cluster')
const serverLog = join(folder, 'server.log')
const account = accountOf()
let server
// Before the folder around it is removed.
process.prependOnceListener('exit', remove)
if (onCitus) process.prependOnceListener('exit', tellSeveralShards)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => fail('stopped', 130))

chmodSync(folder, 0o755)
if (account) chownSync(folder, account.uid, account.gid)
// The locale of ordinary installations, other than the embedded one's: case and order of letters come from it.
const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
pg('initdb', '-D', cluster, '-U', 'portico', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`, '--no-sync')
const port = onCitus ? await freePort() : 5432
server = startServer()
// The machines of a cluster reach each other by host and port, and this one itself.
const url = `postgres://portico@${onCitus ? '127.0.0.1' : encodeURIComponent(folder)}:${port}/postgres`
console.error(`Testing on ${await versionOf(url)}`)

process.env.TEST_DATABASE_URL = url
process.env.PORTICO_TEST_COMPILED = '1'
// Tests of several servers start their own.
if (onCitus) process.env.PORTICO_TEST_CITUS = programs
await tool(
  'vitest',
  'vitest',
  'run',
  ...(given.length > 0 ? [] : onCitus ? CITUS_TESTS : TESTS),
  ...NOT.flatMap(pattern => ['--exclude', pattern]),
  ...given,
)

/** The folder of the newest server programs: where distributions keep them, or what the path leads to. */
function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const majors = existsSync(debian) ? readdirSync(debian).filter(name => Number(name) >= 15) : []
  const folders = majors.sort((a, b) => Number(b) - Number(a)).map(major => join(debian, major, 'bin'))
  const onPath = [...(process.env.PATH ?? '').split(':'), '/opt/homebrew/opt/postgresql/bin', '/usr/pgsql/bin']
  return [...folders, ...onPath].find(
    bin => existsSync(join(bin, 'initdb')) && majorOf(bin) >= 15 && (!onCitus || hasCitus(bin)),
  )
}

function hasCitus(bin) {
  // It comes with the headers, without which nothing can have been built.
  if (!existsSync(join(bin, 'pg_config'))) return false
  const shared = execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim()
  return existsSync(join(shared, 'extension', 'citus.control'))
}

function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function majorOf(bin) {
  const [, major = 0] = /(\d+)/.exec(execFileSync(join(bin, 'initdb'), ['--version'], { encoding: 'utf8' })) ?? []
  return Number(major)
}

/** PostgreSQL does not run as root. */
function accountOf() {
  if (process.getuid() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = ['postgres', 'nobody'].map(name => users.find(([found]) => found === name)).find(Boolean)
  return user
    ? { uid: Number(user[2]), gid: Number(user[3]) }
    : fail('PostgreSQL does not run as root: add a user named postgres')
}

function pg(program, ...args) {
  execFileSync(join(programs, program), args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Behind a socket in a folder of its own: no port is taken, and nobody else's server is met. */
function startServer() {
  const ordinary = { listen_addresses: '', unix_socket_directories: folder, max_connections: '200', fsync: 'off' }
  const settings = { ...ordinary, port, ...(onCitus ? CITUS : {}) }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...options], {
    ...account,
    cwd: folder,
    // Machines of a cluster look for certificates at home when they call each other.
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', openSync(serverLog, 'w')],
  })
  child.once('exit', code => code === null || fail(`the server of ${programs} ended with ${code}`))
  // Who waits for the tests does not wait for the server as well: it is ended with this process.
  child.unref()
  return child
}

async function versionOf(address) {
  const { connect } = await import(join(root, 'kit', 'dist', 'database', 'connect.js'))
  for (let tries = 0; ; tries++) {
    const sql = connect(address)
    try {
      const [row] = await sql`select version()`
      return row.version
    } catch (error) {
      if (tries === 100) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    } finally {
      await sql.end()
    }
  }
}

/** Whether the tests were green or not. */
function tellSeveralShards() {
  const several = existsSync(serverLog) ? statementsOfSeveralShards(serverLog) : []
  for (const statement of several) console.error(`Sent to several shards, and does not say why: ${statement}`)
  if (several.length > 0) process.exitCode = 1
}

/** As the process ends, whatever the reason: nothing may wait here. */
function remove() {
  server?.removeAllListeners('exit')
  server?.kill('SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
