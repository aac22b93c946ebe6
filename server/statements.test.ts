import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { expect, test } from 'vitest'

const ROOT = packageFolder(import.meta.url, '..')
const STATEMENT = /\bsql\s*(?:<[^`;]*>)?`|\.unsafe\(/

/** Where kit and server send statements outside of stores. crm and market have tests of their own for it. */
const EXCEPTIONS: Record<string, string> = {
  'kit/database/sql.ts': 'is what sends them',
  'kit/database/describePlacement.ts': 'reads how tables are spread over machines',
  'kit/database/distribute.ts': 'spreads tables over machines',
  'kit/database/distributedBy.ts': 'asks whether tables are spread over machines',
  'kit/database/placedMigration.ts': 'applies a file of SQL where tables are spread over machines',
  'kit/database/spread.ts': 'spreads one table over machines',
  'kit/database/migrate.ts': 'applies files of SQL and keeps their list',
  'kit/database/keptAwake.ts': 'asks for 1, so that a connection is not idle',
  'kit/database/rolledBack.ts': 'has constraints checked that wait for a commit which does not come',
  'kit/embedded/membership.ts': 'locks by which processes share one PostgreSQL',
  'kit/jobs/jobs.ts': 'calls the one function of the job queue',
  'server/start/migrateAll.ts': 'a lock around the migrations',
  'server/start/serverConnection.ts': 'looks whether a server is connected',
  'server/start/databaseServer.ts': 'asks PostgreSQL for its version',
  'server/start/readiness.ts': 'asks whether the migrations are applied',
  'server/backup/writeBackup.ts': 'copies tables into a stream',
  'server/backup/loadBackup.ts': 'copies streams into tables and creates their foreign keys again',
  'server/commands/seedCommand.ts': 'has PostgreSQL count the rows that were made',
}

test('statements of kit and server live in stores, or in a file that is known by its reason', async () => {
  const sending: string[] = []
  for (const name of ['kit', 'server'])
    for (const file of await sourcesOf(join(ROOT, name))) {
      const code = withoutComments(await readFile(join(ROOT, name, file), 'utf8'))
      if (STATEMENT.test(code) && !/(?:^|\/)(?:store|\w+Store)\.ts$/.test(file)) sending.push(`${name}/${file}`)
    }

  expect(sending.sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
}

async function sourcesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter(
    file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(^|\/)(dist|node_modules|testing)\//.test(file),
  )
}
