import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedPostgresError, printedDiskProblem } from './embeddedPostgresError.ts'
import { join, type Membership } from './membership.ts'
import { isServerOf, readPidFile, removeStalePidFile } from './pidFile.ts'
import { launchServer, type ServerPlan, waitWhileStarting } from './serverProcess.ts'

export interface Joined {
  membership: Membership
  /** The server ran already: another process of ours started it, or one that was killed left it behind. */
  adopted: boolean
}

const PATIENCE = 20_000
const PAUSE = 50

/**
 * Joins the cluster's server, starting it where none runs. What stands in the way for a moment (a server that is
 * stopping, one that another process starts, children of a killed one) is waited out.
 */
export async function bringUp(plan: ServerPlan): Promise<Joined> {
  const giveUp = Date.now() + PATIENCE
  let obstacle = ''
  const refused = (reason: string) => {
    obstacle = reason
  }
  do {
    const joined = await tryOnce(plan, refused)
    if (joined) return joined
    await sleep(PAUSE)
  } while (Date.now() < giveUp)
  throw embeddedPostgresError('start-failed', `PostgreSQL in ${plan.place.cluster} does not start: ${obstacle}`)
}

async function tryOnce(plan: ServerPlan, refused: (reason: string) => void): Promise<Joined | undefined> {
  const { cluster } = plan.place
  const found = await readPidFile(cluster)
  if (!found) return await launchAndJoin(plan, refused)

  if (await isServerOf(cluster, found.pid)) {
    if (found.status === 'starting') {
      await waitWhileStarting(plan, found.pid, async () => !(await isServerOf(cluster, found.pid)))
    }
    return await joinRunning(cluster, refused)
  }

  // A server in another container has a process id that means nothing here, but it answers.
  const elsewhere = await joinRunning(cluster, refused)
  if (elsewhere) return elsewhere
  await removeStalePidFile(cluster, found)
  return await launchAndJoin(plan, refused)
}

async function joinRunning(cluster: string, refused: (reason: string) => void): Promise<Joined | undefined> {
  const membership = await join(cluster, refused)
  return membership && { membership, adopted: true }
}

async function launchAndJoin(plan: ServerPlan, refused: (reason: string) => void): Promise<Joined | undefined> {
  const { cluster, dataDirectory } = plan.place
  const failure = await launchServer(plan)
  if (failure === undefined) {
    const membership = await join(cluster, refused)
    return membership && { membership, adopted: false }
  }

  if (!PASSING.test(failure)) {
    throw (
      printedDiskProblem(failure, dataDirectory) ??
      embeddedPostgresError('start-failed', `PostgreSQL in ${cluster} does not start: ${failure}`)
    )
  }
  refused(failure)
  return undefined
}

/** What goes away by itself or at the next look: another starter, a dead server's last children, a kill. */
const PASSING = new RegExp(
  [
    'lock file .* (?:already exists|is empty)',
    'could not create lock file ".*PGSQL.*No such file', // another process removed the socket's folder as it stopped
    'pre-existing shared memory',
    'Address already in use',
    'ended with SIG',
  ].join('|'),
)
