import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskProblem, embeddedPostgresError, printedDiskProblem } from './embeddedPostgresError.ts'
import { joinServer, type Membership, type Refusal } from './membership.ts'
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
  let obstacle: string
  do {
    const outcome = await tryOnce(plan)
    if ('membership' in outcome) return outcome
    obstacle = outcome.reason
    await sleep(PAUSE)
  } while (Date.now() < giveUp)
  throw printedDiskProblem(obstacle, plan.place.dataDirectory) ?? startFailed(plan, obstacle)
}

async function tryOnce(plan: ServerPlan): Promise<Joined | Refusal> {
  const { cluster } = plan.place
  const found = await readPidFile(cluster)
  if (!found) return await launchAndJoin(plan)

  const isRunning = await isServerOf(cluster, found.pid)
  if (isRunning && found.status === 'starting') {
    await waitWhileStarting(plan, {
      isReady: ({ pid }) => pid === found.pid,
      isOver: async () => !(await isServerOf(cluster, found.pid)),
    })
  }
  // A server in another container has a process id that means nothing here, but it answers.
  const joined = await joinServer(cluster)
  if (isMembership(joined)) return { membership: joined, adopted: true }
  if (isRunning || joined.answered) return joined

  await removeStalePidFile(cluster, found)
  return await launchAndJoin(plan)
}

async function launchAndJoin(plan: ServerPlan): Promise<Joined | Refusal> {
  const { cluster, dataDirectory } = plan.place
  const failure = await launchServer(plan)
  if (failure !== undefined) {
    if (PASSING.test(failure)) return { reason: failure, answered: false }
    await refuseUnwritable(cluster, dataDirectory)
    throw printedDiskProblem(failure, dataDirectory) ?? startFailed(plan, failure)
  }

  const joined = await joinServer(cluster)
  return isMembership(joined) ? { membership: joined, adopted: false } : joined
}

function isMembership(outcome: Membership | Refusal): outcome is Membership {
  return 'version' in outcome
}

function startFailed({ place }: ServerPlan, reason: string): Error {
  return embeddedPostgresError('start-failed', `PostgreSQL in ${place.cluster} does not start: ${reason}`)
}

/** On a full disk PostgreSQL cannot even log why it ended, so the disk is asked. */
async function refuseUnwritable(cluster: string, dataDirectory: string): Promise<void> {
  const probe = join(cluster, `probe-${process.pid}`)
  try {
    await writeFile(probe, Buffer.alloc(64 * 1024))
  } catch (error) {
    throw diskProblem(error, dataDirectory)
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
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
