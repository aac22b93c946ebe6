import { randomUUID } from 'node:crypto'
import { isFailure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import { oneAtATime } from '@portico/kit/jobs/oneAtATime'
import type { CrmServices } from '../../base/api/context.ts'
import { expiry, type LongChangeHooks, runLongChange, undoLongChange } from './run.ts'
import { deleteLongChange, expiredLongChanges, type LongChange } from './store.ts'
import { claimLongChange, putBack } from './turnStore.ts'
import type { Work } from './work.ts'

export const RUN_LONG_CHANGES = 'crm:run-long-changes'

const MOST_FAILURES = 5

/** Others take over when nothing was stored for so long; a batch takes a tenth of a second. */
const LEASE_MS = 30_000

/** After a fault. */
const AGAIN_MS = 5_000

/** Has long changes done that wait, as soon as this transaction is committed. */
export async function runLongChangesSoon(sql: Sql): Promise<void> {
  await addJob(sql, RUN_LONG_CHANGES, {}, { key: RUN_LONG_CHANGES, maxAttempts: 1 })
}

/**
 * Does every long change that waits or that a process has left, in turns, and removes those whose time is over. One job of
 * this process does it, so that they leave the others of a worker alone.
 */
export function longChangesTask(
  services: CrmServices,
  works: Readonly<Record<LongChange['work'], Work>>,
  hooks: LongChangeHooks = {},
) {
  return oneAtATime(async () => {
    await removeExpired(services, now(hooks))
    while (await workOnNext(services, works, hooks));
  })
}

async function workOnNext(
  services: CrmServices,
  works: Readonly<Record<LongChange['work'], Work>>,
  hooks: LongChangeHooks,
): Promise<boolean> {
  const by = randomUUID()
  const lease = () => ({ by, until: new Date(now(hooks).getTime() + LEASE_MS) })
  const claimed = await services.database.write(sql => claimLongChange(sql, lease(), now(hooks)))
  if (!claimed) return false
  try {
    if (claimed.state === 'undoing') await undoLongChange(services, claimed, lease, hooks)
    else await runLongChange(services, claimed, works[claimed.work], lease, hooks)
  } catch (error) {
    // It is being undone or was removed, or somebody else goes on with it.
    if (isFailure(error) && error.code === 'gone') return true
    await afterFault(services, claimed, by, error, hooks)
  }
  return true
}

async function afterFault(
  { database, log }: CrmServices,
  row: LongChange,
  by: string,
  error: unknown,
  hooks: LongChangeHooks,
): Promise<void> {
  // Tried again it would fail in the same way.
  const isRefused = isFailure(error) && ['unauthenticated', 'forbidden', 'invalid', 'missing'].includes(error.code)
  if (!isRefused) log.error({ err: error, long_change: row.id, company: row.company_id }, 'a long change failed')
  const at = now(hooks)
  const fault = {
    by,
    problem: isFailure(error) ? error.message : 'Something went wrong on our side',
    mostFailures: isRefused ? 1 : MOST_FAILURES,
    now: at,
    again: new Date(at.getTime() + AGAIN_MS),
    expires: expiry(at),
  }
  await database.write(async sql => {
    await putBack(sql, row, fault)
    await addJob(sql, RUN_LONG_CHANGES, {}, { runAt: fault.again, maxAttempts: 1 })
  })
}

async function removeExpired({ database }: CrmServices, at: Date): Promise<void> {
  for (const held of await database.read(sql => expiredLongChanges(sql, at)))
    await database.write(sql => deleteLongChange(sql, held))
}

function now({ now: clock = () => new Date() }: LongChangeHooks): Date {
  return clock()
}
