import type { Attack } from '../attack.ts'
import { chunked, endless, FORM, JSON_TYPE, MULTIPART, rawRequest } from '../payloads.ts'
import type { Target } from '../target.ts'

/** As much of an endless body as is let in; no more than this is ever sent by one request. */
const MOST = 200_000_000

/** Bodies without an end, too large, or a byte at a time. */
export const bodies: Attack[] = [
  {
    name: 'endless form to the log-in page',
    kind: 'huge',
    product: 'market',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(6, 3, () => ({
        path: '/market/login',
        headers: { ...FORM, origin: `http://localhost:${world.port}` },
        body: endless('a', MOST),
      })),
  },
  {
    name: 'endless multipart to the log-in page',
    kind: 'huge',
    product: 'market',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(6, 3, () => ({
        path: '/market/login',
        headers: { ...MULTIPART, origin: `http://localhost:${world.port}` },
        body: endless('a', MOST),
      })),
  },
  {
    name: 'endless JSON to the market API',
    kind: 'huge',
    product: 'market',
    signedIn: false,
    run: ({ flood }) => flood(6, 3, () => ({ path: '/api/auth/login', headers: JSON_TYPE, body: endless('[', MOST) })),
  },
  {
    name: 'endless JSON to the CRM',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(6, 3, () => ({ path: '/api/v2/deals', as: 'crm', headers: JSON_TYPE, body: endless('[', MOST) })),
  },
  {
    name: 'endless bodies where none is taken',
    kind: 'huge',
    product: 'all',
    signedIn: false,
    run: ({ flood }) =>
      flood(12, 4, n => ({
        method: n % 2 ? 'GET' : 'POST',
        path: ['/gate/demo', '/nowhere', '/healthz', '/docs', '/openapi/crm-v2.json', '/market'][n % 6] ?? '/',
        body: endless('a', MOST),
      })),
  },
  {
    name: 'endless JSON to gate',
    kind: 'huge',
    product: 'gate',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(9, 3, n => ({
        path: ['/gate/door/claim', '/gate/door/verify/self', '/market/gate/verify/self'][n % 3] ?? '/',
        headers: { ...JSON_TYPE, origin: `http://localhost:${world.port}` },
        body: endless('[', MOST),
      })),
  },
  {
    name: 'endless file in an upload',
    kind: 'huge',
    product: 'crm',
    signedIn: true,
    run: ({ flood }) =>
      flood(4, 2, () => ({
        path: '/v1/files',
        as: 'crm',
        headers: MULTIPART,
        body: endless('a', MOST, '--frontier\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
      })),
  },
  {
    name: 'endless field in an upload',
    kind: 'huge',
    product: 'market',
    signedIn: true,
    run: ({ flood }) =>
      flood(4, 2, () => ({
        path: '/api/books/addPictures',
        as: 'market',
        headers: MULTIPART,
        body: endless('a', MOST, '--frontier\r\ncontent-disposition: form-data; name="bookID"\r\n\r\n'),
      })),
  },
  {
    name: '10 GB announced, 50 MB sent',
    kind: 'huge',
    product: 'all',
    signedIn: false,
    async run(target) {
      const paths = ['/v1/deals', '/market/login', '/api/auth/login', '/gate/door/claim']
      const body = Buffer.alloc(50_000_000, 'a')
      await Promise.all(
        paths.map(async path => {
          const headers = { ...FORM, 'content-length': '10000000000' }
          const socket = await target.raw(rawRequest('POST', path, headers))
          socket.write(body)
        }),
      )
      await target.pause(4_000)
    },
  },
  {
    name: '300 bodies, a byte at a time',
    kind: 'slow',
    product: 'all',
    signedIn: false,
    run: target => trickle(target, 300, ['/api/auth/login', '/v1/deals', '/market/login'], FORM),
  },
  {
    name: '100 multipart bodies to the log-in page, a byte at a time',
    kind: 'slow',
    product: 'market',
    signedIn: false,
    run: target => trickle(target, 100, ['/market/login'], MULTIPART),
  },
  {
    name: '100 uploads, a byte at a time',
    kind: 'slow',
    product: 'crm',
    signedIn: true,
    run: target => {
      const token = target.world.attacker.crmTokens[0] ?? ''
      return trickle(target, 100, ['/v1/files'], { ...MULTIPART, 'x-api-token': token })
    },
  },
  {
    name: '300 announced bodies that never come',
    kind: 'slow',
    product: 'all',
    signedIn: false,
    async run(target) {
      const headers = { ...JSON_TYPE, 'content-length': '1000', expect: '100-continue' }
      for (let n = 0; n < 300; n++) await target.raw(rawRequest('POST', '/api/auth/login', headers))
      await target.pause(5_000)
    },
  },
  {
    name: 'password of 1 MB',
    kind: 'huge',
    product: 'market',
    signedIn: false,
    run: ({ flood }) =>
      flood(50, 10, n => ({
        path: '/api/auth/login',
        headers: JSON_TYPE,
        body: JSON.stringify({ emailAddress: `a${n}@campus.edu`, password: 'p'.repeat(990_000) }),
        from: n,
      })),
  },
]

async function trickle(target: Target, connections: number, paths: readonly string[], headers: Record<string, string>) {
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, n) =>
      target.raw(rawRequest('POST', paths[n % paths.length] ?? '/', { ...headers, 'transfer-encoding': 'chunked' })),
    ),
  )
  for (let second = 0; second < 20 && !target.isOver(); second++) {
    for (const socket of sockets) if (socket.writable) socket.write(chunked('a'))
    await target.pause(400)
  }
}
