import type { BenchServer } from '../benchServer.ts'
import type { Shot } from '../drive.ts'
import { FLOOR_ROWS } from '../floor/crmFloor.ts'
import { addDeals } from '../seed.ts'
import type { Scenarios } from './compare.ts'

const NEW_DEAL = JSON.stringify({ title: 'A new deal', value: 1200 })
/** In one round, each with a value of its own, since the same again is no change: enough for 4,000 a second in five seconds. */
const CHANGES = 20_000

/** The CRM's calls, on a company with so many deals. */
export async function crmCalls(server: BenchServer, companyId: number, deals: number): Promise<Scenarios> {
  await addDeals(server.sql, companyId, deals)
  const ids = await dealIds(server, companyId, Math.floor(deals / 2))
  const [id = 0] = ids
  const filter = await addFilter(server)
  const [pipeline] = await server.sql<{ id: number }[]>`select id from crm.pipeline where company_id = ${companyId}`
  const headers = { 'x-api-token': server.token }
  const once = (path: string, more: Partial<Shot> = {}) => {
    const shots = [{ path, headers, ...more }]
    return () => shots
  }
  const bare = (path: string, more: Partial<Shot> = {}) => {
    const shots = [{ path, ...more }]
    return () => shots
  }
  // One deal after the other: two calls at once for the same would wait for each other.
  const each = (path: (id: number) => string, method: 'PATCH' | 'PUT') => (round: number) =>
    Array.from({ length: CHANGES }, (_, at) => ({
      path: path(ids[at % ids.length] ?? 0),
      method,
      headers,
      body: JSON.stringify({ value: round * CHANGES + at }),
    }))
  const bareChanges = ids.map(
    (_, at) => ({ path: `/deal/${(at % FLOOR_ROWS) + 1}`, method: 'PATCH', body: '{}' }) as const,
  )
  const terms = Array.from({ length: 500 }, (_, n) => `deal ${n + 100}`)
  const searches = (before: string, more: { headers?: Record<string, string> }) => {
    const shots = terms.map(term => ({ path: `${before}term=${encodeURIComponent(term)}`, ...more }))
    return () => shots
  }
  const search = '/deals/search?limit=50&fields=title&'
  const scenarios = [
    { name: 'v2 get a deal', target: 0.75, ours: once(`/api/v2/deals/${id}`), floor: bare(`/deal/${id}`) },
    { name: 'v1 get a deal', ours: once(`/v1/deals/${id}`), floor: bare(`/deal/${id}`) },
    { name: 'v2 list 100 deals', target: 0.9, ours: once('/api/v2/deals?limit=100'), floor: bare('/deals') },
    { name: 'v1 list 100 deals', ours: once('/v1/deals?limit=100'), floor: bare('/deals') },
    {
      name: 'v2 list 100 deals by a filter',
      target: 0.8,
      ours: once(`/api/v2/deals?limit=100&filter_id=${filter}`),
      floor: bare('/filtered?value=50000'),
    },
    {
      name: 'v1 list 100 deals by a filter',
      ours: once(`/v1/deals?limit=100&filter_id=${filter}`),
      floor: bare('/filtered?value=50000'),
    },
    {
      name: 'v2 search deals',
      target: 0.8,
      ours: searches(`/api/v2${search}`, { headers }),
      floor: searches('/search?', {}),
    },
    { name: 'v1 search deals', ours: searches(`/v1${search}`, { headers }), floor: searches('/search?', {}) },
    {
      name: 'v2 create a deal',
      target: 0.5,
      ours: once('/api/v2/deals', { method: 'POST', body: NEW_DEAL }),
      floor: bare('/deal', { method: 'POST', body: '{}' }),
    },
    {
      name: 'v2 create a deal, beside its rows by SQL alone',
      ours: once('/api/v2/deals', { method: 'POST', body: NEW_DEAL }),
      floor: bare('/logged-deal', { method: 'POST', body: '{}' }),
    },
    {
      name: 'v1 create a deal',
      ours: once('/v1/deals', { method: 'POST', body: NEW_DEAL }),
      floor: bare('/deal', { method: 'POST', body: '{}' }),
    },
    {
      name: 'v2 update a deal',
      target: 0.45,
      ours: each(id => `/api/v2/deals/${id}`, 'PATCH'),
      floor: () => bareChanges,
    },
    {
      name: 'v2 update a deal, beside its rows by SQL alone',
      ours: each(id => `/api/v2/deals/${id}`, 'PATCH'),
      floor: () => ids.map(id => ({ path: `/logged-deal/${id}`, method: 'PATCH', body: '{}' }) as const),
    },
    { name: 'v1 update a deal', ours: each(id => `/v1/deals/${id}`, 'PUT'), floor: () => bareChanges },
    { name: 'change feed, 100 changes', ours: once('/api/v2/changes?limit=100'), floor: bare('/changes') },
    { name: 'board of the app', ours: once(`/app/api/board?pipeline_id=${pipeline?.id}`) },
  ]
  return { scenarios }
}

async function dealIds({ sql }: BenchServer, companyId: number, offset: number): Promise<number[]> {
  const found = await sql<{ id: number }[]>`
    select id from crm.deal where company_id = ${companyId} order by id offset ${offset} limit ${CHANGES}`
  return found.map(({ id }) => id)
}

/** Deals worth more than 50,000: half of them. */
async function addFilter({ sql, origin, token }: BenchServer): Promise<number> {
  const [field] = await sql<{ id: number }[]>`select id from crm.field where entity = 'deal' and key = 'value' limit 1`
  const condition = { object: 'deal', field_id: String(field?.id), operator: '>', value: '50000', extra_value: null }
  const conditions = {
    glue: 'and',
    conditions: [
      { glue: 'and', conditions: [condition] },
      { glue: 'or', conditions: [] },
    ],
  }
  const response = await fetch(`${origin}/v1/filters`, {
    method: 'POST',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', type: 'deals', conditions }),
  })
  const { data } = (await response.json()) as { data: { id: number } }
  return data.id
}
