import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Client, connect } from '../database/connect.ts'
import { distribute } from '../database/distribute.ts'
import { distributedBy } from '../database/distributedBy.ts'
import { type Migrations, migrate } from '../database/migrate.ts'
import { atMost } from '../jobs/atMost.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { filledTemplates } from './startTestPostgres.ts'

export interface TestDatabase {
  url: string
  /** See `distributedBy.ts`. */
  distributedBy: string | undefined
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
  admin ??= connect(server, { lives: 'as long as it is needed' })
  const made = await inTurn(admin, async admin => {
    await ensureTemplate(admin, empty, () => makeTemplate(admin, server, empty, sources))
    const filled = firstRows && `${filledTemplates(inject('testRun'))}${firstRows.name}`
    if (filled)
      await ensureTemplate(admin, filled, async () => {
        await clone(admin, filled, empty)
        await firstRows.add(databaseUrl(server, filled))
      })
    await clone(admin, name, filled ?? empty)
    const url = databaseUrl(server, name)
    return { url, distributedBy: (await hasCitus(admin)) ? await distributedBy(url) : undefined }
  })
  return { ...made, drop: () => dropDatabase(name) }
}

/** One connection for all test files of a worker, which ends with it: connecting takes longer than most of what is asked. */
let admin: Client | undefined

const inTurnHere = atMost(1)

/** Test files run in parallel: one makes the template, the others wait for it. */
function inTurn<T>(admin: Client, work: (admin: Client) => Promise<T>): Promise<T> {
  // The lock is held by the connection, and keeps out others only.
  return inTurnHere(async () => {
    await admin`select pg_advisory_lock(762002)`
    try {
      return await work(admin)
    } finally {
      await admin`select pg_advisory_unlock(762002)`
    }
  })
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
  if (await hasCitus(admin)) await distributeTemplate(admin, url, sources)
}

async function hasCitus(admin: Client): Promise<boolean> {
  const [found] = await admin`select from pg_settings where name = 'shared_preload_libraries' and setting ~ 'citus'`
  return found !== undefined
}

/** A Citus of one machine, which is coordinator and worker in one: unlike a cluster it can be cloned. */
async function distributeTemplate(admin: Client, url: string, sources: readonly Migrations[]) {
  const { hostname, port, pathname } = new URL(url)
  const name = pathname.slice(1)
  await admin.unsafe(`alter database ${name} set citus.shard_count = 2`)
  const template = connect(url)
  await template`create extension citus`
  await template`select citus_set_coordinator_host(${hostname}, ${Number(port)})`
  await template`select citus_set_node_property(${hostname}, ${Number(port)}, 'shouldhaveshards', true)`
  await template.end()
  for (const { placement } of sources) if (placement) await distribute(url, placement)
}

/** Nobody may be connected to a template: the extension is, as soon as somebody was. */
async function endConnections(admin: Client, name: string) {
  await admin`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`
}

async function clone(admin: Client, name: string, template: string) {
  await endConnections(admin, template)
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  // Settings of a database do not go with its clone.
  if (await hasCitus(admin)) await admin.unsafe(`alter database ${name} set citus.enable_unsafe_triggers = on`)
}

async function dropDatabase(name: string) {
  await admin?.unsafe(`drop database if exists ${name} with (force)`)
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
