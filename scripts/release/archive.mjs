import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create } from 'tar'

/** Packages that run; the others measure or test them. */
const PACKAGES = ['gate', 'kit', 'crm', 'market', 'app', 'server']
const BESIDE = ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.env.example', 'operations.txt']

/** Packs a built clone: what was compiled, what it reads, and documents; the same bytes for the same commit. */
export async function writeArchive(clone, file, { name, date }) {
  const stage = join(dirname(file), `${name}-stage`, name)
  mkdirSync(stage, { recursive: true })
  for (const path of [...BESIDE, ...tracked(clone, 'docs'), ...PACKAGES.flatMap(each => filesOf(clone, each))].sort()) {
    mkdirSync(dirname(join(stage, path)), { recursive: true })
    cpSync(join(clone, path), join(stage, path))
    // The same whatever the umask of whoever makes it.
    chmodSync(join(stage, path), path.startsWith('server/bin/') ? 0o755 : 0o644)
  }
  writeFileSync(join(stage, 'package.json'), manifest(clone), { mode: 0o644 })
  writeFileSync(join(stage, 'package-lock.json'), lockFile(clone), { mode: 0o644 })
  const paths = [...walk(stage)].map(path => path.slice(dirname(stage).length + 1)).sort()
  await create(
    { cwd: dirname(stage), file, gzip: { level: 9 }, portable: true, mtime: date, noDirRecurse: true },
    paths,
  )
  execFileSync('rm', ['-rf', dirname(stage)])
  return file
}

/** The files of one package that are needed to run it: no sources, no tests, no types. */
function filesOf(clone, packageName) {
  const read = tracked(clone, packageName).filter(
    path => !/\.(ts|tsx)$|(^|\/)(testing|bench|scripts|tsconfig[^/]*)(\/|$|\.json)/.test(path),
  )
  const compiled = [...walk(join(clone, packageName, 'dist'))]
    .map(path => path.slice(clone.length + 1))
    .filter(path => !/\.d\.ts$|\.map$|\.tsbuildinfo$|\/\.portico-built$|\/(testing|bench)\//.test(path))
  return [...read, ...compiled]
}

function tracked(clone, folder) {
  return execFileSync('git', ['ls-files', '-z', folder], { cwd: clone, encoding: 'utf8' }).split('\0').filter(Boolean)
}

function* walk(folder) {
  for (const entry of readdirSync(folder).sort()) {
    const path = join(folder, entry)
    if (statSync(path).isDirectory()) yield* walk(path)
    else yield path
  }
}

/** Without the compiler and what only a checkout can do. */
function manifest(clone) {
  const { devDependencies: _, dependencies: compiler, scripts: __, ...rest } = json(clone, 'package.json')
  return pretty({ ...rest, workspaces: PACKAGES, scripts: { start: 'portico serve' } })
}

function lockFile(clone) {
  const { packages, ...rest } = json(clone, 'package-lock.json')
  const { devDependencies: _, dependencies: __, ...own } = packages['']
  const kept = Object.entries(packages).filter(
    ([path]) => path !== '' && path !== 'bench' && path !== 'node_modules/@portico/bench',
  )
  return pretty({ ...rest, packages: { '': { ...own, workspaces: PACKAGES }, ...Object.fromEntries(kept) } })
}

function json(clone, file) {
  return JSON.parse(readFileSync(join(clone, file), 'utf8'))
}

function pretty(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}
