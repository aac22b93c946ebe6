import type { Attack } from '../attack.ts'

/** Large or computed answers that anybody may ask for. */
export const documents: Attack[] = [
  {
    name: '300 API documents',
    kind: 'many',
    product: 'all',
    signedIn: false,
    run: ({ flood }) => flood(300, 20, n => ({ path: `/openapi/${['crm-v1', 'crm-v2', 'market'][n % 3]}.json` })),
  },
  {
    name: '300 pages of the reference and its parts',
    kind: 'many',
    product: 'all',
    signedIn: false,
    run: ({ flood }) => flood(300, 20, n => ({ path: ['/docs', '/docs/swagger-ui-bundle.js', '/'][n % 3] ?? '/' })),
  },
  {
    name: '1,000 looks at metrics, readiness and health',
    kind: 'many',
    product: 'all',
    signedIn: false,
    run: ({ flood }) => flood(1_000, 50, n => ({ path: ['/metrics', '/readyz', '/healthz'][n % 3] ?? '/' })),
  },
  {
    name: '2,000 pages of the market from 200 addresses',
    kind: 'many',
    product: 'market',
    signedIn: false,
    run: ({ flood }) => flood(2_000, 40, n => ({ path: n % 2 ? '/market' : '/market/login', from: n % 200 })),
  },
  {
    name: '3,000 addresses that lead nowhere',
    kind: 'many',
    product: 'all',
    signedIn: false,
    run: ({ flood }) =>
      flood(3_000, 50, n => ({
        path: [`/v1/no${n}`, `/market/no${n}`, `/no/${n}`, `/gate/no${n}`, `/api/no${n}`][n % 5] ?? '/',
      })),
  },
]
