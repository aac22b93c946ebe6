import type { Attack } from '../attack.ts'
import { FORM, JSON_TYPE, multipart } from '../payloads.ts'

const equal = (key: string, times: number) => Array.from({ length: times }, () => key).join('&')
const different = (times: number) => Array.from({ length: times }, (_, n) => `k${n}=1`).join('&')

/** The same name again and again, and as many names as fit. */
export const repeated: Attack[] = [
  {
    name: 'form of 100,000 equal keys at the log-in',
    kind: 'repeated',
    product: 'market',
    signedIn: false,
    run: ({ flood }) => flood(10, 5, () => ({ path: '/api/auth/login', headers: FORM, body: equal('a', 100_000) })),
  },
  {
    name: 'form of 500,000 equal keys at the log-in page',
    kind: 'repeated',
    product: 'market',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(5, 5, () => ({
        path: '/market/login',
        headers: { ...FORM, origin: `http://localhost:${world.port}` },
        body: equal('a', 500_000),
      })),
  },
  {
    name: 'form of equal keys to the CRM',
    kind: 'repeated',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(10, 5, () => ({ path: '/api/v2/deals', as: 'crm', headers: FORM, body: equal('title=a', 100_000) })),
  },
  {
    name: 'form of 100,000 different keys',
    kind: 'repeated',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(10, 5, () => ({ path: '/v1/deals', as: 'crm', headers: FORM, body: different(100_000).slice(0, 990_000) })),
  },
  {
    name: 'query of 3,500 equal keys',
    kind: 'repeated',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) => flood(200, 10, () => ({ path: `/api/v2/deals?${equal('a', 3_500)}`, as: 'crm' })),
  },
  {
    name: 'query of 3,500 equal keys at the market',
    kind: 'repeated',
    product: 'market',
    signedIn: false,
    run: ({ flood }) => flood(200, 10, () => ({ path: `/api/books/getBooksNoToken/20/0?${equal('a', 3_500)}` })),
  },
  {
    name: 'query of 900 different keys',
    kind: 'repeated',
    product: 'all',
    signedIn: false,
    run: ({ flood }) =>
      flood(300, 10, n => ({ path: `${['/market', '/gate/demo', '/v1/deals'][n % 3]}?${different(900)}` })),
  },
  {
    name: 'JSON with 80,000 equal keys',
    kind: 'repeated',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 5, () => ({
        path: '/api/v2/deals',
        as: 'crm',
        headers: JSON_TYPE,
        body: `{${Array.from({ length: 80_000 }, () => '"title":"a"').join(',')}}`,
      })),
  },
  {
    name: 'upload form of 20,000 equal fields',
    kind: 'repeated',
    product: 'market',
    signedIn: true,
    run: ({ flood }) =>
      flood(10, 5, () => {
        const { headers, body } = multipart(Array.from({ length: 20_000 }, () => ({ name: 'bookID', content: 'a' })))
        return { path: '/api/books/addPictures', as: 'market', headers, body }
      }),
  },
]
