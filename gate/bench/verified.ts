/**
 * How many requests a second `verified()` decides, one at a time, beside the bare cost of one HMAC: by WebCrypto, and
 * by Node itself.
 * After `npm run build`: `node dist/bench/verified.js [seconds]`.
 */
import nodeCrypto from 'node:crypto'
import { gate } from '../core.ts'
import { nodeHmac } from '../hmac.ts'
import { memorySessions } from '../session/memory.ts'

const SECONDS = Number(process.argv[2] ?? 2)
const DOMAIN = 'https://shop.example'

const door = gate({
  domain: DOMAIN,
  dev: true,
  providers: ['self', 'test'],
  disclosures: { minAge: 18 },
  secret: 'a secret that is only good for a bench',
  sessionAdapter: memorySessions({ max: 20_000 }),
})

const cookies: string[] = []
for (let index = 0; index < 20_000; index++) cookies.push(await claim(`person-${index}`))
const requests = cookies.map(cookie => new Request(DOMAIN, { headers: { cookie } }))
const one = requests[0] ?? new Request(DOMAIN)
const bare = new Request(DOMAIN, { headers: { accept: 'text/html' } })
const forged = new Request(DOMAIN, { headers: { cookie: `${cookies[0]?.slice(0, -43)}${'A'.repeat(43)}` } })

const key = await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, [
  'sign',
  'verify',
])
const payload = new TextEncoder().encode(cookies[0]?.split('.')[0])
const mac = await crypto.subtle.sign('HMAC', key, payload)

const direct = nodeHmac(nodeCrypto)('a secret that is only good for a bench')
const text = cookies[0]?.split('.')[0] ?? ''

await measure('bare HMAC by WebCrypto (floor)', () => crypto.subtle.verify('HMAC', key, mac, payload))
await measure('bare HMAC by Node (floor)', async () => direct(text))
await measure('valid cookie, one browser', () => door.verified(one))
await measure('valid cookie, 5,000 browsers in turn', index => door.verified(requests[index % 5_000] ?? one))
await measure('valid cookie, never the same again', index => door.verified(requests[index % requests.length] ?? one))
await measure('no cookie', () => door.verified(bare))
await measure('forged cookie', () => door.verified(forged))
await page()
await flood()

/** The page is drawn only for those who get it; the QR code is most of it. */
async function page(): Promise<void> {
  const pending = await door.verified(bare)
  if (pending.type !== 'pending') throw new Error('expected pending')
  await measure('511 page with QR code', async () => door.challenge(pending, bare))
}

/** What a million strangers leave behind. */
async function flood(): Promise<void> {
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 300_000; index++) await door.verified(bare)
  globalThis.gc?.()
  const grown = (process.memoryUsage().heapUsed - before) / 1e6
  console.log(`heap after 300,000 more strangers, at most 20,000 sessions kept: ${grown.toFixed(1)} MB more`)
}

async function measure(name: string, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < 2_000; index++) await run(index)
  const cpu = process.cpuUsage()
  const start = performance.now()
  let count = 0
  while (performance.now() - start < SECONDS * 1000) {
    for (let index = 0; index < 100; index++) await run(count + index)
    count += 100
  }
  const wall = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = Math.round(count / wall).toLocaleString('en')
  console.log(`${name.padEnd(40)} ${perSecond.padStart(10)} /s   ${((user + system) / count).toFixed(1)} µs CPU each`)
}

async function claim(identifier: string): Promise<string> {
  const pending = await door.verified(new Request(DOMAIN))
  if (pending.type !== 'pending') throw new Error('expected pending')
  const cookie = pending.headers.get('set-cookie')?.split(';')[0] ?? ''
  const headers = { cookie, origin: DOMAIN, 'content-type': 'application/json' }
  const post = (path: string, body: unknown) =>
    door.verify(new Request(DOMAIN + path, { method: 'POST', headers, body: JSON.stringify(body) }))
  const sessionId = pending.session.id
  const { accessToken } = await (await post('/verify/test', { sessionId, pass: true, identifier })).json()
  const claimed = await post('/claim', { sessionId, accessToken })
  return claimed.headers.get('set-cookie')?.split(';')[0] ?? ''
}
