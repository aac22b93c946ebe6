import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure } from '../api/failure.ts'
import { type Client, connect } from './connect.ts'
import { distributionColumn } from './distributedBy.ts'
import { applyPlaced } from './placedMigration.ts'
import type { TablePlacement } from './placement.ts'
import type { Sql } from './sql.ts'

/** A folder of numbered SQL files, owned by one product. */
export interface Migrations {
  owner: string
  folder: string
  /** Work that follows the files, once for each digest: rows that are made from declarations in the code. */
  steps?: readonly MigrationStep[]
  /** Where its tables stand on several machines; on the coordinator when left out. */
  placement?: TablePlacement
}

export interface MigrationStep {
  name: string
  /** Says whether the work has changed since it was last done. */
  digest: string
  run(sql: Sql): Promise<void>
}

/**
 * Applies what is not applied yet, in order, under an advisory lock, so that several processes may start at once.
 * A released file is never edited: a changed one stops the start, and so does one this version does not have.
 */
export async function migrate(url: string, sources: readonly Migrations[], log: (line: string) => void = () => {}) {
  const sql = connect(url)
  try {
    await sql`select pg_advisory_lock(${MIGRATING})`
    await sql`create schema if not exists portico`
    await sql`create table if not exists portico.migration (
      owner text not null, name text not null, digest text not null, applied_at timestamptz not null default now(),
      primary key (owner, name))`
    await sql`create table if not exists portico.step (owner text, name text, digest text not null, primary key (owner, name))`
    for (const source of sources) await refuseOtherChain(sql, source)
    for (const source of sources) await migrateOwner(sql, source, log)
    for (const source of sources) await takeSteps(sql, source, log)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The lock of whoever changes the tables. */
export const MIGRATING = 762_001

async function migrateOwner(sql: Client, { owner, folder, placement }: Migrations, log: (line: string) => void) {
  const applied = await sql<{ name: string; digest: string }[]>`
    select name, digest from portico.migration where owner = ${owner}`
  const digests = new Map(applied.map(row => [row.name, row.digest]))
  const spread = placement && (await distributionColumn(sql)) !== undefined ? placement : undefined
  for (const name of await sqlFiles(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    const digest = await digestOf(text)
    const before = digests.get(name)
    if (before === digest) continue
    if (before !== undefined) throw failure('internal', `Migration ${owner}/${name} was changed after it was applied`)
    await sql.begin(async transaction => {
      if (spread) await applyPlaced(transaction, text, spread)
      else await transaction.unsafe(text)
      await transaction`insert into portico.migration (owner, name, digest) values (${owner}, ${name}, ${digest})`
    })
    log(`applied migration ${owner}/${name}`)
  }
}

async function takeSteps(sql: Client, { owner, steps = [] }: Migrations, log: (line: string) => void) {
  for (const { name, digest, run } of steps) {
    const [taken] = await sql`select from portico.step where owner = ${owner} and name = ${name} and digest = ${digest}`
    if (taken) continue
    await sql.begin(async transaction => {
      await run(transaction)
      await transaction`
        insert into portico.step (owner, name, digest) values (${owner}, ${name}, ${digest})
        on conflict (owner, name) do update set digest = excluded.digest`
    })
    log(`brought ${owner} up to date: ${name}`)
  }
}

/** Names of the migrations that a database should have and has not. Refuses a database that cannot be migrated. */
export async function pendingMigrations(url: string, sources: readonly Migrations[]): Promise<string[]> {
  const sql = connect(url)
  try {
    const [found] = await sql`select to_regclass('portico.migration') is not null as there`
    const rows = found?.there ? await sql`select owner || '/' || name as name from portico.migration` : []
    const applied = new Set(rows.map(row => row.name))
    const pending: string[] = []
    for (const source of sources) {
      if (found?.there) await refuseOtherChain(sql, source)
      const wanted = (await sqlFiles(source.folder)).map(name => `${source.owner}/${name}`)
      pending.push(...wanted.filter(name => !applied.has(name)))
    }
    return pending
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** A database with files this version does not know has tables this version does not know: nothing is changed there. */
async function refuseOtherChain(sql: Client, { owner, folder }: Migrations): Promise<void> {
  const rows = await sql<{ name: string }[]>`select name from portico.migration where owner = ${owner} order by name`
  const applied = rows.map(row => row.name)
  const stranger = unknownMigration(await sqlFiles(folder), applied)
  if (!stranger) return
  throw failure(
    'internal',
    stranger.isNewer
      ? `The database is of a newer version: it has migration ${owner}/${stranger.name}. Start that version, or restore a backup of this one into an empty database`
      : `The database was made before version 0.1.0, by migrations that were never released (${owner}/${stranger.name}). Start with an empty database: another PORTICO_DATA_DIR or DATABASE_URL`,
  )
}

/** The first applied file that is not known. A list that lacks the first known file began another way: it is not newer. */
export function unknownMigration(
  known: readonly string[],
  applied: readonly string[],
): { name: string; isNewer: boolean } | undefined {
  const name = applied.find(name => !known.includes(name))
  return name === undefined ? undefined : { name, isNewer: known[0] !== undefined && applied.includes(known[0]) }
}

/** In the order they are applied. */
export async function sqlFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(bytes).toString('hex')
}
