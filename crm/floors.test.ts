import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = import.meta.dirname
const DOMAINS = ['sales', 'contacts', 'work', 'company']

/** Which folders of the CRM a folder may import from; files beside this one put everything together. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  base: ['base'],
  ...Object.fromEntries(DOMAINS.map(domain => [domain, ['base', ...DOMAINS]])),
  across: ['base', ...DOMAINS, 'across'],
}

const files = sourcesIn(ROOT).map(path => relative(ROOT, path))
const sources = files.filter(path => (path.split('/')[0] as string) in MAY_IMPORT)

test('base imports no resource, and no domain imports what works across them', () => {
  const upward = sources.flatMap(path =>
    importsOf(path)
      .filter(target => !MAY_IMPORT[floorOf(path)]?.includes(floorOf(target)))
      .map(target => `${path} → ${target}`),
  )

  expect(upward).toEqual([])
})

describe('the name of a file says what is in it', () => {
  test.each(['v1', 'v2'] as const)('operations of %s are declared in a folder of that name', version => {
    const strangers = sources.filter(
      path =>
        new RegExp(`^import .*\\b${version}\\b.* from '.*/operation\\.ts'`, 'm').test(read(path)) &&
        !path.includes(`/${version}/`),
    )

    expect(strangers).toEqual([])
  })

  test('no other spelling of a version', () => {
    expect(sources.filter(path => /(V[12]|classic)\.ts$/i.test(path))).toEqual([])
  })

  test('a resource is a folder of its domain', () => {
    const domains = sources.filter(path => DOMAINS.includes(floorOf(path)))

    expect(domains.filter(path => path.split('/').length > 4)).toEqual([])
  })
})

test('no route is put together from parts', () => {
  const built = sources.filter(path =>
    /\bv[12]\(\{(?!\s*route: '(GET|POST|PUT|PATCH|DELETE) \/[^'`$]*')/.test(read(path)),
  )

  expect(built).toEqual([])
})

function floorOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function importsOf(path: string): string[] {
  return [...read(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(path), target)),
  )
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (name === 'dist' || name === 'node_modules' || name === 'testing') return []
    if (statSync(path).isDirectory()) return sourcesIn(path)
    return name.endsWith('.ts') && !name.endsWith('.test.ts') ? [path] : []
  })
}
