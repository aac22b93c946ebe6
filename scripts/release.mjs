// npm run release [-- --untried]: one archive that runs without a compiler, the list of its parts, and their digests, in release/.
// It is made twice and compared, then unpacked into an empty folder, installed and started there.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, install, requireNode, root } from './lib.mjs'
import { writeArchive } from './release/archive.mjs'
import { partsOf } from './release/parts.mjs'
import { tryArchive } from './release/tryArchive.mjs'

requireNode(20, 19)
const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
if (changed) fail(`what is not committed cannot be released:\n${changed}`)

await install('all')
const { version } = JSON.parse(readFileSync(join(root, 'server', 'package.json'), 'utf8'))
const commit = execFileSync('git', ['log', '-1', '--format=%H %ct'], { cwd: root, encoding: 'utf8' }).trim().split(' ')
const name = `portico-${version}`
const folder = join(root, 'release')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

const archives = []
const clones = mkdtempSync(join(tmpdir(), 'portico-release-'))
try {
  // From two clones and two builds: nothing of this folder or of the hour may be in it.
  for (const number of [1, 2]) {
    const clone = join(clones, String(number))
    execFileSync('git', ['clone', '--quiet', root, clone])
    cpSync(join(root, 'node_modules'), join(clone, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    console.error(`Building ${number} of 2 …`)
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: clone, stdio: ['ignore', 2, 'inherit'] })
    archives.push(
      await writeArchive(clone, join(clones, `${number}.tgz`), { name, date: new Date(Number(commit[1]) * 1000) }),
    )
  }
  const [first, second] = archives.map(digestOf)
  if (first !== second) fail(`two builds of one commit differ: ${first} and ${second}`)
  cpSync(archives[0], join(folder, `${name}.tgz`))
} finally {
  rmSync(clones, { recursive: true, force: true })
}
const { sbom, licences } = partsOf(root, version)
writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
writeFileSync(join(folder, `${name}.licences.txt`), licences)
if (!process.argv.includes('--untried')) await tryArchive(join(folder, `${name}.tgz`), name)

const files = [`${name}.tgz`, `${name}.cdx.json`, `${name}.licences.txt`]
writeFileSync(join(folder, 'SHA256SUMS'), files.map(file => `${digestOf(join(folder, file))}  ${file}\n`).join(''))
console.log(`release/${name}.tgz of commit ${commit[0]}`)

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
