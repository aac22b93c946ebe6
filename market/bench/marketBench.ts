import { type Database, openDatabase } from '@portico/kit/database'
import { edge } from '@portico/kit/edge'
import { migrateJobs } from '@portico/kit/jobs'
import { silentLog } from '@portico/kit/log'
import { openMetrics } from '@portico/kit/metrics'
import { migrate } from '@portico/kit/migrate'
import { serveApi } from '@portico/kit/serveApi'
import type { MarketServices } from '../api/context.ts'
import { marketApi } from '../api/marketApi.ts'
import { openTokens } from '../auth/tokens.ts'
import { marketMigrations } from '../marketMigrations.ts'
import { openHouse } from '../openHouse.ts'
import { floorApp } from './floor.ts'
import { type Ask, compare, medianOf } from './measure.ts'
import { QUERIES, seedShelf } from './seed.ts'

export interface MarketFigures {
  home: Compared
  search: Compared
  checkout: Compared
  /** Median milliseconds of one search at a time, by kind of query. */
  searchMs: Record<string, number>
}

export interface Compared {
  /** Answers in a second. */
  ours: number
  floor: number
  ratio: number
}

export interface BenchOptions {
  /** An empty database. */
  url: string
  books?: number
  seconds?: number
}

const ORIGIN = 'http://market.bench'
const SECRETS = ['a secret of the bench, long enough to sign']

/** Measures home listing, search and checkout against bare handlers on the same database. */
export async function marketBench({ url, books = 100_000, seconds = 9 }: BenchOptions): Promise<MarketFigures> {
  await migrateJobs(url)
  await migrate(url, [marketMigrations])
  const database = openDatabase(url)
  try {
    await database.write(sql => seedShelf(sql, books))
    await database.read(sql => sql`vacuum analyze market.book`)
    const market = openApp(database)
    const floor = floorApp(database)
    const ours =
      (path: string): Ask =>
      n =>
        market(new Request(ORIGIN + path.replace('#', String(n))))

    const home = await compare(ours('/api/books/getBooksNoToken/24/0'), async () => floor.request('/home'), seconds)
    const word = QUERIES.volume ?? (() => '')
    const search = await compare(
      n => market(new Request(`${ORIGIN}/api/books/search/public/${encodeURIComponent(word(n))}?limit=24`)),
      async n => floor.request(`/search/${encodeURIComponent(word(n))}`),
      seconds,
    )
    const searchMs: Record<string, number> = {}
    for (const [kind, query] of Object.entries(QUERIES))
      searchMs[kind] = await medianOf(
        n => market(new Request(`${ORIGIN}/api/books/search/public/${encodeURIComponent(query(n))}?limit=24`)),
        60,
      )
    const checkout = await compareCheckouts(database, market, floor, seconds)
    return { home, search, checkout, searchMs }
  } finally {
    await database.close()
  }
}

function openApp(database: Database): (request: Request) => Promise<Response> {
  const services: MarketServices = {
    database,
    mail: { place: 'nowhere', send: async () => {}, check: async () => {} },
    files: undefined as never,
    log: silentLog,
    origin: ORIGIN,
    secrets: SECRETS,
    rateLimit: false,
  }
  const app = edge({ apis: [serveApi(marketApi(openHouse(services)))], log: silentLog, metrics: openMetrics() })
  return async request => app.fetch(request, {})
}

type App = (request: Request) => Promise<Response>

/** Every checkout takes another book, which waits in the buyer's cart already. */
async function compareCheckouts(database: Database, market: App, floor: ReturnType<typeof floorApp>, seconds: number) {
  const tokens = openTokens(SECRETS)
  const buyers = await database.read(
    sql => sql<{ id: string }[]>`select id from market.account where email like 'bench%' order by id limit 200`,
  )
  const signed = await Promise.all(
    buyers.map(({ id }) => tokens.sign({ accountId: id, permissionType: 0, epoch: 1 }, new Date())),
  )
  const pairs = await database.write(
    sql => sql<{ buyer: string; book: string; at: number }[]>`
      with buyer as (select array_agg(id order by id) as ids from (
        select id from market.account where email like 'bench%' order by id limit 200) chosen),
      put as (
        insert into market.cart_item
        select buyer.ids[1 + (number % 200)::integer], id, now() from buyer, (
          select id, owner_id, row_number() over (order by id) as number from market.book where status = 0) book
        where owner_id <> buyer.ids[1 + (number % 200)::integer]
        returning account_id, book_id)
      select account_id as buyer, book_id as book from put`,
  )
  let next = 0
  const take = () => {
    const pair = pairs[next++]
    if (!pair) throw new Error('the bench has run out of books')
    return pair
  }
  const place = new Map(buyers.map(({ id }, at) => [id, signed[at] ?? '']))
  return compare(
    () => {
      const { buyer, book } = take()
      return market(
        new Request(`${ORIGIN}/api/books/checkoutCart`, {
          method: 'POST',
          headers: { authorization: `Bearer ${place.get(buyer)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ cart: [book] }),
        }),
      )
    },
    async () => {
      const { buyer, book } = take()
      return floor.request(`/checkout/${buyer}/${book}`, { method: 'POST' })
    },
    seconds,
  )
}
