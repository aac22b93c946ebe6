// Bundles the web app into dist/: files named by their content, each also compressed, and manifest.json, which says which
// of them a page has to load. Plain Node, because it runs where TypeScript is not compiled yet.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { bundledFirst, firstScreen, firstSources, loadedLater, withImports } from './firstScreen.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')
const options = {
  absWorkingDir: folder,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome125', 'firefox128', 'safari17.4'],
  minify: true,
  sourcemap: process.argv.includes('--sourcemap') ? 'linked' : false,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  metafile: true,
  logLevel: 'warning',
}

await rm(dist, { recursive: true, force: true })
const plan = await firstSources(options, ['main.tsx', 'board/board.tsx'])
const later = await build({ ...options, entryPoints: plan.later, plugins: [loadedLater(plan)] })
const laterFiles = filesOf(later.metafile)
const first = await build({
  ...options,
  entryPoints: { app: firstScreen, style: 'style/app.css' },
  splitting: false,
  plugins: [bundledFirst(plan, source => laterFiles.get(source)[0])],
})

/** The files of each source that is asked for by its name: its own, and all that it imports at once. */
function filesOf({ outputs }) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint)
  return new Map(entries.map(([path, { entryPoint }]) => [entryPoint, [...withImports(outputs, path)].map(nameOf)]))
}

function nameOf(path) {
  return basename(path)
}

const { [firstScreen]: firstFiles, ...chunks } = Object.fromEntries([...laterFiles, ...filesOf(first.metafile)])
for (const source of plan.entries) chunks[source] = firstFiles

const packed = promisify(brotliCompress)
const zipped = promisify(gzip)
const outputs = [first, later]
  .flatMap(({ metafile }) => Object.keys(metafile.outputs))
  .filter(path => !path.endsWith('.map'))
await Promise.all(
  outputs.map(async path => {
    const file = join(folder, path)
    const text = await readFile(file)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await Promise.all([
      packed(text, quality).then(bytes => writeFile(`${file}.br`, bytes)),
      zipped(text, { level: 9 }).then(bytes => writeFile(`${file}.gz`, bytes)),
    ])
  }),
)
await writeFile(join(dist, 'manifest.json'), JSON.stringify({ files: outputs.map(nameOf), chunks }, null, 2))
