import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/packageFolder'
import { expect, test } from 'vitest'

const ROOT = packageFolder(import.meta.url, '..')

/** Who may import whom. */
const ARROWS: Record<string, readonly string[]> = {
  gate: [],
  kit: [],
  crm: ['kit'],
  market: ['kit', 'gate'],
  server: ['crm', 'market', 'gate', 'kit'],
  bench: ['server', 'crm', 'market', 'gate', 'kit'],
}

test.each(Object.entries(ARROWS))('%s imports no room but %s', async (room, allowed) => {
  const wrong: string[] = []
  for (const file of await sourcesOf(join(ROOT, room))) {
    const text = await readFile(join(ROOT, room, file), 'utf8')
    for (const imported of importsOf(text)) {
      const other = roomOf(imported, room, file)
      if (other && other !== room && !allowed.includes(other)) wrong.push(`${room}/${file} imports ${imported}`)
    }
  }

  expect(wrong).toEqual([])
})

test.each(Object.entries(ARROWS))('%s declares the rooms it may import and no others: %s', async (room, allowed) => {
  const manifest = JSON.parse(await readFile(join(ROOT, room, 'package.json'), 'utf8'))
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    .map(name => roomOf(name, room, ''))
    .filter(other => other !== undefined)

  expect(declared.filter(other => !allowed.includes(other))).toEqual([])
})

test('a forbidden import is seen, however it is written', () => {
  const text = `
    import { a } from '@portico/crm/a'
    export { b } from "@portico/crm/b"
    import '@portico/crm/c'
    const d = await import('@portico/crm/d')
    type E = import('@portico/crm/e').E
    import { f } from '../../crm/f.ts'`

  const rooms = importsOf(text).map(imported => roomOf(imported, 'kit', 'files/x.ts'))
  expect(rooms).toEqual(['crm', 'crm', 'crm', 'crm', 'crm', 'crm'])
})

async function sourcesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter(file => /\.tsx?$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
}

function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"\n]+)['"]/gm)
  return [...found].map(([, imported = '']) => imported)
}

/** The room an import leads to, or undefined for a package from elsewhere. */
function roomOf(imported: string, room: string, file: string): string | undefined {
  const named = /^@portico\/([a-z]+)/.exec(imported)?.[1] ?? /^(gate)(?:\/|$)/.exec(imported)?.[1]
  if (named) return named
  if (!imported.startsWith('.')) return undefined
  const path = join('/', room, file, '..', imported)
  const [, first = ''] = path.split('/')
  return first in ARROWS ? first : undefined
}
