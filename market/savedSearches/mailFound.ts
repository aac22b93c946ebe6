import type { MarketServices } from '../api/context.ts'
import { daysBefore } from '../days.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { endNews, type FoundBook, listNews, lockSearchesWithNews } from './foundStore.ts'

export const MAIL_FOUND = 'market:mail-found'

/** So many searches are mailed for in one transaction, and so many transactions in one hour. */
const SEARCHES = 100
const ROUNDS = 200

/** So many books a mail names; it counts the others. */
const BOOKS = 20

/** The hourly job: one mail for each saved search with new books, a day or more after its last one. */
export function mailFound(services: MarketServices) {
  return async (): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) if ((await mailRound(services)) < SEARCHES) return
  }
}

/** How many searches it dealt with. */
function mailRound(services: MarketServices): Promise<number> {
  return services.database.write(async sql => {
    const now = services.now()
    const searches = await lockSearchesWithNews(sql, daysBefore(now, 1), SEARCHES)
    if (searches.length === 0) return 0
    const wanted = searches.filter(one => one.wanted)
    const news = await listNews(
      sql,
      wanted.map(({ id }) => id),
      BOOKS,
    )
    const events = wanted.flatMap(({ id, ownerId, name }) => {
      const found = news.filter(({ search }) => search === id)
      if (found.length === 0) return []
      const facts = { search: id, name, books: found.map(shown), count: found[0]?.count ?? found.length }
      return [marketEvent('booksFound', `${id} ${now.toISOString()}`, { account: ownerId }, facts)]
    })
    await notify(sql, now, events)
    const mailed = [...new Set(news.map(({ search }) => search))]
    await endNews(sql, { searches: searches.map(({ id }) => id), mailed, now })
    return searches.length
  })
}

function shown({ book, name, course, condition, price }: FoundBook) {
  return { book, name, course, condition, price }
}
