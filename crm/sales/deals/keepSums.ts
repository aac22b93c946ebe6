import type { CrmServices } from '../../base/api/context.ts'
import { addLines, companiesToKeep, keepSums, keptCompanies } from './keptSumsStore.ts'

export const KEEP_DEAL_SUMS = 'crm:keep-deal-sums'

/** Counting fewer deals takes some milliseconds, and keeping sums of them is not worth it. */
const MANY_DEALS = 20_000

type Keeping = Pick<CrmServices, 'database' | 'settledLog'>

/** Keeps the sums of large companies, and adds to them what the log says since. */
export function keepSumsTask({ database, settledLog }: Keeping, manyDeals = MANY_DEALS) {
  return async (): Promise<void> => {
    for (const companyId of await database.read(sql => companiesToKeep(sql, manyDeals))) {
      const settled = await settledLog.settledSeq()
      await database.write(sql => keepSums(sql, companyId, settled))
    }
    for (const { company_id } of await database.read(keptCompanies)) {
      const settled = await settledLog.settledSeq()
      while (await database.write(sql => addLines(sql, company_id, settled)));
    }
  }
}
