import type { TestMarket } from './openTestMarket.ts'

export const DAY = 86_400_000

/** What the clock of a test market shows until a test moves it. */
export const START = new Date('2026-03-02T10:00:00Z')

/** Moves the clock on; `ms` more than so many days, to be past a deadline. */
export function letDaysPass(market: TestMarket, days: number, ms = 0): void {
  market.clock.now = new Date(market.clock.now.getTime() + days * DAY + ms)
}
