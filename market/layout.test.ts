import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from './operations.ts'

const ROOT = import.meta.dirname
const DECLARATION = /\b(?:operation|openOperation)\(\{\n/g
const STATEMENT = /\bsql\s*(?:<[^`;]*>)?`|\.unsafe\(/g
const PIECE = /\bfragment\s*[`(]/g
const LITERAL_ROUTE = /\broute: '(?:GET|POST|PUT|PATCH|DELETE) \/[^'$]*',/g

/** Tests and measurements fill and look at the database in their own ways. */
const NOT_THE_PRODUCT = ['dist', 'node_modules', 'testing', 'bench']

const files = sourcesIn(ROOT).map(path => ({ path: path.slice(ROOT.length + 1), text: readFileSync(path, 'utf8') }))
const declaring = files.filter(({ text }) => count(text, DECLARATION) > 0)

test('every operation is found by its declaration', () => {
  const declared = declaring.reduce((sum, { text }) => sum + count(text, DECLARATION), 0)

  expect(declared).toBe(operations.length)
})

/** `store.ts`, `<facet>Store.ts`; the columns of a reply stand beside its schema in `wire.ts`, `<facet>Wire.ts`. */
const STORE = /(?:^|\/)(?:store|\w+Store)\.ts$/
const WIRE = /(?:^|\/)(?:wire|\w+Wire)\.ts$/
const outsideStores = files.filter(({ path }) => !STORE.test(path))

test('stores and files outside of them are told apart by their names', () => {
  expect(files.length - outsideStores.length).toBeGreaterThan(20)
  expect(outsideStores.length).toBeGreaterThan(80)
})

test.each(outsideStores)('no statement in $path: it belongs into a store of the folder', ({ text }) => {
  expect(text.match(STATEMENT)).toBeNull()
})

test.each(outsideStores.filter(({ path }) => !WIRE.test(path)))('no piece of SQL in $path: it belongs into a store', ({
  text,
}) => {
  expect(text.match(PIECE)).toBeNull()
})

test.each(declaring)('each route of $path is one literal string', ({ text }) => {
  expect(count(text, LITERAL_ROUTE)).toBe(count(text, DECLARATION))
})

describe('what is looked for', () => {
  test.each([
    'await sql`select 1`',
    'await sql<{ id: string }[]>`select id`',
    'sql.unsafe(text)',
    'client.unsafe(text)',
  ])('is a statement: %s', text => {
    expect(text.match(STATEMENT)).not.toBeNull()
  })

  test.each(['listSales(sql, fragment`true`)', 'fragment(column)'])('is a piece of SQL: %s', text => {
    expect(text.match(PIECE)).not.toBeNull()
  })

  test.each([
    'route: `GET /books`,',
    "route: 'GET ' + path,",
    'route,',
    "route: '/books',",
  ])('is not one literal string: %s', text => {
    expect(text.match(LITERAL_ROUTE)).toBeNull()
  })
})

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_THE_PRODUCT.includes(entry.name) ? [] : sourcesIn(path)
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : []
  })
}
