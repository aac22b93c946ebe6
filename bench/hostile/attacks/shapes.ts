import type { Attack } from '../attack.ts'
import { FORM, JSON_TYPE } from '../payloads.ts'

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

const addresses = (count: number, filling: string) =>
  Array.from({ length: count }, (_, n) => ({ value: `a${n}${filling}@example.com` }))

/** JSON that is deep, wide, or says something other than it seems. */
export const shapes: Attack[] = [
  {
    name: 'JSON of 400,000 levels',
    kind: 'deep',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(30, 6, n => ({
        path: n % 2 ? '/v1/deals' : '/api/v2/deals',
        as: 'crm',
        headers: JSON_TYPE,
        body: n % 3 ? nested('[', ']', 400_000) : `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
      })),
  },
  {
    name: 'JSON of 400,000 levels at market and gate',
    kind: 'deep',
    product: 'gate',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(30, 6, n => ({
        path: ['/api/auth/login', '/gate/door/claim', '/gate/door/verify/self'][n % 3] ?? '/',
        headers: { ...JSON_TYPE, origin: `http://localhost:${world.port}` },
        body: nested('[', ']', n % 2 ? 400_000 : 30_000),
      })),
  },
  {
    name: 'form keys of 30,000 brackets',
    kind: 'deep',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 5, () => ({ path: '/v1/deals', as: 'crm', headers: FORM, body: `a${'[b]'.repeat(30_000)}=1` })),
  },
  {
    name: 'JSON of 490,000 elements',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(30, 6, n => {
        const ones = `[${'1,'.repeat(490_000)}1]`
        const body = [`{"title":"a","label_ids":${ones}}`, `{"title":"a","custom_fields":{"a":${ones}}}`, ones][n % 3]
        return { path: '/api/v2/deals', as: 'crm', headers: JSON_TYPE, body }
      }),
  },
  {
    name: 'JSON of 80,000 unknown keys',
    kind: 'huge',
    product: 'all',
    signedIn: true,
    run: ({ flood }) =>
      flood(30, 6, n => {
        const keys = Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')
        return n % 2
          ? { path: '/api/v2/deals', as: 'crm', headers: JSON_TYPE, body: `{"title":"a","custom_fields":{${keys}}}` }
          : { path: '/api/books/postBook', as: 'market', headers: JSON_TYPE, body: `{${keys}}` }
      }),
  },
  {
    name: 'upsert of 500 records, all of them wrong',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 4, () => ({
        path: '/api/v2/deals/upsert',
        as: 'crm',
        headers: JSON_TYPE,
        body: JSON.stringify({ records: Array.from({ length: 500 }, () => ({ a: 'x'.repeat(1_800) })) }),
      })),
  },
  {
    name: 'person with 9,000 e-mail addresses',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(20, 4, () => ({
        path: '/api/v2/persons',
        as: 'crm',
        headers: JSON_TYPE,
        body: JSON.stringify({ name: 'Many', emails: addresses(9_000, '') }),
      })),
  },
  {
    name: 'the heaviest persons there can be, then lists of 500 of them',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    async run({ flood }) {
      const person = { name: 'Heavy', emails: addresses(100, 'x'.repeat(200)) }
      const body = JSON.stringify({ records: Array.from({ length: 38 }, () => person) })
      await flood(14, 4, () => ({ path: '/api/v2/persons/upsert', as: 'crm', headers: JSON_TYPE, body }))
      await flood(16, 8, n => ({
        path: n % 2 ? '/v1/persons?limit=500&sort=id%20DESC' : '/api/v2/persons?limit=500&sort_direction=desc',
        as: 'crm',
      }))
    },
  },
  {
    name: 'prototype keys in JSON and forms',
    kind: 'malformed',
    product: 'all',
    signedIn: true,
    run: ({ flood }) =>
      flood(120, 8, n => {
        const key = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'][n % 5] ?? ''
        const bodies = [`{"${key}":{"a":1},"title":{"${key}":1}}`, `${key}=1&${key}[a]=2&title[${key}]=3`] as const
        const isForm = n % 2
        const at = [
          { path: '/api/v2/deals', as: 'crm' as const },
          { path: '/v1/persons', as: 'crm' as const },
          { path: '/api/books/postBook', as: 'market' as const },
        ][n % 3]
        return { path: at?.path ?? '/', as: at?.as, headers: isForm ? FORM : JSON_TYPE, body: bodies[isForm ? 1 : 0] }
      }),
  },
  {
    name: 'texts of 990 KB, zero bytes, half characters',
    kind: 'malformed',
    product: 'all',
    signedIn: true,
    run: ({ flood }) =>
      flood(60, 6, n => {
        const text = ['x'.repeat(990_000), 'a\\u0000b', '\\ud800', '\\u202e'.repeat(1_000), '﷽'.repeat(300_000)][n % 5]
        const at =
          n % 2 ? { path: '/api/v2/deals', as: 'crm' as const } : { path: '/api/books/postBook', as: 'market' as const }
        return { ...at, headers: JSON_TYPE, body: `{"title":"${text}","name":"${text}","course":"${text}"}` }
      }),
  },
]
