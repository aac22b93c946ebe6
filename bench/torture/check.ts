import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailSink } from '@portico/kit/mail/mailSink'
import { ledgerFaults } from '@portico/market/ledger/faultsStore'
import type { BenchServer } from '../benchServer.ts'
import type { BenchReceiver } from '../webhooks/benchReceiver.ts'
import { outcome } from '../webhooks/storm.ts'
import { send } from './acknowledge.ts'
import type { Acknowledged } from './actors.ts'

/** What was acknowledged, compared with what is there. */
export interface Checked {
  what: string
  acknowledged: number
  /** Acknowledged and not there. */
  lost: number
  /** There more than once; for what is told to others, told more than once. */
  twice: number
  /** Whether more than once is allowed. */
  mayRepeat: boolean
  /** Anything else that must not be. */
  wrong: string[]
}

export async function checkDeals({ sql }: BenchServer, { deals }: Acknowledged): Promise<Checked> {
  const rows = await sql<
    { id: number; title: string }[]
  >`select id, title from crm.deal where title ~ '^[0-9]+/[0-9]+$'`
  const there = new Map(rows.map(({ id, title }) => [id, title]))
  const numbers = rows.map(({ title }) => title.split('/')[0])
  const [log] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong from crm.deal d where title ~ '^[0-9]+/[0-9]+$' and not exists (
      select from crm.change c where c.company_id = d.company_id and c.entity = 'deal' and c.entity_id = d.id::text)`
  const older = [...deals].filter(
    ([id, { number, change }]) => there.has(id) && there.get(id) !== `${number}/${change}`,
  )
  return {
    what: 'deals',
    acknowledged: deals.size,
    lost: [...deals.keys()].filter(id => !there.has(id)).length,
    twice: numbers.length - new Set(numbers).size,
    mayRepeat: false,
    wrong: [
      ...older.map(([id, { number, change }]) => `deal ${id} is ${there.get(id)}, not ${number}/${change}`),
      ...(log?.wrong ? [`${log.wrong} deals have no line in the log`] : []),
    ],
  }
}

/** Those who were added without being acknowledged are there once or not at all. */
export async function checkPersons({ sql }: BenchServer, { persons }: Acknowledged): Promise<Checked> {
  const rows = await sql<{ id: number; name: string; lines: number }[]>`
    select p.id, p.name, (select count(*)::int from crm.change c where c.company_id = p.company_id and c.entity = 'person'
      and c.entity_id = p.id::text and c.action = 'added') as lines
    from crm.person p where p.name ~ '^Person [0-9]+$'`
  const there = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    what: 'persons added at once',
    acknowledged: persons.size,
    lost: [...persons].filter(([id, name]) => there.get(id) !== name).length,
    twice: rows.length - new Set(rows.map(({ name }) => name)).size,
    mayRepeat: false,
    wrong: rows.filter(({ lines }) => lines !== 1).map(({ name, lines }) => `${name} has ${lines} lines in the log`),
  }
}

export async function checkFiles({ sql, origin, token }: BenchServer, { files }: Acknowledged): Promise<Checked> {
  const wrong: string[] = []
  let lost = 0
  for (const [id, digest] of files) {
    const answer = await fetch(`${origin}/v1/files/${id}/download`, { headers: { 'x-api-token': token } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 404) lost++
    else if (answer.status !== 200) wrong.push(`file ${id} answers ${answer.status}`)
    else if (createHash('sha256').update(bytes).digest('hex') !== digest) wrong.push(`file ${id} has other bytes`)
  }
  const [row] = await sql<{ files: number }[]>`select count(*)::int as files from crm.file where name = 'bytes.bin'`
  return {
    what: 'files',
    acknowledged: files.size,
    lost,
    twice: (row?.files ?? 0) - files.size + lost,
    mayRepeat: false,
    wrong,
  }
}

export async function checkPurchases({ sql }: BenchServer, { purchases }: Acknowledged): Promise<Checked> {
  const rows = await sql<{ purchase: string; book: string }[]>`
    select purchase_id::text as purchase, book_id::text as book from market.purchase_item`
  const there = new Map(rows.map(({ purchase, book }) => [purchase, book]))
  return {
    what: 'purchases',
    acknowledged: purchases.size,
    lost: [...purchases].filter(([id, book]) => there.get(id) !== book).length,
    twice: rows.length - new Set(rows.map(({ book }) => book)).size,
    mayRepeat: false,
    wrong: await ledgerFaults(sql),
  }
}

/** Deliveries that are under way are waited for. */
export async function checkEvents(receiver: BenchReceiver, { changes }: Acknowledged, until: number): Promise<Checked> {
  while (Date.now() < until && outcome(receiver, changes).lost > 0) await sleep(500)
  const { lost, repeated, outOfOrder, unsigned } = outcome(receiver, changes)
  const wrong = [
    ...(outOfOrder > 0 ? [`events of ${outOfOrder} records came out of order`] : []),
    ...(unsigned > 0 ? [`${unsigned} deliveries had no valid signature`] : []),
  ]
  return { what: 'events at the webhook', acknowledged: changes.size, lost, twice: repeated, mayRepeat: true, wrong }
}

export async function checkMails(sink: MailSink, { signUps }: Acknowledged, until: number): Promise<Checked> {
  const missing = () => {
    const told = new Set(sink.taken.map(({ to }) => to))
    return signUps.filter(address => !told.has(address)).length
  }
  while (Date.now() < until && missing() > 0) await sleep(500)
  const wanted = new Set(signUps)
  const taken = sink.taken.filter(({ to }) => wanted.has(to))
  const twice = taken.length - new Set(taken.map(({ to }) => to)).size
  return { what: 'mails', acknowledged: signUps.length, lost: missing(), twice, mayRepeat: true, wrong: [] }
}

/** The server answers, and has nothing left to do; or what is left by then. */
export async function untilQuiet({ sql, origin }: BenchServer, until: number): Promise<string[]> {
  for (;;) {
    const ready = await send(origin, { method: 'GET', path: '/readyz', headers: {} }).catch(() => undefined)
    const left = await jobsLeft(sql).catch(() => undefined)
    if (ready?.status === 200 && left?.length === 0) return []
    if (Date.now() > until) return [`the server answers ${ready?.status ?? 'nothing'}`, ...(left ?? []).map(inWords)]
    await sleep(250)
  }
}

interface Left {
  task: string
  jobs: number
  taken: number
  /** For how many seconds the oldest has been due. */
  since: number
  error: string | null
}

/** Jobs that could have been done, by their task. */
function jobsLeft(sql: BenchServer['sql']): Promise<Left[]> {
  return sql<Left[]>`
    select task_identifier as task, count(*)::int as jobs, count(locked_by)::int as taken, max(last_error) as error,
      extract(epoch from now() - min(run_at))::int as since
    from graphile_worker.jobs where attempts < max_attempts and run_at < now() group by task_identifier order by task_identifier`
}

function inWords({ task, jobs, taken, since, error }: Left): string {
  return `left: ${jobs} jobs of ${task}, ${taken} of them taken by a worker, the oldest due for ${since} s; ${error ?? 'no error'}`
}
