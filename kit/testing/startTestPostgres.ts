import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../embedded/startEmbeddedPostgres.ts'

/**
 * One PostgreSQL for a whole test run: the one TEST_DATABASE_URL names, or an embedded one that is thrown away.
 * Durability is off there: a crash of the test run loses nothing anyone wants.
 */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'portico-test-'))
  // Under root the server runs as another user, who has to get through.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}
