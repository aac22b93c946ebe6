import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'

const ROOT = packageFolder(import.meta.url, '..')

/** Which package may import which. */
const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  gate: [],
  kit: [],
  crm: ['kit'],
  market: ['kit', 'gate'],
  app: ['crm', 'kit'],
  server: ['crm', 'market', 'gate', 'kit'],
  bench: ['server', 'crm', 'market', 'gate', 'kit'],
}

test.each(Object.entries(ALLOWED_IMPORTS))('%s imports no package but %s', async (name, allowed) => {
  const wrong: string[] = []
  for (const file of await sourcesOf(join(ROOT, name))) {
    const text = await readFile(join(ROOT, name, file), 'utf8')
    for (const imported of importsOf(text)) {
      const other = packageOf(imported, name, file)
      if (other && other !== name && !allowed.includes(other)) wrong.push(`${name}/${file} imports ${imported}`)
    }
  }

  expect(wrong).toEqual([])
})

test.each(
  Object.entries(ALLOWED_IMPORTS),
)('%s declares the packages it may import and no others: %s', async (name, allowed) => {
  const manifest = JSON.parse(await readFile(join(ROOT, name, 'package.json'), 'utf8'))
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    .map(name => packageOf(name, name, ''))
    .filter(other => other !== undefined)

  expect(declared.filter(other => !allowed.includes(other))).toEqual([])
})

test('the web app takes nothing but types from the others: their code is for the server', async () => {
  const wrong: string[] = []
  for (const file of await sourcesOf(join(ROOT, 'app'))) {
    if (/\.test\.tsx?$|^testing\//.test(file)) continue
    const text = await readFile(join(ROOT, 'app', file), 'utf8')
    for (const [line] of text.matchAll(/^.*['"]@portico\/.*$/gm))
      if (!line.startsWith('import type ')) wrong.push(`app/${file}: ${line}`)
  }

  expect(wrong).toEqual([])
})

// `npm start` in a fresh clone installs no more than that, and compiles these.
test.each([
  'gate',
  'kit',
  'crm',
  'market',
  'server',
])('%s is compiled with nothing but what is installed to run', async name => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean } | undefined>
  }
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', join(ROOT, name), '--showConfig'])
  const sources = new Set<string>(JSON.parse(stdout).files.map((file: string) => join(ROOT, name, file)))
  const wrong: string[] = []
  // What a source imports is compiled too, so the set grows while it is gone through.
  for (const source of sources)
    for (const imported of importsOf(await readFile(source, 'utf8'))) {
      if (imported.startsWith('.')) sources.add(join(source, '..', imported))
      const [found] = /^(@[\w.-]+\/)?\w[\w.-]*/.exec(imported) ?? []
      if (found && packages[`node_modules/${found}`]?.dev) wrong.push(`${source} imports ${imported}`)
    }

  expect(sources.size).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('a forbidden import is seen, however it is written', () => {
  const text = `
    import { a } from '@portico/crm/a'
    export { b } from "@portico/crm/b"
    import '@portico/crm/c'
    const d = await import('@portico/crm/d')
    type E = import('@portico/crm/e').E
    import { f } from '../../crm/f.ts'`

  const packages = importsOf(text).map(imported => packageOf(imported, 'kit', 'files/x.ts'))
  expect(packages).toEqual(['crm', 'crm', 'crm', 'crm', 'crm', 'crm'])
})

async function sourcesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter(file => /\.tsx?$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
}

function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"\n]+)['"]/gm)
  return [...found].map(([, imported = '']) => imported)
}

/** The package of ours that an import leads to; undefined for one from npm. */
function packageOf(imported: string, name: string, file: string): string | undefined {
  const named = /^@portico\/([a-z]+)/.exec(imported)?.[1] ?? /^(gate)(?:\/|$)/.exec(imported)?.[1]
  if (named) return named
  if (!imported.startsWith('.')) return undefined
  const path = join('/', name, file, '..', imported)
  const [, first = ''] = path.split('/')
  return first in ALLOWED_IMPORTS ? first : undefined
}
