import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, connect } from './connect.ts'
import { failure } from './failure.ts'

/** A folder of numbered SQL files, owned by one part of the house. */
export interface Migrations {
  owner: string
  folder: string
}

/**
 * Applies what is not applied yet, in order, under an advisory lock, so that several processes may start at once.
 * A landed file is never edited: a changed one stops the start.
 */
export async function migrate(url: string, sources: readonly Migrations[], log: (line: string) => void = () => {}) {
  const sql = connect(url)
  try {
    await sql`select pg_advisory_lock(${LOCK})`
    await sql`create schema if not exists portico`
    await sql`create table if not exists portico.migration (
      owner text not null, name text not null, digest text not null, applied_at timestamptz not null default now(),
      primary key (owner, name))`
    for (const source of sources) await migrateOwner(sql, source, log)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const LOCK = 762_001

async function migrateOwner(sql: Client, { owner, folder }: Migrations, log: (line: string) => void) {
  const applied = await sql<{ name: string; digest: string }[]>`
    select name, digest from portico.migration where owner = ${owner}`
  const digests = new Map(applied.map(row => [row.name, row.digest]))
  for (const name of await sqlFiles(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    const digest = await digestOf(text)
    const before = digests.get(name)
    if (before === digest) continue
    if (before !== undefined) throw failure('internal', `Migration ${owner}/${name} was changed after it was applied`)
    await sql.begin(async transaction => {
      await transaction.unsafe(text)
      await transaction`insert into portico.migration (owner, name, digest) values (${owner}, ${name}, ${digest})`
    })
    log(`applied migration ${owner}/${name}`)
  }
}

/** Names of the migrations that a database should have and has not. */
export async function pendingMigrations(url: string, sources: readonly Migrations[]): Promise<string[]> {
  const sql = connect(url)
  try {
    const [found] = await sql`select to_regclass('portico.migration') is not null as there`
    const rows = found?.there ? await sql`select owner || '/' || name as name from portico.migration` : []
    const applied = new Set(rows.map(row => row.name))
    const wanted = await Promise.all(
      sources.map(async source => (await sqlFiles(source.folder)).map(name => `${source.owner}/${name}`)),
    )
    return wanted.flat().filter(name => !applied.has(name))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function sqlFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(bytes).toString('hex')
}
