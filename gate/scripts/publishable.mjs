// Makes the package as it is published, in dist/publish: compiled, without what only this repository needs, under the name
// it has on npm. Then: `npm publish dist/publish --dry-run` (and without it, in the end).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `gate` is somebody else's on npm. */
const NAME = 'identity-gate'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TARGET = `${ROOT}dist/publish/`

rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET, { recursive: true })
const compile =
  'tsc -p . --outDir dist/publish/dist --sourceMap false --declaration --composite false --incremental false'
run('npx', [...compile.split(' '), '--tsBuildInfoFile', 'null'])
rmSync(`${TARGET}dist/bench`, { recursive: true, force: true })
run('node', ['scripts/bundleZk.mjs'])
for (const file of ['zk-page.js', 'zk-page.LICENSES.txt']) cpSync(`${ROOT}dist/${file}`, `${TARGET}dist/${file}`)
for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) cpSync(`${ROOT}${file}`, `${TARGET}${file}`)

const {
  private: _,
  scripts,
  devDependencies,
  exports,
  ...manifest
} = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
const published = { ...manifest, name: NAME, files: ['dist', 'CHANGELOG.md'], exports: withoutSources(exports) }
writeFileSync(`${TARGET}package.json`, `${JSON.stringify(published, null, 2)}\n`)
console.log(`${NAME} ${manifest.version} is in ${TARGET}`)

/** The condition of this repository leads to sources, which are not published. */
function withoutSources(given) {
  return Object.fromEntries(
    Object.entries(given).map(([entry, target]) => {
      if (typeof target === 'string') return [entry, target]
      const { 'portico-source': source, ...rest } = target
      return [entry, rest]
    }),
  )
}

function run(command, words) {
  execFileSync(command, words, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
}
