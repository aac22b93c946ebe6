import { randomUUID } from 'node:crypto'
import type { Message } from '@portico/kit/mail/message'
import { readOutbox } from '@portico/kit/mail/readOutbox'
import { describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { EVENTS, type Letter, type LetterLinks, type Notice } from './events.ts'
import { marketEvent, notify } from './notify.ts'
import { sendMail } from './sendMail.ts'

const market = await startTestMarket()

const FACTS = {
  signup: 'id',
  reset: 'id',
  firstName: 'Ada',
  permissionType: 1,
  book: 'b1',
  name: 'Calculus',
  request: 'calculus',
  search: 'maths',
  books: [{ book: 'b1', name: 'Calculus', price: 1250, condition: 'Good', course: 'MTH 161' }],
  price: 1250,
  condition: 'Good',
  course: 'MTH 161',
  dropOffDays: 2,
  purchase: 'p1',
  names: ['One', 'Two', 'Three', 'Four'],
  total: 1313,
  buyer: 'Ben',
  count: 2,
  by: 'Adam',
  reason: 'pages missing',
  conversation: 'c1',
  role: 'buyer',
  days: 7,
}
const LINKS: LetterLinks = {
  market: 'Book market',
  page: path => `https://m${path}`,
  confirm: id => `https://m/c/${id}`,
  reset: id => `https://m/r/${id}`,
}

describe('the table of events', () => {
  test.each(Object.keys(EVENTS))('%s is told in whole sentences', kind => {
    const { notice, mail } = EVENTS[kind as keyof typeof EVENTS] as {
      notice?(facts: unknown): Notice
      mail?(facts: unknown, links: LetterLinks): Letter
    }
    const texts = [notice?.(FACTS), mail?.(FACTS, LINKS)].filter(told => told !== undefined)

    expect(texts.length).toBeGreaterThan(0)
    expect(JSON.stringify(texts)).not.toMatch(/undefined|NaN|\[object/)
    for (const told of texts) if ('subject' in told) expect(told.subject).toMatch(/^[^\n]{3,200}$/)
    for (const told of texts) if ('link' in told) expect(told.link).toMatch(/^\/market/)
  })
})

describe('outgoing mail', () => {
  const services = () => openServices(market.options)
  // No worker runs here: the tests are the worker.
  const sentTo = async (address: string) => (await readOutbox(market.outbox)).filter(mail => mail.to === address)

  async function written(account: string, key: string = randomUUID()) {
    const facts = { book: 'b', name: 'A book', price: 100 }
    await market.database.write(sql =>
      notify(sql, market.clock.now, [marketEvent('sellerPaid', key, { account }, facts)]),
    )
    const rows = await market.sql<{ id: string }[]>`
      select id from market.mail where event_key = ${`sellerPaid:${key} ${account}`}`
    return rows.map(row => row.id)
  }

  test('the same event is told once', async () => {
    const member = await market.member()

    const [first, second] = [await written(member.id, 'same'), await written(member.id, 'same')]

    expect(first).toHaveLength(1)
    expect(second).toEqual(first)
    const notices = await market.sql`select from market.notice where account_id = ${member.id}`
    expect(notices).toHaveLength(1)
  })

  test('a job that runs twice, also at once, sends once', async () => {
    const member = await market.member()
    const ids = await written(member.id)

    await releaseTogether(
      market,
      2,
      sql => sql`select from market.mail where id = any(${ids}) for update`,
      () => [sendMail(services())({ ids }), sendMail(services())({ ids })],
    )
    await sendMail(services())({ ids })

    const sent = await sentTo(member.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.messageId).toBe(`<market-${ids[0]}@market.test>`)
  })

  test('what the mail server refuses stays and is sent by the next try', async () => {
    const member = await market.member()
    const broken = {
      ...services(),
      mail: {
        ...market.options.mail,
        send: async () => {
          throw new Error('no connection')
        },
      },
    }
    const ids = await written(member.id)

    await expect(sendMail(broken)({ ids })).rejects.toThrow('no connection')
    await sendMail(services())({ ids })

    expect(await sentTo(member.email)).toHaveLength(1)
  })

  test('an address that is refused does not hold up those behind it', async () => {
    const [gone, member] = [await market.member(), await market.member()]
    const picky = {
      ...services(),
      mail: {
        ...market.options.mail,
        async send(message: Message) {
          if (message.to === gone.email) throw new Error('550 no such mailbox')
          return market.options.mail.send(message)
        },
      },
    }
    const ids = [...(await written(gone.id)), ...(await written(member.id))]

    await expect(sendMail(picky)({ ids })).rejects.toThrow('550')

    expect(await sentTo(member.email)).toHaveLength(1)
    const waiting = await market.sql`select id from market.mail where id = any(${ids}) and sent_at is null`
    expect(waiting.map(row => row.id)).toEqual(ids.slice(0, 1))
  })

  test('twenty go with one job, and matches stand behind everything else', async () => {
    const member = await market.member()
    const facts = { book: 'b', name: 'A book', request: 'a book', price: 100, condition: 'Good', course: 'A 1' }
    const account = { account: member.id }
    const matches = Array.from({ length: 41 }, (_, at) => marketEvent('matchFound', `batch ${at}`, account, facts))

    await market.database.write(sql =>
      notify(sql, market.clock.now, [...matches, marketEvent('sellerPaid', 'batch', account, facts)]),
    )

    const jobs = await market.sql<{ ids: string[]; priority: number }[]>`
      select array(select json_array_elements_text(payload->'ids')) as ids, priority
      from graphile_worker._private_jobs
      where (payload->'ids'->>0)::uuid in (select id from market.mail where account_id = ${member.id})
      order by priority, json_array_length(payload->'ids') desc`
    expect(jobs.map(({ ids, priority }) => [ids.length, priority])).toEqual([
      [1, 0],
      [20, 10],
      [20, 10],
      [1, 10],
    ])
    expect(new Set(jobs.flatMap(job => job.ids)).size).toBe(42)
  })

  test('a suspended member gets no mail', async () => {
    const member = await market.member()
    await market.sql`update market.account set suspended_at = now() where id = ${member.id}`
    const ids = await written(member.id)

    await sendMail(services())({ ids })

    expect(await sentTo(member.email)).toEqual([])
  })

  test('nothing is written when the change is not', async () => {
    const member = await market.member()

    const failing = market.database.write(async sql => {
      const facts = { book: 'b', name: 'A book', price: 100 }
      await notify(sql, market.clock.now, [marketEvent('sellerPaid', 'undone', { account: member.id }, facts)])
      throw new Error('the change failed')
    })

    await expect(failing).rejects.toThrow('the change failed')
    const [left] = await market.sql`select from market.mail where account_id = ${member.id}`
    expect(left).toBeUndefined()
  })
})
