import type { Attack } from '../attack.ts'
import { FORM, JSON_TYPE } from '../payloads.ts'

const digits = (length: number) => `${'1'.repeat(length)}x`

/** Very long numbers wherever one is read out of text. */
export const longNumbers: Attack[] = [
  {
    name: '7,000 digits in a path',
    kind: 'huge',
    product: 'crm',
    signedIn: false,
    run: ({ flood }) => flood(100, 10, () => ({ path: `/api/v2/deals/${digits(7_000)}` })),
  },
  {
    name: '7,000 digits in a path and a query',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(200, 10, n => ({
        path: n % 2 ? `/v1/deals/${digits(7_000)}` : `/api/v2/deals?limit=${digits(7_000)}`,
        as: 'crm',
      })),
  },
  {
    name: '7,000 digits in paths of the market',
    kind: 'huge',
    product: 'market',
    signedIn: false,
    run: ({ flood }) =>
      flood(200, 10, n => ({
        path: n % 2 ? `/api/books/getBooksNoToken/${digits(7_000)}/0` : `/market?page=${digits(7_000)}`,
      })),
  },
  {
    name: '900,000 digits in a form',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(10, 5, () => ({ path: '/api/v2/deals', as: 'crm', headers: FORM, body: `value=${digits(900_000)}` })),
  },
  {
    name: '60,000 digits in a v1 field',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 5, n => ({
        path: '/v1/deals',
        as: 'crm',
        headers: JSON_TYPE,
        body: JSON.stringify({ title: 'a', [n % 2 ? 'probability' : 'value']: digits(60_000) }),
      })),
  },
  {
    name: 'price of 900,000 digits',
    kind: 'huge',
    product: 'market',
    signedIn: true,
    run: ({ flood }) =>
      flood(10, 5, n => ({
        path: '/api/books/postBook',
        as: 'market',
        headers: n % 2 ? FORM : JSON_TYPE,
        body: n % 2 ? `price=${digits(900_000)}` : JSON.stringify({ price: digits(900_000) }),
      })),
  },
  {
    name: 'JSON number of a million digits',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 5, n => ({
        path: '/api/v2/deals',
        as: 'crm',
        headers: JSON_TYPE,
        body: n % 2 ? `{"title":"a","value":${'9'.repeat(990_000)}}` : '{"title":"a","value":1e999999999}',
      })),
  },
]
