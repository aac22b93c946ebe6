// Tests write thousands of small files: a cluster of PostgreSQL is a thousand, and so is every clone of a database. In
// memory a clone takes 20 ms, on a disk 350 ms. Plain Node, because scripts use it as well as the configuration of vitest.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^portico-tests-(\d+)-/
const GIGABYTE = 2 ** 30
/** Several times what a whole run has in there at once. */
const LEAST_ROOM = 2 * GIGABYTE
/** What is written there is taken from the programs that run meanwhile. */
const LEAST_MEMORY = 4 * GIGABYTE

/**
 * Makes a folder in memory the one for temporary files, of this process and of all that it starts, until it ends. Where
 * somebody has named another folder (TMPDIR) or there is too little memory, nothing changes.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return
  removeLeftovers()
  const folder = mkdtempSync(join(MEMORY, `portico-tests-${process.pid}-`))
  // Under root the servers run as another user, who has to get through.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

function hasRoom() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= LEAST_ROOM && process.availableMemory() >= LEAST_MEMORY && mayRunPrograms()
}

/** Copies of PostgreSQL's programs are run out of the folder. Containers often forbid that. */
function mayRunPrograms() {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map(line => line.split(' '))
    .findLast(([, place]) => place === MEMORY)
  return mounted !== undefined && !mounted[3]?.split(',').includes('noexec')
}

/** Of runs that were killed: memory is not given back by itself. A server that still runs in there ends without it. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid > 0 && !existsSync(`/proc/${pid}`)) remove(join(MEMORY, name))
  }
}

/** As the process ends, whatever the reason: nothing may wait here, and nothing may fail. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // Of another user, or still written to: the next run tries again.
  }
}
