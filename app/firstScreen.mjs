// Everything that the first screen needs in one file. The bundler splits by who needs what, which makes dozens of small files of
// it, and a browser fetches six at a time: on a slow line that is most of the wait. Screens that are loaded later take what
// they share with the first one from it, by the global function `portico`.
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

/** The name of the source that begins the first file. */
export const firstScreen = 'entry:first-screen'

/**
 * Which sources the first screen needs, with the names they export, and which ones the others are loaded by. Names are
 * paths from the folder of the app.
 */
export async function firstSources(options, entries) {
  const unwritten = { ...options, write: false, sourcemap: false, minify: false }
  const { metafile } = await build({ ...unwritten, entryPoints: entries.slice(0, 1) })
  const byEntry = new Map(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => (entryPoint ? [[entryPoint, path]] : [])),
  )
  const needed = new Set()
  for (const entry of entries) withImports(metafile.outputs, byEntry.get(entry), needed)
  const sources = [...needed].flatMap(path => Object.keys(metafile.outputs[path].inputs))
  await refuseVariables(options.absWorkingDir, sources)
  const later = [...byEntry.keys()].filter(entry => !sources.includes(entry))
  return { folder: options.absWorkingDir, entries, later, exported: await exportsOf(unwritten, sources) }
}

/** A file and everything it imports at once, not what it loads later. */
export function withImports(outputs, path, found = new Set()) {
  if (found.has(path)) return found
  found.add(path)
  for (const { path: next, kind } of outputs[path].imports)
    if (kind === 'import-statement') withImports(outputs, next, found)
  return found
}

/** Whoever takes a value out of the first file later would not see that another one was assigned. */
async function refuseVariables(folder, sources) {
  for (const source of sources) {
    const text = await readFile(join(folder, source), 'utf8')
    if (/^export let /m.test(text))
      throw new Error(`${source} exports a variable, which others cannot follow: make it a signal`)
  }
}

/** In the order of the sources, which is their number in the global. */
async function exportsOf(options, sources) {
  const { metafile } = await build({ ...options, entryPoints: sources })
  const names = new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]))
  return new Map(sources.map(source => [source, names.get(source)]))
}

/** Sources of the first file are taken from the global by everything that is loaded later. */
export function loadedLater({ folder, exported }) {
  const numbers = new Map([...exported.keys()].map((source, number) => [source, number]))
  return plugin(({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^/ }, async args => {
      const source = args.kind === 'entry-point' ? undefined : await sourceOf(folder, resolve, args)
      // One for each importer, so that it is in the same file.
      return exported.has(source)
        ? { path: `${source}?${relative(folder, args.importer)}`, namespace: 'first' }
        : undefined
    })
    onLoad({ filter: /^/, namespace: 'first' }, ({ path }) => {
      const source = path.slice(0, path.indexOf('?'))
      const names = exported.get(source)
      // Those that nobody needs are left out.
      const taken = names.map((name, at) => `const _${at} = /* @__PURE__ */ portico(${numbers.get(source)}, '${name}')`)
      const given = names.map((name, at) => `_${at} as ${name}`)
      return { contents: `${taken.join(';')}; export { ${given.join()} }` }
    })
  })
}

/** The first file: the global, and then the entry. What is loaded later goes by the name that its file has by now. */
export function bundledFirst({ folder, entries, later, exported }, fileOf) {
  return plugin(({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }))
    onResolve({ filter: /^/ }, async args => {
      const source = args.kind === 'dynamic-import' ? await sourceOf(folder, resolve, args) : undefined
      return later.includes(source) ? { path: `./${fileOf(source)}`, external: true } : undefined
    })
    onLoad({ filter: /^/, namespace: 'entry' }, ({ path }) => {
      if (path === 'first-screen')
        return { contents: `import 'entry:global'; import './${entries[0]}'`, resolveDir: folder }
      const sources = [...exported.keys()].map(source => (source === entries[0] ? undefined : source))
      const imports = sources.map((source, at) => (source ? `import * as _${at} from './${source}'` : ''))
      const all = sources.map((source, at) => (source ? `_${at}` : 'null'))
      const take = `const all = [${all.join()}]; globalThis.portico = (source, name) => all[source][name]`
      return { contents: `${imports.join(';')}; ${take}`, resolveDir: folder }
    })
  })
}

function plugin(setup) {
  return { name: 'first-screen', setup }
}

/** What is imported, as a path from the folder of the app. */
async function sourceOf(folder, resolve, { path, kind, resolveDir, importer, pluginData }) {
  if (pluginData === 'resolved') return undefined
  const found = await resolve(path, { kind, resolveDir, importer, pluginData: 'resolved' })
  return found.path && relative(folder, found.path)
}
