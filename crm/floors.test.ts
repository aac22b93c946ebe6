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
  pages: ['base', ...DOMAINS, 'across', 'pages'],
  mcp: ['base', 'mcp'],
}

/** A connection that is used, or taken out of the context in order to be; a fragment or a connection passed on is not. */
const CONNECTION =
  /\.sql\s*[<`(]|\bsql<|\b(?:await|return) sql`(?=\s*(?:select|insert|update|delete|with)\b)|\{(?: \w+,)* sql\b[^}\n]*\}(?=:| = crm|\) \{)/

/** A parameter or a variable named `sql`. */
const BOUND_TO_CONNECTION =
  /\bsql: Sql\b|\bsql =>|\(sql, \w+\b[^`]*? =>|(?<!\$)\{[^}\n]*\bsql\b(?!:)[^}\n]*\}(?=: | = )/

/** Folders that are made by building and installing. */
const NOT_OURS = ['dist', 'node_modules']

const files = sourcesIn(ROOT).map(path => relative(ROOT, path))
const sources = files.filter(path => (path.split('/')[0] as string) in MAY_IMPORT)

/** Beside the floors: SQL files, invented data, and what tests share. */
const NO_FLOORS = ['migrations', 'seed', 'testing']

test('every folder of the CRM has its floor', () => {
  const folders = readdirSync(ROOT).filter(name => statSync(join(ROOT, name)).isDirectory() && !NOT_OURS.includes(name))

  expect(folders.filter(name => !(name in MAY_IMPORT)).sort()).toEqual(NO_FLOORS)
})

test('base imports no resource, and no domain imports what works across them', () => {
  const upward = sources.flatMap(path =>
    importsOf(path)
      .filter(target => !MAY_IMPORT[floorOf(path)]?.includes(floorOf(target)))
      .map(target => `${path} → ${target}`),
  )

  expect(upward).toEqual([])
})

/** What the folder of a version may import from: itself, and `app/` shows some records as v1 and v2 do. */
const VERSIONS: Record<string, readonly string[]> = { v1: ['v1'], v2: ['v2'], app: ['app', 'v1', 'v2'] }

test('v1 and v2 import nothing of each other, and nothing of the web app’s own operations', () => {
  const versioned = sources.filter(path => versionOf(path) !== undefined)
  const sideways = versioned.flatMap(path =>
    importsOf(path)
      .filter(target => !VERSIONS[versionOf(path) ?? '']?.includes(versionOf(target) ?? versionOf(path) ?? ''))
      .map(target => `${path} → ${target}`),
  )

  expect(versioned.length).toBeGreaterThan(250)
  expect(sideways).toEqual([])
})

test('no file imports itself by way of others, types included', () => {
  const imports = new Map(files.map(path => [path, importsOf(path)]))
  // Takes away what imports none of those left or is imported by none, until only circles remain.
  for (let before = 0; before !== imports.size; ) {
    before = imports.size
    const imported = new Set([...imports.values()].flat())
    for (const [path, targets] of imports)
      if (!imported.has(path) || !targets.some(target => imports.has(target))) imports.delete(path)
  }

  expect([...imports.keys()]).toEqual([])
})

describe('the name of a file says what is in it', () => {
  test.each(['v1', 'v2', 'app'] as const)('operations of %s are declared in a folder of that name', version => {
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

  test('what one version alone shows is in its folder', () => {
    const above = sources.filter(path => /(?:^|\/)(?:wire|shape)\.ts$/.test(path) && versionOf(path) === undefined)

    expect(above.length).toBeGreaterThan(5)
    expect(above.filter(path => /\bexport const \w+V[12]\b/.test(read(path)))).toEqual([])
  })

  test('a resource is a folder of its domain', () => {
    const domains = sources.filter(path => DOMAINS.includes(floorOf(path)))

    expect(domains.filter(path => path.split('/').length > 4)).toEqual([])
  })
})

test('no route is put together from parts', () => {
  const built = sources.filter(path =>
    /\b(?:v[12]|app|oauth)\(\{(?!\s*route: '(GET|POST|PUT|PATCH|DELETE) \/[^'`$]*')/.test(read(path)),
  )

  expect(built).toEqual([])
})

test('a file that declares operations is on the list of its domain', () => {
  const listed = new Set(files.filter(path => path.endsWith('/operations.ts')).flatMap(importsOf))
  const declaring = sources.filter(path => /^import .*\b(?:v1|v2|app)\b.* from '.*\/operation\.ts'/m.test(read(path)))

  expect(declaring.length).toBeGreaterThan(80)
  expect(declaring.filter(path => !listed.has(path))).toEqual([])
})

test('a file that declares operations of v1 or v2 does not even take the connection out of its context', () => {
  const declaring = sources.filter(path => /^import .*\bv[12]\b.* from '.*\/operation\.ts'/m.test(read(path)))

  expect(declaring.filter(path => CONNECTION.test(read(path)))).toEqual([])
})

/** `store.ts` and `<facet>Store.ts`; every other file may build pieces of SQL with `fragment`, and sends none. */
const STORE = /(?:^|\/)(?:store|\w+Store)\.ts$/

/** Files, and folders (which end in a slash), that send statements by other names. */
const SEND_OUTSIDE_STORES: Record<string, string> = {
  'base/changes/write.ts': 'the store of every record: its statements write the record and its line in the log',
  'seed/': 'fills a database for measurements and is no part of the server',
}

test('statements live in stores: no other file of the CRM sends one', () => {
  const exempt = Object.keys(SEND_OUTSIDE_STORES)
  const others = files.filter(path => !STORE.test(path) && !exempt.some(start => path.startsWith(start)))

  expect(others.length).toBeGreaterThan(250)
  expect(others.filter(path => sendsStatement(read(path)))).toEqual([])
})

/** Where `sql` is the fragments, only `crm.sql` is the connection; elsewhere every text tagged with it is a statement. */
function sendsStatement(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  return (
    code.includes('fragment as sql') ? /\.sql\s*(?:<[^`=]*>)?`|\.unsafe\(/ : /\bsql\s*(?:<[^`=]*>)?`|\.unsafe\(/
  ).test(code)
}

describe('what counts as a statement outside of stores', () => {
  const FRAGMENTS = "import { fragment as sql } from '@portico/kit/database/sql'\n"

  test.each([
    'const rows = await sql<{ id: number; name: string }[]>`select 1`',
    'return crm.sql`delete from crm.deal`',
    'database.read(sql => sql`select 1`)',
    'const which = sql`deal_id = 5`',
    'sql.unsafe(text)',
    `${FRAGMENTS}await crm.sql<Row[]>\`select 1\``,
  ])('%s', source => expect(sendsStatement(source)).toBe(true))

  test.each([
    '/** Counted by `crm/migrations/0013_limits.sql`. */',
    'await addJob(crm.sql, CONVERT, job)',
    'return database.write(sql => replaceImage({ ...crm, sql }, id))',
    'const which = fragment`deal_id = 5`',
    `${FRAGMENTS}const which = sql\`deal_id = \${id}\``,
  ])('not: %s', source => expect(sendsStatement(source)).toBe(false))
})

test('`sql` is the fragments or the connection of a file, not both', () => {
  const fragments = sources.filter(path => read(path).includes('fragment as sql'))

  expect(fragments.filter(path => BOUND_TO_CONNECTION.test(read(path)))).toEqual([])
})

describe('what counts as a connection in such a file', () => {
  test.each([
    'const rows = await crm.sql<Row[]>`select 1`',
    'return crm.sql`delete from crm.deal`',
    'await sql`select 1`',
    'const { sql, actor } = crm',
    'async function one({ sql, actor }: Crm, id: number) {',
    'async run(_, { actor, sql }) {',
    'async function one({ sql: connection }: Crm) {',
  ])('%s', line => expect(line).toMatch(CONNECTION))

  test.each([
    'const where = sql`not d.is_archived and exists (select from crm.person)`',
    "import { fragment as sql } from '@portico/kit/database/sql'",
    'await addJob(crm.sql, CONVERT, job)',
    'return database.write(sql => replaceImage({ ...crm, sql }, id))',
  ])('not: %s', line => expect(line).not.toMatch(CONNECTION))
})

function floorOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** `v1`, `v2` or `app`: the folder of a version that a file is in. */
function versionOf(path: string): string | undefined {
  return /\/(v1|v2|app)\//.exec(path)?.[1]
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
    if (NOT_OURS.includes(name) || name === 'testing') return []
    if (statSync(path).isDirectory()) return sourcesIn(path)
    return /(?<!\.test)\.tsx?$/.test(name) ? [path] : []
  })
}
