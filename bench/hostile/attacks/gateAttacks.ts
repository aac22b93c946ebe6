import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { JSON_TYPE, rawRequest } from '../payloads.ts'
import type { Target } from '../target.ts'

/** Identity checks: sessions, event streams, proofs. */
export const gateAttacks: Attack[] = [
  {
    name: '2,000 sessions opened',
    kind: 'many',
    product: 'gate',
    signedIn: false,
    run: ({ flood }) => flood(2_000, 50, () => ({ path: '/gate/demo', headers: { accept: 'text/html' } })),
  },
  {
    name: '400 event streams of 400 sessions',
    kind: 'many',
    product: 'gate',
    signedIn: false,
    run: target => openStreams(target, { page: '/gate/demo', base: '/gate/door', sessions: 400, read: true }),
  },
  {
    name: '400 event streams, none of them read',
    kind: 'never read',
    product: 'gate',
    signedIn: false,
    run: target => openStreams(target, { page: '/gate/demo', base: '/gate/door', sessions: 400, read: false }),
  },
  {
    name: '300 event streams of the check before checkout',
    kind: 'many',
    product: 'market',
    signedIn: true,
    run: target => openStreams(target, { page: '/market/checkout', base: '/market/gate', sessions: 300, read: true }),
  },
  {
    name: '1,000 proofs that prove nothing',
    kind: 'costly',
    product: 'gate',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(1_000, 50, n => ({
        path: n % 2 ? '/gate/door/verify/self' : '/market/gate/verify/self',
        headers: { ...JSON_TYPE, origin: `http://localhost:${world.port}` },
        body: JSON.stringify({
          attestationId: 1 + (n % 3),
          proof: {
            a: ['1', '2'],
            b: [
              ['1', '2'],
              ['3', '4'],
            ],
            c: ['1', '2'],
          },
          publicSignals: Array.from({ length: 21 }, () => '9'.repeat(77)),
          userContextData: randomUUID().replaceAll('-', '').repeat(8),
        }),
      })),
  },
  {
    name: '1,000 claims of sessions of others',
    kind: 'many',
    product: 'gate',
    signedIn: false,
    run: ({ flood, world }) =>
      flood(1_000, 50, n => ({
        path: n % 2 ? '/gate/door/claim' : '/market/gate/claim',
        headers: { ...JSON_TYPE, origin: `http://localhost:${world.port}`, cookie: `gate=${'a.b~'.repeat(500)}` },
        body: JSON.stringify({ sessionId: randomUUID(), accessToken: 'a.'.repeat(1_000) }),
      })),
  },
]

interface Streams {
  page: string
  base: string
  sessions: number
  read: boolean
}

async function openStreams(target: Target, { page, base, sessions, read }: Streams): Promise<void> {
  const accept = { accept: 'application/json' }
  for (let n = 0; n < sessions && !target.isOver(); n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { headers, body } = await target.ask({
          path: page,
          as: page.startsWith('/market') ? 'page' : undefined,
          headers: accept,
        })
        const [cookie = ''] = [headers['set-cookie'] ?? ''].flat()
        const session = /"session":"([\w-]+)"/.exec(body.toString())?.[1]
        if (!session) return
        const own = { cookie: cookie.split(';')[0] ?? '' }
        await target.raw(rawRequest('GET', `${base}/sse?session=${session}`, own), { read })
      }),
    )
  }
  await target.pause(5_000)
}
