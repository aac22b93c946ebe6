import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diskProblem, errorCode } from './embeddedPostgresError.ts'

const DRAFT = /^draft-(\d+)-[0-9a-f]+$/
const TEN_MINUTES = 600_000

/**
 * Makes a folder that is whole whenever it is there: filled under another name and then renamed. Of two processes that
 * do so at once the first wins, and both use its folder.
 */
export async function createWhole(home: string, name: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(home, `draft-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(draft, { mode: 0o700 })
    await fill(draft)
    await rename(draft, join(home, name)).catch(ignoreLostRace)
    await syncFolder(home)
  } catch (error) {
    throw diskProblem(error, home)
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** The name must outlive a power cut as surely as what is written under it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** A process that was killed leaves its draft, and perhaps a program that still writes there for a moment. */
export async function removeAbandonedDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const [, pid] = DRAFT.exec(name) ?? []
    const draft = join(home, name)
    if (pid && (!isAlive(Number(pid)) || (await isOld(draft)))) {
      await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
    }
  }
}

/** Process ids come round again, above all in containers, so age counts too. */
async function isOld(draft: string): Promise<boolean> {
  const found = await stat(draft).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > TEN_MINUTES
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function ignoreLostRace(error: unknown): void {
  const code = errorCode(error)
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
}
