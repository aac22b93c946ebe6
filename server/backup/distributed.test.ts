import { join } from 'node:path'
import { createCompany } from '@portico/crm/company/companies/createCompany'
import { connect } from '@portico/kit/database/connect'
import { distributedBy } from '@portico/kit/database/distributedBy'
import { testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll, describe, expect, test } from 'vitest'
import { allMigrations } from '../start/migrateAll.ts'
import { SERVER_CONNECTION } from '../start/serverConnection.ts'
import { databaseForTest } from '../testing/databaseForTest.ts'
import { runHere } from '../testing/runHere.ts'
import { scratchFolder } from '../testing/scratch.ts'

/** On a server with Citus: `npm run citus`. */
const database = await testDatabase(allMigrations)
const column = await distributedBy(database.url)
const sql = connect(database.url, { distributedBy: column, connection: { application_name: 'test' } })
afterAll(async () => {
  await sql.end()
  await database.drop()
})
const folder = await scratchFolder()
const run = (url: string, ...args: string[]) =>
  runHere(args, { DATABASE_URL: url, PORTICO_DATA_DIR: join(folder, 'data') })

describe.runIf(column)('a database of several machines', () => {
  test('is backed up while no server runs, and restored on one machine', async () => {
    const owner = { name: 'Ann', email: 'ann@example.com', passwordHash: 'none', apiToken: 'ab'.repeat(20) }
    await createCompany(sql, { name: 'Acme', domain: 'acme', owner })
    const path = join(folder, 'several.portico')

    const server = connect(database.url, { connection: { application_name: SERVER_CONNECTION } })
    await server`select 1`
    const refused = await run(database.url, 'backup', path)
    await server.end()
    const written = await run(database.url, 'backup', path)
    const { url, sql: one } = await databaseForTest()
    const restored = await run(url, 'restore', path)

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no common moment')])
    expect([written.code, restored.code], written.stderr + restored.stderr).toEqual([0, 0])
    const content = (on: typeof sql) => on`select company_id, code, name from crm.currency order by 1, 2`
    expect(await content(one)).toEqual(await content(sql))
    expect(await one`select domain from crm.company`).toEqual([{ domain: 'acme' }])
    const back = await run(database.url, 'restore', path, '--force')
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('restore into a database without tables')])
  })
})
