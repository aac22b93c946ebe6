import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { seedCompany } from '@portico/crm/seed/seedCompany'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { type BenchServer, startBenchServer } from '../benchServer.ts'
import { compare } from './compare.ts'
import { startUnreliable } from './unreliable.ts'

/** `npm run move-load [-- RECORDS]`: an account of so many records is copied while the copying is killed four times. */
const records = Number(process.argv[2] ?? 20_000)
if (!Number.isInteger(records) || records < 100) {
  console.error('npm run move-load [-- RECORDS]')
  process.exit(1)
}
const KILLS = 4

const from = await startBenchServer({ PORTICO_RATE_LIMIT: 'on' })
const to = await startBenchServer()
const source = await startUnreliable(from.origin)
try {
  await fill(from)
  const begun = performance.now()
  let killed = 0
  for (;;) {
    const until = killed < KILLS ? ((killed + 1) * records) / (KILLS + 1) : Number.POSITIVE_INFINITY
    const code = await run(until)
    if (code === 'killed') killed++
    else if (code === 0) break
    else throw new Error(`the import ended with ${code}`)
  }
  const seconds = (performance.now() - begun) / 1000
  const first = await compare(from, to)
  console.log(
    `copied in ${seconds.toFixed(0)} s, killed ${killed} times, ${source.counts.refused} of ${source.counts.calls} calls refused`,
  )
  console.log(`compared ${first.records} records and ${first.files} files: ${first.differing.length} differ`)
  for (const line of first.differing.slice(0, 20)) console.log(`  ${line}`)
  const changes = await lastChange()
  const againBegun = performance.now()
  await run(Number.POSITIVE_INFINITY)
  const again = (performance.now() - againBegun) / 1000
  const changed = (await lastChange()) - changes
  console.log(`again in ${again.toFixed(0)} s: ${changed} changes in the log`)
  if (first.differing.length > 0 || changed > 0) process.exitCode = 1
} finally {
  source.stop()
  await from.stop()
  await to.stop()
}

/** Deals, persons and organizations by statements; fifty of each other kind by calls. */
async function fill(server: BenchServer): Promise<void> {
  const { sql } = server
  const [company] = await sql<{ id: number }[]>`select min(id) as id from crm.company`
  const deals = Math.ceil((records * 4) / 7)
  const plan = { companyId: company?.id ?? 0, deals, seed: 1, now: new Date() }
  await seedCompany(sql, plan, work => sql.begin(work) as Promise<never>)
  const [person] = await sql<{ id: number }[]>`select min(id)::int as id from crm.person`
  const some = await sql<{ id: number }[]>`select id from crm.deal order by id limit 50`
  for (const { id } of some) {
    await post(server, '/v1/notes', { content: `<p>About deal ${id}</p>`, deal_id: id })
    await post(server, '/api/v2/activities', { subject: `Call about ${id}`, deal_id: id, due_date: '2026-03-01' })
    await post(server, `/api/v2/deals/${id}/followers`, { user_id: 1 })
    await post(server, '/api/v2/products', { name: `Product ${id}`, prices: [{ price: id, currency: 'EUR' }] })
    await post(server, '/v1/leads', { title: `Lead ${id}`, person_id: person?.id })
    await post(server, '/api/v2/projects', { title: `Project ${id}`, deal_ids: [id] })
    const form = new FormData()
    form.set('deal_id', String(id))
    form.set('file', new Blob([new Uint8Array(5000).fill(id % 256)]), `file ${id}.bin`)
    await post(server, '/v1/files', form)
  }
}

async function post({ origin, token }: BenchServer, path: string, body: object): Promise<void> {
  const isForm = body instanceof FormData
  const headers = { 'x-api-token': token, ...(!isForm && { 'content-type': 'application/json' }) }
  for (let attempt = 0; attempt < 20; attempt++) {
    const reply = await fetch(origin + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
    if (reply.ok) return
    if (reply.status !== 429) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

/** Runs the import to its end, or kills it once so many records were copied. */
async function run(until: number): Promise<number | 'killed'> {
  const program = packageFolder(import.meta.url, '..', 'server', 'bin', 'portico.js')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program, 'import', 'hosted', '--url', source.origin], {
    env: { PATH, HOME, PORTICO_DATA_DIR: to.folder, HOSTED_API_TOKEN: from.token },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  const watch = setInterval(async () => {
    const [row] = await to.sql<{ n: number }[]>`select count(*)::int as n from crm.moved_record`
    if ((row?.n ?? 0) >= until) child.kill('SIGKILL')
  }, 100)
  const [code, signal] = await exited
  clearInterval(watch)
  return signal === 'SIGKILL' ? 'killed' : Number(code)
}

async function lastChange(): Promise<number> {
  const [row] = await to.sql<{ n: number }[]>`select count(*)::int as n from crm.change`
  return row?.n ?? 0
}
