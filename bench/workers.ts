import { cpus } from 'node:os'
import { type BenchServer, startBenchServer } from './benchServer.ts'
import { type Driven, driveInTurn, medianOf, type Shot } from './drive.ts'
import { familySeconds, parentOf } from './processorSeconds.ts'
import { addDeals } from './seed.ts'

const TARGET = 1.6
const CORES = cpus().length

interface Side {
  server: BenchServer
  postmaster: number
}

interface Round extends Driven {
  /** Cores that server and database kept busy. */
  busy: number
}

/**
 * What a second worker adds: the same calls to a server with one process and to one with two, in alternation. Where one
 * process and its database keep most of the cores busy already, no number of them can add much, so that is told too.
 */
export async function workers({ rounds, seconds }: { rounds: number; seconds: number }): Promise<boolean> {
  const sides: Side[] = []
  try {
    for (const count of ['1', '2']) sides.push(await sideWith(count))
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
  } finally {
    for (const { server } of sides) await server.stop()
  }
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

async function sideWith(count: string): Promise<Side> {
  const server = await startBenchServer({ PORTICO_WORKERS: count })
  const [company] = await server.sql<{ id: number }[]>`select id from crm.company limit 1`
  await addDeals(server.sql, company?.id ?? 0, 10_000)
  const [backend] = await server.sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return { server, postmaster: await parentOf(backend?.pid ?? 0) }
}

async function driven({ server, postmaster }: Side, shot: Shot, seconds: number): Promise<Round> {
  const spent = async () => (await familySeconds(server.pid)) + (await familySeconds(postmaster))
  const before = await spent()
  const begun = performance.now()
  const outcome = await driveInTurn({ origin: server.origin, shots: [shot], connections: 32, seconds })
  return { ...outcome, busy: ((await spent()) - before) / ((performance.now() - begun) / 1000) }
}
