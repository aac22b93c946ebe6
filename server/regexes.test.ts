import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { check } from 'recheck'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const ROOT = packageFolder(import.meta.url, '..')
const PACKAGES = ['gate', 'kit', 'crm', 'market', 'server', 'scripts']

/**
 * Patterns that may take time beyond the length of their text, or that the checker cannot judge, and why each of them
 * does no harm. A pattern written with `new RegExp` stands here by its source.
 */
const EXCEPTIONS: Record<string, string> = {
  '/^(?:(?:apt|apartment|suite|ste|unit|floor|room)\\.?\\s*#?\\s*[\\w-]+|#\\s*[\\w-]+)$/i':
    'parseAddress: 255 characters',
  '/^(\\D+?)\\s+(\\d+\\s?[a-z]?(?:\\s?[-/]\\s?\\d+\\s?[a-z]?)?)$/i': 'parseAddress: 255 characters',
  '/^(\\d+[a-z]?(?:[-/]\\d+[a-z]?)?)\\s+(\\D+|\\d+(?:st|nd|rd|th)\\s\\D+)$/i': 'parseAddress: 255 characters',
  '/^((?:[A-Z]{1,2}-)?\\d{4,5}(?:\\s[A-Z]{2}(?=\\s))?|\\d{3}\\s\\d{2})\\s+(\\D+)$/': 'parseAddress: 255 characters',
  '/^(\\D+?)\\s+([A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2})$/': 'parseAddress: 255 characters',
  '/^\\s*gzip\\s*(;(?!\\s*q=0(\\.0*)?\\s*$)|$)/i': 'begins at the start, and looks ahead once: each part is read once',
  '/^::ffff:(?=\\d+\\.)/i': 'begins at the start, and looks ahead once',
  '/^isbn(?:[\\s-]?1[03](?=[:\\s]))?[:\\s-]*/i': 'begins at the start, with one open end and nothing behind it',
  '/^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})((?:[0-9a-f]{2}){0,2048})$/i': 'pairs of digits can be counted in one way only',
  '/--[^\\n]*|\\/\\*.*?\\*\\/|\'[^\']*\'|"[^"]*"|\\$(\\w*)\\$.*?\\$\\1\\$/gs':
    'statementsIn: reads migrations, files of our own',
}

/** Whatever is not written as one literal cannot be looked at: who uses it, and why that is safe. */
const MADE_AT_RUN_TIME: Record<string, string> = {
  'kit/api/firstFault.ts': 'names of fields as declared schemas describe them: any text, or the code of a currency',
  'kit/database/oneShard.ts':
    'looks at statements of our own once each: names and one number between words that occur as they are',
  'kit/embedded/bringUp.ts': 'looks at lines that PostgreSQL prints at its start',
  'market/pages/session.ts': 'the name of the cookie is a constant; blanks are read once behind each semicolon',
}

test('no regular expression takes longer than its text is long', { timeout: 240_000 }, async () => {
  const patterns = new Set([...(await found).literals.keys()].filter(pattern => mayBeSlow(pattern)))
  // The first call starts the checker's process; calls at once would start one each.
  await judge('/a+/')
  const judged = await Promise.all([...patterns].filter(pattern => !(pattern in EXCEPTIONS)).map(judge))

  expect(patterns.size).toBeGreaterThan(50)
  expect(judged.filter(({ verdict }) => verdict !== 'safe')).toEqual([])
})

test('patterns made at run time, and exceptions, are known by name and still in use', async () => {
  const { literals, made } = await found

  expect([...made].sort()).toEqual(Object.keys(MADE_AT_RUN_TIME).sort())
  expect(Object.keys(EXCEPTIONS).filter(pattern => !literals.has(pattern))).toEqual([])
})

test('the checker sees what grows with the square of the text, and what it is not asked about is bounded', async () => {
  expect(await judge('/^[+-]?(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?$/')).toMatchObject({ verdict: 'vulnerable' })
  expect(await judge('/^[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)$/')).toMatchObject({ verdict: 'safe' })
  expect(['/a+b/', '/a*/', '/(a|b){2,}/', '/(a{0,9}){0,9}/', '/[+]+/'].map(mayBeSlow)).toEqual(Array(5).fill(true))
  expect(['/abc/', '/^[\\w+*-]{1,200}$/', '/a\\+b?/u', '/\\*/'].map(mayBeSlow)).toEqual(Array(4).fill(false))
})

interface Found {
  /** Each literal as it is written, `/a+/i`, and schema patterns in the same form. */
  literals: Map<string, string>
  /** Files that make a pattern otherwise. */
  made: Set<string>
}

const found = findPatterns()

async function findPatterns(): Promise<Found> {
  const patterns: Found = { literals: new Map(), made: new Set() }
  for (const folder of PACKAGES)
    for (const file of await sourcesOf(join(ROOT, folder))) {
      const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js'
      const text = await readFile(join(ROOT, folder, file), 'utf8')
      collect(parseAst(text, { lang }), `${folder}/${file}`, patterns)
    }
  return patterns
}

async function sourcesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  const elsewhere = /(^|\/)(dist|node_modules|testing|bench)\/|\.test\.tsx?$|\.d\.ts$/
  return files.filter(file => /\.(tsx?|mjs|js)$/.test(file) && !elsewhere.test(file))
}

/** Walks a syntax tree, whose nodes are plain objects. */
function collect(node: unknown, file: string, patterns: Found): void {
  if (typeof node !== 'object' || node === null) return
  const { type, raw, regex, callee, key, value } = node as Record<string, unknown>
  if (type === 'Literal' && regex) patterns.literals.set(String(raw), file)
  if ((type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp') patterns.made.add(file)
  if (type === 'Property' && nameOf(key) === 'pattern') {
    const text = (value as { value?: unknown }).value
    if (typeof text === 'string') patterns.literals.set(`/${text}/u`, file)
  }
  for (const child of Object.values(node)) if (!(child instanceof RegExp)) collect(child, file, patterns)
}

function nameOf(node: unknown): unknown {
  return typeof node === 'object' && node !== null && 'name' in node ? node.name : undefined
}

/** With an open end, or a repeated group. Anything else is done after as many steps as it has letters. */
function mayBeSlow(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '_')
  return /[*+]|\{\d+,\}|\)\{/.test(plain)
}

/** By the automaton of a pattern alone: no time limit, no chance, so the answer is always the same. */
async function judge(pattern: string) {
  const end = pattern.lastIndexOf('/')
  const { status } = await check(pattern.slice(1, end), pattern.slice(end + 1), { checker: 'automaton', timeout: null })
  return { pattern, verdict: status }
}
