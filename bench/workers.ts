import { cpus } from 'node:os'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { type Driven, driveInTurn, medianOf, type Shot } from './drive.ts'
import { childrenOf, familySeconds, parentOf } from './processorSeconds.ts'
import { holdProcesses } from './processorShare.ts'
import { addDeals } from './seed.ts'

const TARGET = 1.6
const CORES = cpus().length

interface Side {
  count: number
  server: BenchServer
  postmaster: number
}

interface Round extends Driven {
  /** Cores that server and database kept busy. */
  busy: number
}

/**
 * What a second worker adds: the same calls to a server with one process and to one with two, in alternation. Where one
 * process and its database keep most of the cores busy already, no number of them can add much: so it is measured once more
 * with each worker held to a part of a core, which leaves enough for a second one.
 */
export async function workers(options: { rounds: number; seconds: number }): Promise<boolean> {
  const sides: Side[] = []
  const releases: (() => Promise<void>)[] = []
  try {
    for (const count of [1, 2]) sides.push(await sideWith(count))
    console.log('Each worker takes what it gets:\n')
    const isMet = await table(sides, options)
    for (const { server, count } of sides) {
      const workers = count === 1 ? [server.pid] : await childrenOf(server.pid, 'node')
      const release = await holdProcesses(workers, SHARE)
      if (release) releases.push(release)
    }
    if (releases.length < sides.length) {
      console.log('\nThis machine does not let processes be held to a part of a core (it wants root and cgroups).')
      return isMet
    }
    console.log(`\nEach worker is held to ${SHARE} of a core:\n`)
    return (await table(sides, options)) && isMet
  } finally {
    for (const { server } of sides) await server.stop()
    for (const release of releases) await release()
  }
}

/** Of a core, for each worker: two of them leave the database, and whoever calls, more than a core. */
const SHARE = 0.15

async function table(
  sides: readonly Side[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<boolean> {
  console.log(`| call | 1 worker, a second | cores busy | 2 workers | cores busy of ${CORES} | ratio | at least |`)
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  let met = true
  for (const [name, shotOf] of CALLS) {
    const measured: Round[][] = sides.map(() => [])
    for (const side of sides) await driven(side, shotOf(side.server), 2)
    for (let round = 0; round < rounds; round++)
      for (const [at, side] of sides.entries()) measured[at]?.push(await driven(side, shotOf(side.server), seconds))
    const [one, two] = measured.map(all => ({
      rate: medianOf(all.map(({ rate }) => rate)),
      busy: medianOf(all.map(({ busy }) => busy)),
    }))
    const ratio = (two?.rate ?? 0) / (one?.rate ?? 1)
    met &&= ratio >= TARGET
    const [first, second] = [one, two].map(of => `${of?.rate.toFixed(0)} | ${of?.busy.toFixed(2)}`)
    console.log(
      `| ${name} | ${first} | ${second} | ${ratio.toFixed(2)} | ${TARGET}${ratio < TARGET ? ' MISSED' : ''} |`,
    )
  }
  return met
}

const CALLS: readonly [name: string, shotOf: (server: BenchServer) => Shot][] = [
  ['get a deal', ({ token }) => ({ path: '/api/v2/deals/1', headers: { 'x-api-token': token } })],
  ['list 100 deals', ({ token }) => ({ path: '/api/v2/deals?limit=100', headers: { 'x-api-token': token } })],
  [
    'create a deal',
    ({ token }) => ({
      path: '/api/v2/deals',
      method: 'POST',
      headers: { 'x-api-token': token },
      body: JSON.stringify({ title: 'A new deal', value: 1200 }),
    }),
  ],
]

async function sideWith(count: number): Promise<Side> {
  const server = await startBenchServer({ PORTICO_WORKERS: String(count) })
  const [company] = await server.sql<{ id: number }[]>`select id from crm.company limit 1`
  await addDeals(server.sql, company?.id ?? 0, 10_000)
  const [backend] = await server.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return { count, server, postmaster: await parentOf(backend?.pid ?? 0) }
}

async function driven({ server, postmaster }: Side, shot: Shot, seconds: number): Promise<Round> {
  const spent = async () => (await familySeconds(server.pid)) + (await familySeconds(postmaster))
  const before = await spent()
  const begun = performance.now()
  const outcome = await driveInTurn({ origin: server.origin, shots: [shot], connections: 32, seconds })
  return { ...outcome, busy: ((await spent()) - before) / ((performance.now() - begun) / 1000) }
}
