import type { Database } from '@portico/kit/database/database'
import { addJob } from '@portico/kit/jobs/jobs'
import type { Settle } from './dailyBudget.ts'
import { dailyTokens } from './plans.ts'
import { bookTokens } from './store.ts'
import { TELL_SPENDING } from './tellSpending.ts'

/** Percents of the budget at which admins are told. */
const TOLD_AT = [75, 100]

/** Books tokens on a day of a company, and has its admins told when the budget runs low or is used up. */
export function settleTokens(database: Database): Settle {
  return (companyId, day, tokens) =>
    database.write(async sql => {
      const { spent, plan, seats, extra_tokens } = await bookTokens(sql, companyId, day, tokens)
      const limit = dailyTokens(plan, seats, extra_tokens)
      for (const percent of TOLD_AT) {
        const mark = (limit * percent) / 100
        if (spent - tokens < mark && spent >= mark)
          await addJob(sql, TELL_SPENDING, { companyId, day, percent, limit }, { key: jobKey(companyId, day, percent) })
      }
      return { spent, limit }
    })
}

function jobKey(companyId: number, day: string, percent: number): string {
  return [TELL_SPENDING, companyId, day, percent].join(' ')
}
