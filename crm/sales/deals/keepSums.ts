import { addJob } from '@portico/kit/jobs/jobs'
import type { CrmServices } from '../../base/api/context.ts'
import { addLines, companiesToKeep, keepSums, keptCompanies } from './keptSumsStore.ts'

export const KEEP_DEAL_SUMS = 'crm:keep-deal-sums'

/** Counting fewer deals takes some milliseconds, and keeping sums of them is not worth it. */
const MANY_DEALS = 20_000

/** Whoever reads sums goes through the lines that are not in them yet: after so many new ones they are added soon. */
const MANY_LINES = 500
const SOON_MS = 2_000
/** Then it rests at least so many times as long as it took. */
const REST = 10

type Keeping = Pick<CrmServices, 'database' | 'settledLog'>

/** Adds to the kept sums of a company, if there are any, what the log says since; up to which line. */
export async function addToSums(
  { database, settledLog }: Keeping,
  companyId: number,
  patience: { waitMs?: number } = {},
): Promise<number> {
  const settled = await settledLog.settledSeq(patience)
  while (await database.write(sql => addLines(sql, companyId, settled)));
  return settled
}

/** Keeps the sums of large companies, and adds to them what the log says since; soon again while it says much. */
export function keepSumsTask(services: Keeping, { manyDeals = MANY_DEALS, manyLines = MANY_LINES } = {}) {
  const { database, settledLog } = services
  return async (): Promise<void> => {
    const begun = performance.now()
    for (const companyId of await database.read(sql => companiesToKeep(sql, manyDeals))) {
      const settled = await settledLog.settledSeq()
      await database.write(sql => keepSums(sql, companyId, settled))
    }
    let hasGrown = false
    for (const { company_id, seq } of await database.read(keptCompanies))
      if ((await addToSums(services, company_id)) - seq > manyLines) hasGrown = true
    if (!hasGrown) return
    const runAt = new Date(Date.now() + Math.max(SOON_MS, REST * (performance.now() - begun)))
    await database.write(sql => addJob(sql, KEEP_DEAL_SUMS, {}, { key: KEEP_DEAL_SUMS, maxAttempts: 1, runAt }))
  }
}
