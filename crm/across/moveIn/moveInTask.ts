import { setTimeout as sleep } from 'node:timers/promises'
import { openSealedSecret } from '@portico/kit/access/sealedSecret'
import { failure, isFailure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { addJob, type Job } from '@portico/kit/jobs/jobs'
import { oneAtATime } from '@portico/kit/jobs/oneAtATime'
import { findActor } from '../../base/access/actorStore.ts'
import { SOURCE_TOKEN } from '../../base/access/sourceToken.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { type AskedMove, endAskedMove, isGoingOn, nextDue, putOff, storeSource, takeMove } from './askedStore.ts'
import type { MoveHooks } from './move.ts'
import { moveIn } from './moveIn.ts'
import { afterFault } from './rules.ts'
import { openSource } from './source.ts'
import { MOVE_LOCK } from './store.ts'

export const MOVE_IN = 'crm:move-in'

/** While others wait, nobody has a longer turn than this. */
const TURN_MS = 30_000

/** How long it waits for a command that copies into the same company. */
const HELD_MS = 15_000

/** The longest rest after a page while requests are answered. */
const MOST_REST_MS = 100

export interface MoveTaskHooks extends Pick<MoveHooks, 'step'> {
  now?(): Date
}

/** Has copies begun that wait, as soon as this transaction is committed. */
export async function moveInSoon(sql: Sql): Promise<void> {
  await addJob(sql, MOVE_IN, {}, { key: MOVE_IN, maxAttempts: 1 })
}

/**
 * Does every copy that waits or that a process has left, in turns; one job of this process does it. Who works on one holds
 * the lock of its company, which ends with the process: the next look, a minute later at most, goes on with it.
 */
export function moveInTask(services: CrmServices, hooks: MoveTaskHooks = {}) {
  return oneAtATime(async (_payload?: never, job?: Pick<Job, 'stopping'>) => {
    const held: number[] = []
    while (!job?.stopping?.aborted) {
      const due = await services.database.read(sql => nextDue(sql, now(hooks), held))
      if (!due) break
      if (!(await workOn(services, due, hooks, job?.stopping))) held.push(due.company_id)
    }
  })
}

/** False when somebody else copies into the company. */
async function workOn(services: CrmServices, due: AskedMove, hooks: MoveTaskHooks, stopping?: AbortSignal) {
  const { database } = services
  const hold = await database.hold(MOVE_LOCK, due.company_id)
  if (!hold) {
    // Another process works on what is under way; what waits, waits for a command.
    const problem = 'Another import into this company is under way: this one begins when that has ended'
    const putting = { due: new Date(now(hooks).getTime() + HELD_MS), problem, failures: due.failures }
    if (due.state === 'waiting') await later(services, due, putting)
    return false
  }
  try {
    const taken = await database.write(sql => takeMove(sql, due.company_id))
    if (taken) await copyFor(services, taken, hooks, stopping)
  } finally {
    await hold.release()
  }
  return true
}

async function copyFor(services: CrmServices, row: AskedMove, hooks: MoveTaskHooks, stopping?: AbortSignal) {
  const { database, log } = services
  const turn = takeTurn(services, row, hooks, stopping)
  try {
    const token = await tokenOf(services, row)
    const wait = (ms: number) => sleep(ms, undefined, stopping && { signal: stopping })
    const source = openSource({ url: row.url, token, wait, fetch: services.fetch })
    await moveIn(services, source, row.company_id, {
      ...(hooks.step && { step: hooks.step }),
      onBegun: key => database.write(sql => storeSource(sql, row.company_id, key.source)),
      onPage: turn.onPage,
    })
    await database.write(sql => endAskedMove(sql, row, { state: 'done', problem: null, now: now(hooks) }))
  } catch (error) {
    // Stopped, its turn is over, or the server stops.
    if (turn.isOver() || stopping?.aborted) return
    const fault = afterFault(error, { failures: turn.pages() > 0 ? 0 : row.failures, now: now(hooks) })
    if (!isFailure(error)) log.error({ err: error, company: row.company_id }, 'copying an account failed')
    if ('due' in fault) await later(services, row, fault)
    else await database.write(sql => endAskedMove(sql, row, { state: 'failed', ...fault, now: now(hooks) }))
  }
}

async function tokenOf({ database, secrets }: CrmServices, row: AskedMove): Promise<string> {
  const actor = await database.read(sql => findActor(sql, row.company_id, row.user_id))
  if (!actor?.isAdmin || !actor.isAccountAdmin)
    throw failure('forbidden', 'Whoever asked for this is no admin any more')
  const token = row.token_sealed && openSealedSecret(row.token_sealed, SOURCE_TOKEN, secrets)
  if (!token) throw failure('invalid', 'The token cannot be read any more: enter it again')
  return token
}

/** Lets requests come first, and others have their turn; ends the work when it was stopped. */
function takeTurn(services: CrmServices, row: AskedMove, hooks: MoveTaskHooks, stopping?: AbortSignal) {
  const { database, calls } = services
  const begun = performance.now()
  let [pages, isOver, seen, since] = [0, false, calls.begun, begun]
  const end = () => {
    isOver = true
    return failure('gone', 'It goes on later')
  }
  return {
    pages: () => pages,
    isOver: () => isOver,
    async onPage(): Promise<void> {
      pages++
      services.logReader.wake(row.company_id)
      if (stopping?.aborted || !(await database.read(sql => isGoingOn(sql, row)))) throw end()
      if (calls.begun > seen) await sleep(Math.min(MOST_REST_MS, performance.now() - since))
      ;[seen, since] = [calls.begun, performance.now()]
      if (since - begun < TURN_MS) return
      const at = now(hooks)
      if (!(await database.read(sql => nextDue(sql, at, [row.company_id])))) return
      await database.write(sql => putOff(sql, row, { due: at, problem: null, failures: 0 }))
      throw end()
    },
  }
}

async function later({ database }: CrmServices, row: AskedMove, put: Parameters<typeof putOff>[2]): Promise<void> {
  await database.write(async sql => {
    await putOff(sql, row, put)
    await addJob(sql, MOVE_IN, {}, { runAt: put.due, maxAttempts: 1 })
  })
}

function now({ now: clock = () => new Date() }: MoveTaskHooks): Date {
  return clock()
}
