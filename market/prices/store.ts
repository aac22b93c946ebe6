import { fragment, type Sql } from '@portico/kit/database/sql'

export interface SoldPrices {
  sold: number
  lowestCents: number | null
  highestCents: number | null
  medianCents: number | null
}

/** More sales than this say nothing new. */
const MOST_SALES = 500

/** What copies were sold for since a time, by ISBN or else by the same title: sales that were charged. */
export async function readSoldPrices(
  sql: Sql,
  { isbn13, name }: { isbn13: string | null; name: string },
  since: Date,
): Promise<SoldPrices> {
  const same = isbn13
    ? fragment`book.isbn13 = ${isbn13}`
    : fragment`md5(market.fold(book.name)) = md5(market.fold(${name}))`
  const [prices] = await sql<SoldPrices[]>`
    select count(*)::integer as sold, min(cents) as "lowestCents", max(cents) as "highestCents",
           percentile_disc(0.5) within group (order by cents) as "medianCents"
    from (select item.price_cents as cents
          from market.book join market.purchase_item item on item.purchase_id = book.purchase_id and item.book_id = book.id
          where book.status in (2, 3) and book.sold_at >= ${since} and ${same}
          order by book.sold_at desc limit ${MOST_SALES}) sale`
  return prices ?? { sold: 0, lowestCents: null, highestCents: null, medianCents: null }
}
