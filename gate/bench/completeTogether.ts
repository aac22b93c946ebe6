/**
 * Two processes complete one session at the same moment, again and again: exactly one of them gets a token, and it is
 * the one in the store.
 * After `npm run build`: `node dist/bench/completeTogether.js STORE [rounds] [without]`, where STORE is the address of a
 * PostgreSQL (`postgres://…`) or of a Redis (`redis://…`, or the path of its socket), 1,000 rounds unless told, and
 * `without` leaves the deciding method `setIfPending` out.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createClient } from 'redis'
import { type Gate, gate, type Provider } from '../core.ts'
import { postgresSessions } from '../session/postgres.ts'
import { redisSessions } from '../session/redis.ts'
import type { SessionAdapter } from '../session/sessionAdapter.ts'

const [address = '', rounds = '1000', without = ''] = process.argv.slice(2)
const DOMAIN = 'https://shop.example'

/** From the parent: complete this session. Then, once both are ready to: go. */
type Order = { sessionId: string; cookie: string } | 'go' | 'end'
/** From a child: its proof is checked and it waits; then the token it got, if any. */
type Report = 'checked' | { accessToken: string | undefined }

await (process.send ? complete() : direct())

async function direct(): Promise<void> {
  const { store, close } = await openStore()
  const door = openGate(store, async () => {})
  const children = [1, 2].map(() => fork(fileURLToPath(import.meta.url), process.argv.slice(2)))
  const seen = { rounds: Number(rounds), tokens: 0, 'rounds with one token': 0, 'tokens that the store kept': 0 }
  const started = performance.now()
  for (let round = 0; round < seen.rounds; round++) {
    const pending = await door.verified(new Request(DOMAIN))
    if (pending.type !== 'pending') throw new Error('a request without cookies cannot be verified')
    const cookie = pending.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const sessionId = pending.session.id
    const checked = children.map(reportOf)
    for (const child of children) child.send({ sessionId, cookie } satisfies Order)
    await Promise.all(checked)
    const answered = children.map(reportOf)
    for (const child of children) child.send('go' satisfies Order)
    const reports = await Promise.all(answered)
    const tokens = reports.flatMap(report => (report === 'checked' ? [] : (report.accessToken ?? [])))
    const kept = await store.consume(sessionId)
    seen.tokens += tokens.length
    if (tokens.length === 1) seen['rounds with one token'] += 1
    if (tokens.every(token => token === kept)) seen['tokens that the store kept'] += tokens.length
  }
  for (const child of children) child.send('end' satisfies Order)
  await close()
  console.log(JSON.stringify({ ...seen, seconds: Number(((performance.now() - started) / 1000).toFixed(1)) }))
}

function reportOf(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a child has ended'))
    child.once('exit', ended)
    child.once('message', (report: Report) => {
      child.off('exit', ended)
      resolve(report)
    })
  })
}

async function complete(): Promise<void> {
  const { store, close } = await openStore()
  let go = () => {}
  const door = openGate(store, () => {
    report('checked')
    return new Promise(resolve => {
      go = resolve
    })
  })
  process.on('message', async (order: Order) => {
    if (order === 'go') return go()
    if (order === 'end') return close().then(() => process.disconnect())
    const headers = { cookie: order.cookie, origin: DOMAIN, 'content-type': 'application/json' }
    const body = JSON.stringify({ sessionId: order.sessionId })
    const answer = await door.verify(new Request(`${DOMAIN}/verify/desk`, { method: 'POST', headers, body }))
    const { accessToken } = await answer.json()
    report({ accessToken })
  })
}

function report(message: Report): void {
  process.send?.(message)
}

function openGate(sessionAdapter: SessionAdapter, checking: () => Promise<void>): Gate {
  const desk: Provider = {
    name: 'desk',
    maxBody: 1_000,
    postedBy: 'page',
    request: () => ({}),
    sessionOf: answer => JSON.parse(JSON.stringify(answer)).sessionId,
    async check() {
      await checking()
      return { accepted: true, identifier: `process ${process.pid}` }
    },
  }
  const secret = 'a secret that is only good for a bench'
  return gate({ domain: DOMAIN, dev: true, providers: [desk], disclosures: { minAge: 18 }, secret, sessionAdapter })
}

async function openStore(): Promise<{ store: SessionAdapter; close(): Promise<void> }> {
  const { store, close } = address.startsWith('postgres') ? openPostgres() : await openRedis()
  const { setIfPending: _, ...rest } = store
  return { store: without === 'without' ? rest : store, close }
}

function openPostgres() {
  const pool = new pg.Pool({ connectionString: address, max: 2 })
  const store = postgresSessions((text, values) => pool.query(text, values), { table: 'gate_together' })
  return { store, close: () => pool.end() }
}

async function openRedis() {
  const client = address.startsWith('/')
    ? createClient({ socket: { path: address, tls: false } })
    : createClient({ url: address })
  await client.connect()
  return { store: redisSessions(client, { prefix: 'gate-together:' }), close: async () => client.destroy() }
}
