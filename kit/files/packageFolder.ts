import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A folder of the package that a module belongs to. Assets stay in the package while the module may run from
 * source or from `dist`.
 *
 * @example const migrations = packageFolder(import.meta.url, 'migrations')
 */
export function packageFolder(moduleUrl: string, ...below: string[]): string {
  let folder = dirname(fileURLToPath(moduleUrl))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`${moduleUrl} belongs to no package`)
    folder = parent
  }
  return join(folder, ...below)
}
