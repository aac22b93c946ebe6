import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../startEmbeddedPostgres.ts'

/** Makes a stopped data directory once, so that tests take a copy instead of waiting for a new cluster each. */
export async function makeTemplate(dataDirectory: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } })
  await database.stop()
}

export async function copyTemplate(template: string, dataDirectory: string): Promise<void> {
  await mkdir(dataDirectory, { recursive: true })
  await promisify(execFile)('cp', ['-pR', `${template}/.`, dataDirectory])
}
