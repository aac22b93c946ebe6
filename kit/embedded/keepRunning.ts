import { setTimeout as sleep } from 'node:timers/promises'
import { bringUp } from './bringUp.ts'
import type { Leave, Membership } from './membership.ts'
import { isServerOf, readPidFile } from './pidFile.ts'
import { type ServerPlan, stopServer } from './serverProcess.ts'
import { removeSocketDirectory } from './socketDirectory.ts'

const FIRST_PAUSE = 250
const LONGEST_PAUSE = 5000

/** Starts the server again whenever it ends without us, until stopped. Every process that shares it does the same. */
export function keepRunning(plan: ServerPlan, first: Membership, onUnexpectedExit = () => {}): () => Promise<void> {
  const stopping = new AbortController()
  const stopRequest = aborted(stopping.signal)
  let membership: Membership | undefined = first
  const watching = watch()
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stop()
    return stopped
  }

  async function watch(): Promise<void> {
    while (membership) {
      await Promise.race([membership.ended, stopRequest])
      if (stopping.signal.aborted) return
      await membership.close()
      plan.log('PostgreSQL ended unexpectedly: starting it again')
      onUnexpectedExit()
      membership = await bringBack(plan, stopping.signal)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await watching
    if (membership && (await leave(plan, membership)) === 'lost') await leaveAfterLoss(plan)
  }
}

async function leave(plan: ServerPlan, membership: Membership): Promise<Leave> {
  const outcome = await membership.leave()
  if (outcome === 'last') {
    await stopServer(plan)
    await removeSocketDirectory(plan.place.cluster)
  }
  await membership.close()
  return outcome
}

/** The connection ended as we left. Where the server lives on, it is joined once more to ask who else is there. */
async function leaveAfterLoss(plan: ServerPlan): Promise<void> {
  const { cluster } = plan.place
  const found = await readPidFile(cluster)
  if (!found || !(await isServerOf(cluster, found.pid))) return
  const { membership } = await bringUp(plan)
  await leave(plan, membership)
}

/** Keeps trying, since a full disk may be cleared; says each new reason once. Undefined when told to stop. */
async function bringBack(plan: ServerPlan, stopping: AbortSignal): Promise<Membership | undefined> {
  let told = ''
  for (let pause = FIRST_PAUSE; !stopping.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const { membership } = await bringUp(plan)
      plan.log('PostgreSQL is back')
      return membership
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== told) plan.log(reason)
      told = reason
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined)
  }
  return undefined
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
