/** What a plan allows: calls within the burst window for each kind of credential, and its share of the daily tokens. */
export const PLANS = {
  lite: { apiToken: 20, oauth: 80, tokens: 1 },
  growth: { apiToken: 40, oauth: 160, tokens: 2 },
  premium: { apiToken: 100, oauth: 400, tokens: 5 },
  ultimate: { apiToken: 120, oauth: 480, tokens: 7 },
} as const

export type Plan = keyof typeof PLANS

/** Searches are dear, whatever the plan; whoever runs the server may say another number. */
export const SEARCH_CALLS = 10
/** A person who types in the web app asks often, whatever the plan. */
export const SESSION_CALLS = 100
export const BURST_WINDOW_MS = 2_000

/** Tokens a day for each seat, times the share of the plan. */
const TOKENS_A_SEAT = 30_000

export function dailyTokens(plan: Plan, seats: number, extra: number): number {
  return TOKENS_A_SEAT * PLANS[plan].tokens * Math.max(1, seats) + extra
}
