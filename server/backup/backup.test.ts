import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createCompany } from '@portico/crm/company/companies/createCompany'
import { seedCompany } from '@portico/crm/seed/seedCompany'
import { type Client, connect } from '@portico/kit/database/connect'
import { openDatabase } from '@portico/kit/database/database'
import { openDiskStore } from '@portico/kit/files/diskStore'
import type { FileStore } from '@portico/kit/files/fileStore'
import { addJob } from '@portico/kit/jobs/jobs'
import { databaseUrl, testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { allMigrations, allSchemas } from '../start/migrateAll.ts'
import { SERVER_CONNECTION } from '../start/serverConnection.ts'
import { databaseForTest, dropDatabase, newDatabase } from '../testing/databaseForTest.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { sequencesOf, tablesOf } from './catalogStore.ts'
import { restoreBackup } from './restoreBackup.ts'
import { writeBackup } from './writeBackup.ts'

const folder = await scratchFolder()
const path = join(folder, 'server.portico')
const quiet = { start: () => {}, add: () => {} }
let source: Client
let sourceFiles: FileStore

/** A server with a company, deals, a file, a pending job and a text that is hard to write down. */
beforeAll(async () => {
  const database = await testDatabase(allMigrations)
  source = connect(database.url)
  afterAll(async () => {
    await source.end()
    await database.drop()
  })
  const { companyId } = await createCompany(source, {
    name: 'Tab\there, line\nbreak, back\\slash, \\N, “quotes”, 書籍',
    domain: 'acme',
    owner: { name: 'Ann', email: 'ann@example.com', passwordHash: 'none', apiToken: 'ab'.repeat(20) },
  })
  const plan = { companyId, deals: 300, now: new Date(), seed: 1 }
  await seedCompany(source, plan, work => source.begin(work) as Promise<never>)
  await addJob(source, 'market:deadlines', { hello: 'world' })
  sourceFiles = await openDiskStore(join(folder, 'source-files'))
  for (const key of ['aa/first', 'bb/second']) {
    await sourceFiles.put(key, new Blob([randomBytes(200_000)]).stream(), { limit: 300_000 })
  }
  await writeBackup(source, sourceFiles, path, quiet)
})

/** What the backup becomes in an empty database: restored once, and cloned for each test. */
const restored = {
  database: '',
  createdAt: '',
  filesFolder: join(folder, 'restored-files'),
}
beforeAll(async () => {
  const { url, name } = await newDatabase()
  const files = await openDiskStore(restored.filesFolder)
  const { createdAt } = await restoreBackup({ url, files, path, force: false, progress: quiet })
  Object.assign(restored, { database: name, createdAt })
})
afterAll(() => dropDatabase(restored.database))

test('a restored server is the same, row by row, file by file', async () => {
  const { sql } = await databaseForTest(restored.database)

  expect(await contentOf(sql)).toEqual(await contentOf(source))
  expect(await sequencesBesideAudit(sql)).toEqual(await sequencesBesideAudit(source))
  expect(await bytesOf(await openDiskStore(restored.filesFolder))).toEqual(await bytesOf(sourceFiles))
  expect(await constraintsOf(sql)).toEqual(await constraintsOf(source))
})

test('the next record after a restore gets the next number, and every audit log says what was restored, when and by whom', async () => {
  const { sql } = await databaseForTest(restored.database)

  const [before] = await source`select max(id)::int as id from crm.role`
  const [added] = await sql`insert into crm.role (company_id, name) select id, 'new' from crm.company returning id::int`
  expect(added?.id).toBeGreaterThan(before?.id)
  const lines = await sql`select company_id, user_id, credential, subject, detail, now() - time < '1 hour' as "isNow"
    from crm.audit where action = 'restored'`
  const [company] = await sql`select id from crm.company`
  expect(lines).toEqual([
    {
      company_id: company?.id,
      user_id: null,
      credential: 'command',
      subject: `backup ${restored.createdAt}`,
      detail: { by: userInfo().username },
      isNow: true,
    },
  ])
})

test('a database that is not empty is refused unless forced, and then replaced', async () => {
  const { url, sql } = await databaseForTest(restored.database)
  const options = { url, files: await scratchStore(), path, progress: quiet }
  await sql`update crm.company set name = 'Changed since'`

  await expect(restoreBackup({ ...options, force: false })).rejects.toThrow('The database is not empty')
  expect(await sql`select name from crm.company`).toEqual([{ name: 'Changed since' }])

  await restoreBackup({ ...options, force: true })
  expect(await contentOf(sql)).toEqual(await contentOf(source))
})

test('a damaged file changes nothing, forced or not', async () => {
  const { url, sql } = await databaseForTest(restored.database)
  const options = { url, files: await scratchStore(), progress: quiet }
  const before = await contentOf(sql)
  const damaged = join(folder, 'damaged.portico')
  const bytes = gunzipSync(await readFile(path))
  bytes.write('X', bytes.indexOf('ann@example.com'))
  await writeFile(damaged, gzipSync(bytes))
  const cut = join(folder, 'cut.portico')
  await writeFile(cut, (await readFile(path)).subarray(0, -2000))

  await expect(restoreBackup({ ...options, path: damaged, force: true })).rejects.toThrow('is damaged')
  await expect(restoreBackup({ ...options, path: cut, force: true })).rejects.toThrow('is not a whole backup')
  expect(await contentOf(sql)).toEqual(before)
})

test('a running server keeps its database to itself', async () => {
  const { url } = await databaseForTest()
  const server = openDatabase(url, { lanes: 1, applicationName: SERVER_CONNECTION })
  onTestFinished(() => server.close())
  await server.read(sql => sql`select 1`)

  const restoring = restoreBackup({ url, files: await scratchStore(), path, force: true, progress: quiet })
  await expect(restoring).rejects.toThrow('A server is running on this database')
})

test('a backup of a newer version is refused', async () => {
  const { url, sql } = await databaseForTest()
  await source`insert into portico.migration (owner, name, digest) values ('crm', '9999_future.sql', 'x')`
  const newer = join(folder, 'newer.portico')
  await writeBackup(source, sourceFiles, newer, quiet)
  await source`delete from portico.migration where name = '9999_future.sql'`

  const restoring = restoreBackup({ url, files: await scratchStore(), path: newer, force: false, progress: quiet })
  await expect(restoring).rejects.toThrow('was made by a newer version')
  expect(await sql`select from pg_namespace where nspname = 'crm'`).toHaveLength(0)
})

test('a backup from before the first release is refused with what it is', async () => {
  const { url, sql } = await databaseForTest()
  const [first] = await source`delete from portico.migration where owner = 'crm' and name like '0001%' returning *`
  await source`insert into portico.migration (owner, name, digest) values ('crm', '0001_foundation.sql', 'x')`
  const early = join(folder, 'early.portico')
  await writeBackup(source, sourceFiles, early, quiet)
  await source`delete from portico.migration where name = '0001_foundation.sql'`
  await source`insert into portico.migration (owner, name, digest) values (${first?.owner}, ${first?.name}, ${first?.digest})`

  const restoring = restoreBackup({ url, files: await scratchStore(), path: early, force: false, progress: quiet })
  await expect(restoring).rejects.toThrow('was made before version 0.1.0')
  expect(await sql`select from pg_namespace where nspname = 'crm'`).toHaveLength(0)
})

test('a backup is the state of one moment, whatever is written meanwhile', async () => {
  const moment = join(folder, 'moment.portico')
  const { url, sql } = await databaseForTest()
  const before = await contentOf(source)
  const writer = connect(databaseUrl(inject('postgresUrl'), await nameOf(source)))
  onTestFinished(() => writer.end())
  let meddled: Promise<unknown> | undefined
  const meddle = () => {
    meddled = writer`insert into crm.role (company_id, name) select id, 'meanwhile' from crm.company`.then()
  }
  await writeBackup(source, sourceFiles, moment, { start: meddle, add: () => {} })
  await meddled
  await writer`delete from crm.role where name = 'meanwhile'`

  await restoreBackup({ url, files: await scratchStore(), path: moment, force: false, progress: quiet })
  expect(await contentOf(sql)).toEqual(before)
})

test('every schema the migrations make is part of a backup', async () => {
  const schemas = await source<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')`

  expect(schemas.map(schema => schema.name).sort()).toEqual([...allSchemas].sort())
})

let stores = 0
const scratchStore = () => openDiskStore(join(folder, `files-${++stores}`))

async function nameOf(sql: Client): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  return row?.name ?? ''
}

/** Restoring adds to the audit log, and to nothing else. */
async function sequencesBesideAudit(sql: Client) {
  return (await sequencesOf(sql)).filter(({ name }) => !name.includes('audit'))
}

/** Every row of every table but the lines that restoring adds, as text, in an order of its own. */
async function contentOf(sql: Client): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const { name } of await tablesOf(sql)) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select t::text as row from ${name} t ${name === 'crm.audit' ? "where action <> 'restored'" : ''} order by 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

async function constraintsOf(sql: Client): Promise<unknown> {
  const rows = await sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace::regnamespace::text = any(${[...allSchemas]}) order by 1, 2`
  return [...rows]
}

async function bytesOf(files: FileStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { key } of files.list()) {
    const file = await files.get(key)
    found[key] = Buffer.from(await new Response(file?.stream).arrayBuffer()).toString('base64')
  }
  return found
}
