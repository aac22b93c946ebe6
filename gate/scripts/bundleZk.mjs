// Builds the browser part of provider "zk" into dist/zk-page.js: the vendor's SDK without what a page does not need,
// and beside it the licences of everything inside.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Proving, the chain and the registry: the server's business. */
const LEFT_OUT = ['@aztec/bb.js', '@aztec/bb.js-v4', 'viem', '@zkpassport/registry']

const leaveOut = {
  name: 'leave-out',
  setup(bundle) {
    bundle.onResolve({ filter: /^[@\w]/ }, ({ path }) =>
      LEFT_OUT.some(name => path === name || path.startsWith(`${name}/`)) ? { path, namespace: 'left-out' } : undefined,
    )
    bundle.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {}', loader: 'js' }))
  },
}

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ['zk-page/zkPage.ts'],
  outfile: 'dist/zk-page.js',
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  banner: { js: '/* Licences of what is inside: zk-page.LICENSES.txt */' },
  define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
  plugins: [leaveOut],
  metafile: true,
  logLevel: 'warning',
})

const [output] = Object.values(metafile.outputs)
const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
const packages = new Set(used.map(([file]) => packageFolder(join(ROOT, file))).filter(folder => folder !== undefined))
const licences = [...packages].sort().map(licenceOf)
writeFileSync(join(ROOT, 'dist/zk-page.LICENSES.txt'), licences.join('\n\n'))
console.log(`dist/zk-page.js ${Math.round(output.bytes / 1024)} kB, ${packages.size} packages`)

function packageFolder(file) {
  for (let folder = dirname(file); folder.includes('node_modules'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder
  }
  return undefined
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|notice)/i.test(file))
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim())
  return [`=== ${name} ${version} (${license ?? 'the package names no licence'})`, ...texts].join('\n\n')
}
