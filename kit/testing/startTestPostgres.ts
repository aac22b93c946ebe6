import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../database/connect.ts'
import { startEmbeddedPostgres } from '../embedded/startEmbeddedPostgres.ts'

/**
 * One PostgreSQL for a whole test run: the one TEST_DATABASE_URL names, or an embedded one that is thrown away.
 * Durability is off there: a crash of the test run loses nothing anyone wants.
 */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const run = randomBytes(4).toString('hex')
  project.provide('testRun', run)
  if (given) {
    project.provide('postgresUrl', given)
    return () => dropTemplates(given, filledTemplates(run))
  }
  const folder = await mkdtemp(join(tmpdir(), 'portico-test-'))
  // Under root the server runs as another user, who has to get through.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'postgres'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // Otherwise a statement is planned anew for its first five calls, which is most of what PostgreSQL does in tests.
      // On the system's PostgreSQL (scripts/testSystemPostgres.mjs) the same tests run with plans for given values.
      plan_cache_mode: 'force_generic_plan',
    },
  })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Names of templates with rows begin so. Code makes the rows, so they are of use to one run alone. */
export function filledTemplates(run: string): string {
  return `portico_filled_${run}_`
}

async function dropTemplates(server: string, beginning: string): Promise<void> {
  const admin = connect(server)
  const found = await admin<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname::text, ${beginning})`
  for (const { name } of found) {
    await admin.unsafe(`alter database ${name} is_template false`)
    await admin.unsafe(`drop database ${name} with (force)`)
  }
  await admin.end()
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** Different in every run. */
    testRun: string
  }
}
