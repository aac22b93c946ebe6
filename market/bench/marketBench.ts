import { serveApi } from '@portico/kit/api/serveApi'
import { type Database, openDatabase } from '@portico/kit/database/database'
import { migrate } from '@portico/kit/database/migrate'
import { edge } from '@portico/kit/http/edge'
import { listen } from '@portico/kit/http/listen'
import { migrateJobs } from '@portico/kit/jobs/jobs'
import { silentLog } from '@portico/kit/log/log'
import { openMetrics } from '@portico/kit/log/metrics'
import type { MarketOptions } from '../api/context.ts'
import { marketApi } from '../api/marketApi.ts'
import { openTokens } from '../auth/tokens.ts'
import { marketMigrations } from '../marketMigrations.ts'
import { openServices } from '../openServices.ts'
import { floorApp } from './floor.ts'
import { type Compared, compare, load, type Shot } from './load.ts'
import { QUERIES, seedShelf } from './seed.ts'

export interface MarketFigures {
  home: Compared
  search: Compared
  checkout: Compared
  /** Median milliseconds of one search at a time, by kind of query. */
  searchMs: Record<string, number>
}

export interface BenchOptions {
  /** An empty database. */
  url: string
  books?: number
  /** For each of the three. */
  seconds?: number
}

const SECRETS = ['a secret of the bench, long enough to sign']

/** Measures home listing, search and checkout against bare handlers on the same database, over loopback. */
export async function marketBench({ url, books = 100_000, seconds = 15 }: BenchOptions): Promise<MarketFigures> {
  await migrateJobs(url)
  await migrate(url, [marketMigrations])
  const database = openDatabase(url)
  const app = marketApp(database)
  const bare = floorApp(database)
  const market = await listen((request, env) => app.fetch(request, env as never), { port: 0, host: '127.0.0.1' })
  const floor = await listen(request => bare.fetch(request), { port: 0, host: '127.0.0.1' })
  const ports = { market: market.port, floor: floor.port }
  try {
    await database.write(sql => seedShelf(sql, books))
    await database.read(sql => sql`vacuum analyze market.book`)
    const home = await compare(
      seconds,
      () => ({ port: ports.market, shots: [get('/api/books/getBooksNoToken/24/0')] }),
      () => ({ port: ports.floor, shots: [get('/home')] }),
    )
    const search = await compare(
      seconds,
      () => ({ port: ports.market, shots: shotsOf('volume', '/api/books/search/public/', '?limit=24') }),
      () => ({ port: ports.floor, shots: shotsOf('volume', '/search/', '') }),
    )
    const searchMs = await searchTimes(ports.market)
    const checkout = await compareCheckouts(database, ports, seconds)
    return { home, search, checkout, searchMs }
  } finally {
    await market.stop(100)
    await floor.stop(100)
    await database.close()
  }
}

function marketApp(database: Database) {
  const options: MarketOptions = {
    database,
    mail: {
      place: 'nowhere',
      leaves: false,
      from: { name: '', address: 'nobody@example.org' },
      send: async () => {},
      check: async () => {},
    },
    files: undefined as never,
    log: silentLog,
    name: 'Book market',
    origin: 'http://market.bench',
    secrets: SECRETS,
    rateLimit: false,
  }
  return edge({ apis: [serveApi(marketApi(openServices(options)))], log: silentLog, metrics: openMetrics() })
}

function get(path: string): Shot {
  return { method: 'GET', path, headers: {} }
}

function shotsOf(kind: string, before: string, after: string): Shot[] {
  const query = QUERIES[kind]
  if (!query) throw new Error(`there are no queries of the kind ${kind}`)
  return Array.from({ length: 500 }, (_, n) => get(`${before}${encodeURIComponent(query(n))}${after}`))
}

/** One at a time, by kind, and all kinds mixed. */
async function searchTimes(port: number): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  const one = async (shots: Shot[]) => (await load({ port, shots, seconds: 2, atOnce: 1 })).medianMs
  const kinds = Object.keys(QUERIES).map(kind => shotsOf(kind, '/api/books/search/public/', '?limit=24'))
  for (const [at, kind] of Object.keys(QUERIES).entries()) times[kind] = await one(kinds[at] ?? [])
  times.mixed = await one(Array.from({ length: 500 }, (_, n) => kinds.flatMap(shots => shots[n] ?? [])).flat())
  return times
}

const BUYERS = 200

/** Every checkout takes another book, which waits in the buyer's cart already. */
async function compareCheckouts(database: Database, ports: { market: number; floor: number }, seconds: number) {
  const pairs = await database.write(
    sql => sql<{ buyer: string; book: string }[]>`
      with buyer as (
        select id, row_number() over (order by id) - 1 as number from (
          select id from market.account where email like 'bench%' order by id limit ${BUYERS}) chosen),
      listed as (
        select id, owner_id, row_number() over (order by id) % ${BUYERS} as number from market.book where status = 0)
      insert into market.cart_item
      select buyer.id, listed.id, now() from listed join buyer using (number) where listed.owner_id <> buyer.id
      returning account_id as buyer, book_id as book`,
  )
  await database.read(sql => sql`analyze market.cart_item`)
  const tokens = openTokens(SECRETS)
  const buyers = [...new Set(pairs.map(pair => pair.buyer))]
  const signed = await Promise.all(
    buyers.map(
      async id => [id, await tokens.sign({ accountId: id, permissionType: 0, epoch: 1 }, new Date())] as const,
    ),
  )
  const tokenOf = new Map(signed)
  // Each round has its own books, more than can be sold in it.
  const share = Math.floor(pairs.length / 10)
  const slice = (at: number) => pairs.slice(at * share, (at + 1) * share)
  return compare(
    seconds,
    round => ({
      port: ports.market,
      shots: slice(2 * round).map(({ buyer, book }) => ({
        method: 'POST',
        path: '/api/books/checkoutCart',
        headers: { authorization: `Bearer ${tokenOf.get(buyer)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ cart: [book] }),
      })),
    }),
    round => ({
      port: ports.floor,
      shots: slice(2 * round + 1).map(({ buyer, book }) => ({
        method: 'POST',
        path: `/checkout/${buyer}/${book}`,
        headers: {},
      })),
    }),
  )
}
