import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from './operations.ts'

const ROOT = import.meta.dirname
const DECLARATION = /\b(?:operation|openOperation)\(\{\n/g
const STATEMENT = /\b(?:sql|fragment)\s*(?:<[^`;]*>)?`|\bsql\.unsafe\(/g
const LITERAL_ROUTE = /\broute: '(?:GET|POST|PUT|PATCH|DELETE) \/[^'$]*',/g

const files = sourcesIn(ROOT).map(path => ({ path: path.slice(ROOT.length + 1), text: readFileSync(path, 'utf8') }))
const declaring = files.filter(({ text }) => count(text, DECLARATION) > 0)

test('every operation is found by its declaration', () => {
  const declared = declaring.reduce((sum, { text }) => sum + count(text, DECLARATION), 0)

  expect(declared).toBe(operations.length)
})

test.each(declaring)('no SQL beside the operations of $path: it belongs into a store of the folder', ({ text }) => {
  expect(text.match(STATEMENT)).toBeNull()
})

test.each(declaring)('each route of $path is one literal string', ({ text }) => {
  expect(count(text, LITERAL_ROUTE)).toBe(count(text, DECLARATION))
})

describe('what is looked for', () => {
  test.each([
    'await sql`select 1`',
    'await sql<{ id: string }[]>`select id`',
    'listSales(sql, fragment`true`)',
    'sql.unsafe(text)',
  ])('is a statement: %s', text => {
    expect(text.match(STATEMENT)).not.toBeNull()
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
    if (entry.isDirectory()) return ['dist', 'node_modules', 'testing'].includes(entry.name) ? [] : sourcesIn(path)
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : []
  })
}
