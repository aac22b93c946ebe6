/** Where a company stands with its tokens of a day. */
export interface Standing {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the next day begins. */
  reset: number
}

export interface DailyBudget {
  /** Takes the cost of a call; undefined until the budget of the company is known, which takes a moment. */
  spend(companyId: number, cost: number, now: Date): Standing | undefined
}

/** Adds tokens to those spent on a day and tells what all servers together have spent, and how much there is. */
export type Settle = (companyId: number, day: string, tokens: number) => Promise<{ spent: number; limit: number }>

const SETTLE_EVERY_MS = 1_000

/**
 * Counts in memory and settles with the database once a second, so that a call costs no query and all servers share
 * one budget. The call that uses up the budget is still answered. What cannot be settled is tried with the next call.
 */
export function openDailyBudget(settle: Settle): DailyBudget {
  const accounts = new Map<number, Account>()

  function accountOf(companyId: number, day: string): Account {
    const known = accounts.get(companyId)
    if (known?.day === day) return known
    const fresh = { companyId, day, spent: 0, unsettled: 0, underway: 0 }
    accounts.set(companyId, fresh)
    return fresh
  }

  function settleLater(account: Account) {
    if (account.timer) return
    const wait = account.limit === undefined ? 0 : SETTLE_EVERY_MS
    account.timer = setTimeout(() => void settleNow(account), wait)
    account.timer.unref()
  }

  async function settleNow(account: Account) {
    account.underway = account.unsettled
    account.unsettled = 0
    try {
      const { spent, limit } = await settle(account.companyId, account.day, account.underway)
      Object.assign(account, { spent, limit })
    } catch {
      account.unsettled += account.underway
    } finally {
      account.underway = 0
      account.timer = undefined
    }
  }

  return {
    spend(companyId, cost, now) {
      const account = accountOf(companyId, now.toISOString().slice(0, 10))
      const used = usedOf(account)
      const allowed = account.limit === undefined || used < account.limit
      if (allowed) account.unsettled += cost
      // One that is refused asks too: there may be more to spend by now.
      settleLater(account)
      if (account.limit === undefined) return undefined
      const remaining = Math.max(0, account.limit - usedOf(account))
      return { allowed, limit: account.limit, remaining, reset: secondsToMidnight(now) }
    },
  }
}

interface Account {
  companyId: number
  day: string
  /** Undefined until the database was asked. */
  limit?: number
  /** As the database knows it. */
  spent: number
  unsettled: number
  underway: number
  timer?: NodeJS.Timeout | undefined
}

function usedOf({ spent, unsettled, underway }: Account): number {
  return spent + unsettled + underway
}

const DAY_MS = 86_400_000

function secondsToMidnight(now: Date): number {
  return (DAY_MS - (now.getTime() % DAY_MS)) / 1000
}
