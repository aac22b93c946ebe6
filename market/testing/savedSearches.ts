import { MAIL_FOUND } from '../savedSearches/mailFound.ts'
import type { Member, Reply, TestMarket } from './openTestMarket.ts'

/** What tests of saved searches do again and again. */
export function searchesOf(market: TestMarket) {
  const save = (member: Member, body: object): Promise<Reply> =>
    market.send('/user/saveSearch', { name: 'Mine', ...body }, member)
  return {
    save,
    /** Saves a search; its id. */
    saved: async (member: Member, body: object) => (await save(member, body)).data.search._id as string,
    listed: async (member: Member) => (await market.get('/user/getSavedSearches', member)).data.searches,

    /** Books that somebody was told of, in that order. */
    async found(member: Member): Promise<string[]> {
      await market.matched()
      const rows = await market.sql<{ link: string }[]>`
        select link from market.notice where account_id = ${member.id} and kind = 'bookFound' order by id`
      return rows.map(({ link }) => link.replace('/market/books/', ''))
    },

    /** Mails about new books, once those that are due have been sent. */
    async mailsOf(member: Member) {
      await market.matched()
      await market.task(MAIL_FOUND)
      return (await market.mails(member.email)).filter(mail => mail.subject.includes('new book'))
    },

    later(hours: number) {
      market.clock.now = new Date(market.clock.now.getTime() + hours * 3_600_000)
    },
  }
}
