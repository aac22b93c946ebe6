import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder for one test file, gone afterwards. The database's own user may enter it when the tests run as root. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-server-'))
  await chmod(folder, 0o755)
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
