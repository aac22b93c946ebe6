import type { Company } from './companies.ts'

/** What may grow how much from the smallest company to a larger one, or how long it may take in the largest. */
export type Target = { ratio: number } | { ms: number } | { ofFirstPage: number }

export interface Call {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
}

export interface Measure {
  name: string
  target: Target
  /** The call for a company; made anew for each time. */
  call: (known: Known) => Call
}

/** What calls name of a company. */
export interface Known {
  company: Company
  dealId: number
  stageId: number
  pipelineId: number
  ownerId: number
  cursor: string
  feedCursor: string
  personCursor: string
  textFilter: number
  ownerFilter: number
  goals: { won: number; started: number; forecast: number; done: number }
  /** Two years of history end here. */
  lastDay: string
  firstDay: string
}

const FLAT: Target = { ratio: 1.3 }
const FILTERED: Target = { ratio: 2 }
const SEARCHED: Target = { ratio: 3 }
const SUMMED: Target = { ms: 200 }
const PAGED: Target = { ofFirstPage: 3 }

const list = '/api/v2/deals?limit=100'
const get = (path: (known: Known) => string) => (known: Known) => ({ path: path(known) })
const results = (goal: keyof Known['goals']) =>
  get(
    ({ goals, firstDay, lastDay }) => `/v1/goals/${goals[goal]}/results?period.start=${firstDay}&period.end=${lastDay}`,
  )

export const FIRST_V1_PAGE = 'v1, the first page'

export const MEASURES: readonly Measure[] = [
  { name: 'get a deal', target: FLAT, call: get(({ dealId }) => `/api/v2/deals/${dealId}`) },
  { name: 'get a deal, v1', target: FLAT, call: get(({ dealId }) => `/v1/deals/${dealId}`) },
  { name: 'list, the first page', target: FLAT, call: get(() => list) },
  { name: 'list, a deep page', target: FLAT, call: get(({ cursor }) => `${list}&cursor=${cursor}`) },
  {
    name: 'persons, a deep page',
    target: FLAT,
    call: get(known => `/api/v2/persons?limit=100&cursor=${known.personCursor}`),
  },
  {
    name: 'list by update time, newest first',
    target: FLAT,
    call: get(() => `${list}&sort_by=update_time&sort_direction=desc`),
  },
  {
    name: 'create a deal',
    target: FLAT,
    call: () => ({ method: 'POST', path: '/api/v2/deals', body: { title: 'New roof', value: 1200 } }),
  },
  {
    name: 'change a deal',
    target: FLAT,
    call: ({ dealId }) => ({
      method: 'PATCH',
      path: `/api/v2/deals/${dealId}`,
      body: { value: Math.floor(Math.random() * 100_000) },
    }),
  },
  { name: 'feed, the first page', target: FLAT, call: get(() => '/api/v2/changes?limit=100') },
  {
    name: 'feed, a deep page',
    target: FLAT,
    call: get(({ feedCursor }) => `/api/v2/changes?limit=100&cursor=${feedCursor}`),
  },
  { name: 'by owner', target: FILTERED, call: get(({ ownerId }) => `${list}&owner_id=${ownerId}`) },
  { name: 'by stage', target: FILTERED, call: get(({ stageId }) => `${list}&stage_id=${stageId}`) },
  { name: 'by status', target: FILTERED, call: get(() => `${list}&status=won`) },
  {
    name: 'by a custom field',
    target: FILTERED,
    call: get(known => `/api/v2/deals?limit=1&filter_id=${known.textFilter}`),
  },
  {
    name: 'by owner and value',
    target: FILTERED,
    call: get(known => `/api/v2/deals?limit=20&filter_id=${known.ownerFilter}`),
  },
  { name: 'search deals', target: SEARCHED, call: get(() => '/api/v2/deals/search?term=roof&limit=50') },
  { name: 'search all kinds', target: SEARCHED, call: get(() => '/api/v2/itemSearch?term=anna&limit=50') },
  { name: 'search, nothing found', target: SEARCHED, call: get(() => '/api/v2/itemSearch?term=xylophonist&limit=50') },
  { name: 'summary', target: SUMMED, call: get(() => '/v1/deals/summary') },
  { name: 'summary of open deals', target: SUMMED, call: get(() => '/v1/deals/summary?status=open') },
  {
    name: 'summary of a user in a stage',
    target: SUMMED,
    call: get(({ ownerId, stageId }) => `/v1/deals/summary?user_id=${ownerId}&stage_id=${stageId}`),
  },
  {
    name: 'timeline, 24 months by add time',
    target: SUMMED,
    call: get(known => timeline(known, 'add_time', 'month', 24)),
  },
  {
    name: 'timeline, 8 quarters by won time',
    target: SUMMED,
    call: get(known => timeline(known, 'won_time', 'quarter', 8)),
  },
  {
    name: 'timeline, 30 days by expected close',
    target: SUMMED,
    call: get(known => timeline({ ...known, firstDay: known.lastDay }, 'expected_close_date', 'day', 30)),
  },
  { name: 'conversion statistics, a month', target: SUMMED, call: get(known => statistics(known, 'conversion', 30)) },
  { name: 'conversion statistics, a year', target: SUMMED, call: get(known => statistics(known, 'conversion', 365)) },
  { name: 'movement statistics, a month', target: SUMMED, call: get(known => statistics(known, 'movement', 30)) },
  { name: 'goal: deals won, two years', target: SUMMED, call: results('won') },
  { name: 'goal: deals started, two years', target: SUMMED, call: results('started') },
  { name: 'goal: forecast, two years', target: SUMMED, call: results('forecast') },
  { name: 'goal: activities done, two years', target: SUMMED, call: results('done') },
  { name: FIRST_V1_PAGE, target: FLAT, call: get(() => '/v1/deals?limit=100') },
  { name: 'v1, nine tenths in', target: PAGED, call: get(known => `/v1/deals?limit=100&start=${nineTenths(known)}`) },
  {
    name: 'v1 of a user, nine tenths in',
    target: PAGED,
    call: get(known => `/v1/deals?limit=100&user_id=${known.ownerId}&start=${Math.floor(nineTenths(known) / 8)}`),
  },
]

function nineTenths({ company }: Known): number {
  return Math.floor(company.deals * 0.9)
}

function timeline({ firstDay }: Known, field: string, interval: string, amount: number): string {
  return `/v1/deals/timeline?start_date=${firstDay}&interval=${interval}&amount=${amount}&field_key=${field}&exclude_deals=1`
}

function statistics({ pipelineId, lastDay, ownerId }: Known, kind: string, days: number): string {
  const first = new Date(Date.parse(lastDay) - days * 86_400_000).toISOString().slice(0, 10)
  return `/v1/pipelines/${pipelineId}/${kind}_statistics?start_date=${first}&end_date=${lastDay}&user_id=${ownerId}`
}
