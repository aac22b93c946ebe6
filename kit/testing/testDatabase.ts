import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Client, connect } from '../database/connect.ts'
import { type Migrations, migrate } from '../database/migrate.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { filledTemplates } from './startTestPostgres.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** What most test files begin with: made once for all files of a run, and found in every clone. */
export interface FirstRows {
  /** Part of the name of a database. */
  name: string
  add(url: string): Promise<void>
}

/**
 * A migrated database of its own for a test file: a clone of a template that is made once for each set of
 * migrations.
 *
 * @example
 * const database = await testDatabase([crmMigrations])
 * afterAll(() => database.drop())
 */
export async function testDatabase(sources: readonly Migrations[], firstRows?: FirstRows): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const empty = `portico_template_${await digestOf(sources)}`
  const name = `portico_test_${randomBytes(6).toString('hex')}`
  const admin = connect(server)
  try {
    // Test files run in parallel: one makes the template, the others wait for it.
    await admin`select pg_advisory_lock(762002)`
    await ensureTemplate(admin, empty, () => makeTemplate(admin, server, empty, sources))
    const filled = firstRows && `${filledTemplates(inject('testRun'))}${firstRows.name}`
    if (filled)
      await ensureTemplate(admin, filled, async () => {
        await clone(admin, filled, empty)
        await firstRows.add(databaseUrl(server, filled))
      })
    await clone(admin, name, filled ?? empty)
  } finally {
    await admin.end()
  }
  return { url: databaseUrl(server, name), drop: () => dropDatabase(server, name) }
}

/** The same for one test. */
export async function databaseForThisTest(sources: readonly Migrations[]): Promise<string> {
  const database = await testDatabase(sources)
  onTestFinished(() => database.drop())
  return database.url
}

/** Makes a template unless it is there, and whole. */
async function ensureTemplate(admin: Client, template: string, make: () => Promise<void>) {
  const [made] = await admin`select from pg_database where datname = ${template} and datistemplate`
  if (made) return
  await admin.unsafe(`drop database if exists ${template} with (force)`)
  await make()
  await admin.unsafe(`alter database ${template} is_template true`)
}

async function makeTemplate(admin: Client, server: string, template: string, sources: readonly Migrations[]) {
  await admin.unsafe(`create database ${template}`)
  const url = databaseUrl(server, template)
  await migrateJobs(url)
  await migrate(url, sources)
}

function clone(admin: Client, name: string, template: string) {
  return admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
}

async function dropDatabase(server: string, name: string) {
  const admin = connect(server)
  try {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
  } finally {
    await admin.end()
  }
}

async function digestOf(sources: readonly Migrations[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { owner, folder } of sources)
    for (const file of (await readdir(folder)).sort())
      hash.update(`${owner}/${file}\n${await readFile(join(folder, file), 'utf8')}`)
  return hash.digest('hex').slice(0, 16)
}

/** The same server, another database. */
export function databaseUrl(server: string, name: string): string {
  return server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
