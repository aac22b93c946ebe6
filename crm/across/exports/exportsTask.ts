import { randomUUID } from 'node:crypto'
import { isFailure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import { oneAtATime } from '@portico/kit/jobs/oneAtATime'
import type { CrmServices } from '../../base/api/context.ts'
import { type ExportHooks, expiry, runExport } from './runExport.ts'
import { deleteExports, expiredExports } from './store.ts'
import { claimExport, putBack } from './workStore.ts'

export const RUN_EXPORTS = 'crm:run-exports'

const MOST_FAILURES = 5

/** Others take over when nothing was stored for so long; a part takes a second or two. */
const LEASE_MS = 60_000

/** Has exports done that wait, as soon as this transaction is committed. */
export async function runExportsSoon(sql: Sql): Promise<void> {
  await addJob(sql, RUN_EXPORTS, {}, { key: RUN_EXPORTS, maxAttempts: 1 })
}

/**
 * Does every export that waits or that a process has left, one after another, and removes those whose time is over. One
 * job of this process does it, so that exports leave the others of a worker alone.
 */
export function exportsTask(services: CrmServices, hooks: ExportHooks = {}) {
  return oneAtATime(async () => {
    await removeExpired(services, now(hooks))
    while (await exportNext(services, hooks)) await removeExpired(services, now(hooks))
  })
}

async function exportNext(services: CrmServices, hooks: ExportHooks): Promise<boolean> {
  const by = randomUUID()
  const lease = () => ({ by, until: new Date(now(hooks).getTime() + LEASE_MS) })
  const claimed = await services.database.write(sql => claimExport(sql, lease(), now(hooks)))
  if (!claimed) return false
  try {
    await runExport(services, claimed, lease, hooks)
  } catch (error) {
    // Deleted, or somebody else goes on with it.
    if (isFailure(error) && error.code === 'gone') return true
    const refused = isFailure(error) && error.code === 'unauthenticated'
    if (!refused) services.log.error({ err: error, export: claimed.id, company: claimed.company_id }, 'export failed')
    const problem = isFailure(error) ? error.message : 'Something went wrong on our side'
    await services.database.write(sql =>
      putBack(sql, claimed, {
        by,
        problem,
        mostFailures: refused ? 1 : MOST_FAILURES,
        now: now(hooks),
        expires: expiry(hooks),
      }),
    )
    return false
  }
  return true
}

async function removeExpired({ database }: CrmServices, at: Date): Promise<void> {
  for (const { company_id, id } of await database.read(sql => expiredExports(sql, at)))
    await database.write(sql => deleteExports(sql, company_id, [id]))
}

function now({ now: clock = () => new Date() }: ExportHooks): Date {
  return clock()
}
