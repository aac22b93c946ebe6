import { dropSums, keptCompanies, wrongSums } from '@portico/crm/sales/deals/keptSumsStore'
import { ledgerFaults } from '@portico/market/ledger/faultsStore'
import type { Config } from '../config/readConfig.ts'
import { withDatabase } from './withDatabase.ts'

/**
 * Counts the deals of companies whose sums are kept, and compares the ledger of the marketplace with its sales. Wrong sums
 * the server makes anew within a minute; of the ledger nothing is changed. True when all were right.
 */
export async function checkSums(config: Config, print: (line: string) => void): Promise<boolean> {
  return withDatabase(config, async sql => {
    const kept = await keptCompanies(sql)
    if (kept.length === 0) print('ok    Sums      are kept of no company: none is that large')
    let isRight = true
    for (const { company_id } of kept) {
      const wrong = await wrongSums(sql, company_id)
      if (wrong === 0) print(`ok    Sums      of company ${company_id} are those of its deals`)
      else {
        await dropSums(sql, company_id)
        print(`WRONG Sums      of company ${company_id} differed in ${wrong} groups: the server makes them anew`)
        isRight = false
      }
    }
    const faults = await ledgerFaults(sql)
    if (faults.length === 0) print('ok    Ledger    of the marketplace says what its sales say')
    for (const fault of faults) print(`WRONG Ledger    ${fault}`)
    return isRight && faults.length === 0
  })
}
