import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { isServerOf, readPidFile } from '../pidFile.ts'

/** A folder for one test, open to the database user, and removed with every server that still runs in it. */
export async function openScratch(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(await realpath(parent), 'portico-test-'))
  onTestFinished(() => removeWithServers(folder))
  await chmod(folder, 0o755)
  return folder
}

export async function removeWithServers(folder: string): Promise<void> {
  for (const cluster of await findClusters(folder)) await killServer(cluster)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** What is in a data directory beside the copy of PostgreSQL's programs, made where the database user cannot run ours. */
export async function entriesWithoutPrograms(dataDirectory: string): Promise<string[]> {
  return (await readdir(dataDirectory)).filter(name => !name.startsWith('postgresql-')).sort()
}

async function findClusters(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  return entries.filter(entry => basename(entry) === 'postmaster.pid').map(entry => dirname(join(folder, entry)))
}

async function killServer(cluster: string): Promise<void> {
  const found = await readPidFile(cluster)
  if (!found || !(await isServerOf(cluster, found.pid))) return
  process.kill(found.pid, 'SIGQUIT')
  await waitUntil(async () => !(await isServerOf(cluster, found.pid)))
}

export async function waitUntil(condition: () => Promise<boolean> | boolean, patience = 90_000): Promise<void> {
  const giveUp = Date.now() + patience
  while (!(await condition())) {
    if (Date.now() > giveUp) throw new Error(`Not so after ${patience} ms: ${condition}`)
    await sleep(10)
  }
}
