import { randomInt } from 'node:crypto'
import { report } from './appBudgets.ts'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { processorSeconds } from './processorSeconds.ts'
import { addFields, fillBoard } from './seed.ts'

const DEALS = 100_000
const BULK_RECORDS = 10_000
const EACH_COLUMN = 3
const FIRST_ROWS_MS = 300
const KEPT_SECONDS = 90

interface Budget {
  rows: number
}

/** What lists, imports and changes of many records take, and what others notice of them. */
export async function lists({ rows }: Budget): Promise<boolean> {
  const server = await startBenchServer()
  try {
    await fillBoard(server.sql, { deals: DEALS, open: 5_000 })
    const [company] = await server.sql<{ id: number }[]>`select id from crm.company`
    await addFields(server.sql, company?.id ?? 0, 2)
    await keptSums(server)
    const slowest = await slowestColumn(server)
    const quiet = await boardTimes(server, sleep(5_000))
    const bulk = await measured(server, () => bulkChange(server))
    const brought = await measured(server, () => importRows(server, rows))
    // Of these deals many are on the board now.
    const afterwards = await boardTimes(server, sleep(5_000))
    return report([
      [`first rows of ${DEALS} deals, sorted by ${slowest.name}, ms`, slowest.ms, FIRST_ROWS_MS],
      ['board meanwhile nothing, 95 % of answers, ms', quiet.p95, 100],
      [`bulk change of ${BULK_RECORDS} deals, s`, bulk.seconds, 30],
      ['board meanwhile, 95 % of answers, ms', bulk.board.p95, 100],
      [`import of ${rows} rows, s`, brought.seconds, 120 * (rows / 50_000)],
      ['memory it took, MB', brought.megabytes, 200],
      [
        `board meanwhile (${brought.board.p95.toFixed(0)} ms), in those afterwards`,
        brought.board.p95 / afterwards.p95,
        2,
      ],
    ])
  } finally {
    await server.stop()
  }
}

/** Waits for the sums of deals, which are kept within a minute of a company's becoming large. */
async function keptSums({ sql }: BenchServer): Promise<void> {
  for (let second = 0; second < KEPT_SECONDS; second++) {
    if ((await sql`select from crm.deal_sums`).length > 0) return
    await sleep(1_000)
  }
  throw new Error(`the sums of the company are not kept after ${KEPT_SECONDS} s`)
}

/** The slowest of all columns that deals can be sorted by, either way; each the median of a few calls. */
async function slowestColumn(server: BenchServer): Promise<{ name: string; ms: number }> {
  const columns = await call<{ code: string; is_sortable: boolean; field_name: string }[]>(
    server,
    'GET',
    '/rows/columns?kind=deal',
  )
  let slowest = { name: '', ms: 0 }
  for (const { code, is_sortable, field_name } of columns.filter(column => column.is_sortable))
    for (const sort of is_sortable ? [code, `-${code}`] : []) {
      const times: number[] = []
      for (let nr = 0; nr < EACH_COLUMN; nr++) {
        const begun = performance.now()
        await call(server, 'GET', `/rows?kind=deal&limit=100&sort=${encodeURIComponent(sort)}`)
        times.push(performance.now() - begun)
      }
      const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
      if (ms > FIRST_ROWS_MS / 2) console.log(`  sorted by ${sort} (${field_name}): ${ms.toFixed(0)} ms`)
      if (ms > slowest.ms) slowest = { name: sort.length > 30 ? field_name : sort, ms }
    }
  return slowest
}

async function measured(server: BenchServer, work: () => Promise<void>) {
  const [memory, ours, theirs] = [
    await server.memory(),
    await processorSeconds(server.pid),
    await backendSeconds(server),
  ]
  let most = memory
  const watch = setInterval(async () => {
    most = Math.max(most, await server.memory())
  }, 100)
  const begun = performance.now()
  const done = work()
  const board = await boardTimes(server, done)
  clearInterval(watch)
  const seconds = (performance.now() - begun) / 1_000
  const [node, database] = [(await processorSeconds(server.pid)) - ours, (await backendSeconds(server)) - theirs]
  console.log(`  ${seconds.toFixed(1)} s; processor: server ${node.toFixed(1)} s, database ${database.toFixed(1)} s`)
  return { seconds, megabytes: most - memory, board }
}

/** Processor time of the connections that there are, which the server keeps. */
async function backendSeconds({ sql }: BenchServer): Promise<number> {
  const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`
  const all = await Promise.all(rows.map(({ pid }) => processorSeconds(pid)))
  return all.reduce((sum, seconds) => sum + seconds, 0)
}

/** Asks for the board four times a second until the work is done. */
async function boardTimes(server: BenchServer, until: Promise<void>): Promise<{ p95: number }> {
  const [{ id: pipeline = 0 } = {}] = await server.sql<{ id: number }[]>`select min(id) as id from crm.pipeline`
  let isDone = false
  until.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  const times: number[] = []
  while (!isDone) {
    const begun = performance.now()
    await call(server, 'GET', `/board?pipeline_id=${pipeline}`)
    times.push(performance.now() - begun)
    await sleep(250)
  }
  await until
  times.sort((a, b) => a - b)
  return { p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN }
}

async function bulkChange(server: BenchServer): Promise<void> {
  const ids = await server.sql<{ id: number }[]>`select id from crm.deal order by id limit ${BULK_RECORDS}`
  const { id } = await call<{ id: number }>(server, 'POST', '/bulk', {
    kind: 'deal',
    ids: ids.map(deal => Number(deal.id)),
    action: { change: { probability: 40 } },
  })
  await ended(server, `/bulk/${id}`)
}

/** A person, their organization and a deal in each row, as a company brings them from elsewhere. */
async function importRows(server: BenchServer, rows: number): Promise<void> {
  const lines = ['Name,Email,Phone,Organization,Deal title,Value,Expected close date']
  for (let nr = 1; nr <= rows; nr++)
    lines.push(
      `Person ${nr} Surname,person${nr}@example.com,+49 171 ${String(1_000_000 + nr)},Company ${Math.ceil(nr / 5)},Deal of ${nr},${randomInt(100_000)},2027-03-${String((nr % 28) + 1).padStart(2, '0')}`,
    )
  const form = new FormData()
  form.set('file', new File([lines.join('\n')], 'contacts.csv'))
  const { id, columns } = await call<{ id: number; columns: Choice[] }>(server, 'POST', '/imports', form)
  const chosen = columns.map(({ target, dates, numbers }) => ({ target, dates, numbers }))
  await call(server, 'POST', `/imports/${id}/run`, { columns: chosen, existing: 'update' })
  const { counts } = await ended(server, `/imports/${id}`)
  console.log(`  ${JSON.stringify(counts)}`)
}

interface Choice {
  target: string | null
  dates: string
  numbers: string
}

async function ended(server: BenchServer, path: string): Promise<{ state: string; counts: object }> {
  for (;;) {
    const shown = await call<{ state: string; counts: object; problem: string | null }>(server, 'GET', path)
    if (shown.state === 'done') return shown
    if (shown.state !== 'waiting' && shown.state !== 'running')
      throw new Error(`${path} is ${shown.state}: ${shown.problem}`)
    await sleep(200)
  }
}

async function call<Reply>(
  { origin, token }: BenchServer,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const isForm = body instanceof FormData
  const reply = await fetch(`${origin}/app/api${path}`, {
    method,
    headers: { 'x-api-token': token, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const answer = (await reply.json()) as { data: Reply; error?: string }
  if (!reply.ok) throw new Error(`${method} ${path}: ${answer.error}`)
  return answer.data
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
