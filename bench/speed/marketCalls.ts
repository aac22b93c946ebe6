import { openTokens } from '@portico/market/auth/tokens'
import type { BenchServer } from '../benchServer.ts'
import type { Shot } from '../drive.ts'
import { QUERIES, seedShelf } from '../seedShelf.ts'
import type { Scenario, Scenarios } from './compare.ts'

const BUYERS = 200
/** Rounds that a table has at most, the one to warm up included. */
const ROUNDS = 6

/** The marketplace's calls, on a shelf with so many books. `secret` is the server's, to sign the buyers in with. */
export async function marketCalls({ sql }: BenchServer, secret: string, books: number): Promise<Scenarios> {
  await seedShelf(sql, books)
  await sql`vacuum analyze market.book`
  const listing = [{ path: '/api/books/getBooksNoToken/24/0' }]
  const { ours, floor } = await checkouts(sql, secret)
  const search = (kind: string, before: string, after: string) => {
    const shots = searches(kind, before, after)
    return () => shots
  }
  const kinds = Object.keys(QUERIES).filter(kind => kind !== 'volume')
  const scenarios = [
    { name: 'market listing of 24 books', ours: () => listing, floor: () => [{ path: '/books' }] },
    {
      name: 'market search',
      ours: search('volume', '/api/books/search/public/', '?limit=24'),
      floor: search('volume', '/booksearch/', ''),
    },
    ...kinds.map(kind => ({
      name: `market search by ${kind}`,
      ours: search(kind, '/api/books/search/public/', '?limit=24'),
    })),
    { name: 'market checkout', ours, floor },
  ]
  return { scenarios }
}

function searches(kind: string, before: string, after: string): Shot[] {
  const query = QUERIES[kind]
  if (!query) throw new Error(`there are no queries of the kind ${kind}`)
  return Array.from({ length: 500 }, (_, n) => ({ path: `${before}${encodeURIComponent(query(n))}${after}` }))
}

/** Every checkout takes another book, which waits in the buyer's cart already; each round has its own. */
async function checkouts(sql: BenchServer['sql'], secret: string): Promise<Required<Pick<Scenario, 'ours' | 'floor'>>> {
  const pairs = await sql<{ buyer: string; book: string }[]>`
    with buyer as (
      select id, row_number() over (order by id) - 1 as number from (
        select id from market.account where email like 'bench%' order by id limit ${BUYERS}) chosen),
    listed as (
      select id, owner_id, row_number() over (order by id) % ${BUYERS} as number from market.book where status = 0)
    insert into market.cart_item
    select buyer.id, listed.id, now() from listed join buyer using (number) where listed.owner_id <> buyer.id
    returning account_id as buyer, book_id as book`
  await sql`analyze market.cart_item`
  const tokens = openTokens([secret])
  const tokenOf = new Map<string, string>()
  for (const { buyer } of pairs)
    if (!tokenOf.has(buyer))
      tokenOf.set(buyer, await tokens.sign({ accountId: buyer, permissionType: 0, epoch: 1 }, new Date()))
  const share = Math.floor(pairs.length / (2 * ROUNDS))
  const slice = (at: number) => pairs.slice(at * share, (at + 1) * share)
  return {
    ours: round =>
      slice(2 * round).map(({ buyer, book }) => ({
        path: '/api/books/checkoutCart',
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf.get(buyer)}` },
        body: JSON.stringify({ cart: [book] }),
      })),
    floor: round =>
      slice(2 * round + 1).map(({ buyer, book }) => ({ path: `/checkout/${buyer}/${book}`, method: 'POST' })),
  }
}
