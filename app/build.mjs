// Bundles the web app into dist/: files named by their content, each also compressed, and manifest.json, which says which
// of them a page has to load. Plain Node, because it runs where TypeScript is not compiled yet.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')

await rm(dist, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { app: 'main.tsx', style: 'style/app.css' },
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
})

const outputs = Object.entries(metafile.outputs).filter(([path]) => !path.endsWith('.map'))
const nameOf = path => basename(path)
/** A file and everything it imports at once, not what it loads later. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found
  found.add(path)
  for (const { path: next, kind } of metafile.outputs[path].imports)
    if (kind === 'import-statement') withImports(next, found)
  return found
}
const chunks = {}
for (const [path, { entryPoint }] of outputs)
  if (entryPoint) chunks[relative('.', entryPoint)] = [...withImports(path)].map(nameOf)

const packed = promisify(brotliCompress)
const zipped = promisify(gzip)
await Promise.all(
  outputs.map(async ([path]) => {
    const file = join(folder, path)
    const text = await readFile(file)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await Promise.all([
      packed(text, quality).then(bytes => writeFile(`${file}.br`, bytes)),
      zipped(text, { level: 9 }).then(bytes => writeFile(`${file}.gz`, bytes)),
    ])
  }),
)
await writeFile(
  join(dist, 'manifest.json'),
  JSON.stringify({ files: outputs.map(([path]) => nameOf(path)), chunks }, null, 2),
)
