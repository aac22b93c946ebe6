// Shared by the scripts. Plain Node, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends the program with one line, when this Node is too old to try. */
export function requireNode(major, minor) {
  const [givenMajor, givenMinor] = process.versions.node.split('.').map(Number)
  if (givenMajor > major || (givenMajor === major && givenMinor >= minor)) return
  fail(`Node ${major}.${minor} or newer is needed, this is ${process.versions.node}`)
}

/** Installs when what is installed does not fit the lock file. `all` includes what tests need, `run` does not. */
export async function install(kind) {
  if (fitsLockFile(kind)) return
  // Who has run the tests here will run them again.
  if (existsSync(join(root, 'node_modules', 'vitest'))) kind = 'all'
  console.error(`Installing ${kind === 'all' ? 'everything' : 'what is needed to run'} …`)
  const only = kind === 'all' ? '--include=dev' : '--omit=dev'
  // What the lock file names never changes: what npm knows of it already need not be asked for again.
  await npm('ci', only, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
}

/** npm keeps a list of what it has installed; each package of the lock file has to be on it and in its place. */
function fitsLockFile(kind) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = packagesOf(list)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true
    if (kind === 'run' && (wanted.dev || wanted.devOptional)) return true
    const found = installed[path]
    // What is made for other systems is never there.
    if (!found) return wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity && existsSync(join(root, path))
  })
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Builds the server when a source is newer than the last build. */
export async function build() {
  const stamp = join(root, 'server', 'dist', '.portico-built')
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  if (built >= newestSource()) return
  console.error('Building …')
  // Taken before the compiler reads, so that what changes meanwhile counts as newer.
  const before = new Date()
  await compileAll('server')
  writeFileSync(stamp, '')
  utimesSync(stamp, before, before)
}

/** What runs: the web app for browsers, and the server; with all packages, or those that one of them needs. */
export async function compileAll(...packages) {
  await Promise.all([compile('-b', ...packages).then(() => script('server/bundle.mjs')), script('app/build.mjs')])
}

/** Everything that tests run, the types of all sources checked on the way. */
export async function buildAndLint() {
  await Promise.all([
    compileAll(),
    script('gate/scripts/bundleZk.mjs'),
    tool('@biomejs/biome', 'biome', 'check', '--error-on-warnings', '.'),
  ])
}

/** The types of the tests, and of the web app. Those of the sources come from their build. */
export async function checkTestTypes() {
  await Promise.all([
    compile('-p', 'tsconfig.check.json'),
    compile('-p', 'gate/tsconfig.test.json'),
    compile('-p', 'app'),
  ])
}

const PACKAGES = ['gate', 'kit', 'crm', 'market', 'app', 'server']

function newestSource() {
  const files = [join(root, 'tsconfig.base.json'), join(root, 'package-lock.json')]
  for (const name of PACKAGES) collect(join(root, name), files)
  return Math.max(...files.map(file => statSync(file).mtimeMs))
}

function collect(folder, files) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, files)
    else if (/\.(ts|tsx|json|css|mjs)$/.test(entry.name)) files.push(path)
  }
}

/** TypeScript. Checkers beside each other do much of the work anew, which costs more than it gains on few cores. */
export function compile(...args) {
  return tool('typescript', 'tsc', ...args, '--checkers', '1')
}

/** Runs the command line of an installed package. */
export function tool(packageName, bin, ...args) {
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', packageName, 'package.json'), 'utf8'))
  const script = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]
  return run(process.execPath, [join(root, 'node_modules', packageName, script), ...args], bin)
}

/** Runs one of our own scripts. */
export function script(path, args = []) {
  return run(process.execPath, [join(root, path), ...args], path)
}

/** npm as it was called by, or the one on the path. Most of what it unpacks is garbage soon: young memory for it is a tenth of the time. */
export function npm(...args) {
  const script = process.env.npm_execpath
  const young = '--max-semi-space-size=128'
  if (script?.endsWith('.js')) return run(process.execPath, [young, script, ...args], `npm ${args[0]}`)
  return run('npm', args, `npm ${args[0]}`)
}

const running = new Set()

/** The first program that fails ends all. */
export function run(program, args, name) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 2, 'inherit'] })
  running.add(child)
  return new Promise(resolve => {
    child.once('error', error => fail(`${name} cannot be run: ${error.message}`))
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (code === 0) return resolve()
      fail(`${name} failed, see above`, signal ? 130 : 1)
    })
  })
}

export function fail(line, code = 1) {
  for (const child of running) child.kill()
  if (code === 1) console.error(`portico: ${line}`)
  process.exit(code)
}
