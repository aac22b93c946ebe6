import { join } from 'node:path'
import { freePort } from '@portico/kit/testing/freePort'
import { expect, test } from 'vitest'
import { databaseForTest } from '../testing/databaseForTest.ts'
import { jsonOf } from '../testing/json.ts'
import { runPortico, startPortico } from '../testing/portico.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { describePostgres } from './postgresVersion.ts'

const folder = await scratchFolder()

test('a first start on an empty database of DATABASE_URL serves the owner, a second one too', {
  timeout: 120_000,
}, async () => {
  const { url, sql } = await databaseForTest()
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const token = 'ab'.repeat(20)
  const settings = {
    PORT: String(await freePort()),
    PORTICO_DATA_DIR: join(folder, 'data'),
    PORTICO_API_TOKEN: token,
    DATABASE_URL: url,
  }

  const first = await startPortico(settings)
  expect(first.output()).toContain(`Database   ${describePostgres(row?.version ?? '')}\n`)
  const added = await fetch(`${first.origin}/api/v2/deals`, {
    method: 'POST',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'First deal' }),
  })
  expect(added.status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)

  const second = await startPortico(settings)
  const listed = await fetch(`${second.origin}/api/v2/deals`, { headers: { 'x-api-token': token } })
  expect(await jsonOf(listed)).toMatchObject({ success: true, data: [{ title: 'First deal' }] })
})

test('a database of migrations that were never released is one line', async () => {
  const { url, sql } = await databaseForTest()
  await sql`create schema portico`
  await sql`create table portico.migration (owner text, name text, digest text)`
  await sql`insert into portico.migration values ('crm', '0001_foundation.sql', 'x')`

  const { code, stderr } = await runPortico(['serve'], {
    PORT: String(await freePort()),
    PORTICO_DATA_DIR: join(folder, 'early'),
    PORTICO_LOG_LEVEL: 'error',
    DATABASE_URL: url,
  })

  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^portico: The database was made before version 0\.1\.0, [^\n]*Start with an empty database[^\n]*\n$/,
  )
})
