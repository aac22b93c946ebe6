import type { Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import type { CrmServices } from '../../base/api/context.ts'
import { addLines, companiesToKeep, keepSums, keptCompanies } from './keptSumsStore.ts'

export const KEEP_DEAL_SUMS = 'crm:keep-deal-sums'

/** Counting fewer deals takes some milliseconds, and keeping sums of them is not worth it. */
const MANY_DEALS = 20_000

/** Whoever reads sums goes through the lines that are not in them yet: after so many new ones they are added soon. */
const MANY_LINES = 500
const SOON_MS = 2_000
/** Of so much time one part is for adding, whoever else writes. */
const REST = 10

type Keeping = Pick<CrmServices, 'database' | 'settledLog'>

/** Has the sums followed closely while many deals are being changed, from when this transaction is committed. */
export async function keepSumsSoon(sql: Sql, waitMs = SOON_MS): Promise<void> {
  const runAt = new Date(Date.now() + waitMs)
  await addJob(sql, KEEP_DEAL_SUMS, {}, { key: KEEP_DEAL_SUMS, maxAttempts: 1, runAt })
}

/** Keeps the sums of large companies, and adds to them what the log says since; soon again while it says much. */
export function keepSumsTask(
  { database, settledLog }: Keeping,
  { manyDeals = MANY_DEALS, manyLines = MANY_LINES } = {},
) {
  return async (): Promise<void> => {
    const begun = performance.now()
    for (const companyId of await database.read(sql => companiesToKeep(sql, manyDeals))) {
      const settled = await settledLog.settledSeq()
      await database.write(sql => keepSums(sql, companyId, settled))
    }
    let hasGrown = false
    for (const { company_id, seq } of await database.read(keptCompanies)) {
      const settled = await settledLog.settledSeq()
      hasGrown ||= settled - seq > manyLines
      while (await database.write(sql => addLines(sql, company_id, settled)));
    }
    const waitMs = Math.max(SOON_MS, REST * (performance.now() - begun))
    if (hasGrown) await database.write(sql => keepSumsSoon(sql, waitMs))
  }
}
