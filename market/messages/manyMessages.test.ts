import { expect, test } from 'vitest'
import { readAccount } from '../account/store.ts'
import { post } from '../testing/books.ts'
import { type PlanStep, planOf } from '../testing/planOf.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { reportMessage } from './store.ts'

const market = await startTestMarket()
const seller = await market.member()
const asker = await market.member()

/** 10,000 conversations of ten messages each, all of one seller, who has read all but the latest three. */
async function fill(): Promise<void> {
  const book = await post(market, seller)
  await market.sql`
    insert into market.account (email, password_hash, first_name, last_name, university, mailbox, payment_name, permission_type, created_at)
    select n || '@many.edu', 'none', 'Many', 'People', 'Campus', '1', 'p', 0, now() from generate_series(1, 9999) n`
  await market.sql`
    insert into market.conversation (book_id, owner_id, asker_id, created_at, latest_at, owner_read_at)
    select ${book}, ${seller.id}, id, now(), now(), case when email in ('1@many.edu', '2@many.edu', ${asker.email}) then null else now() end
    from market.account where id <> ${seller.id}`
  await market.sql`
    insert into market.message (conversation_id, from_id, body, at)
    select conversation.id, asker_id, 'Is it complete?', now() - interval '1 minute'
    from market.conversation, generate_series(1, 10)`
  await market.sql`analyze market.conversation`
  await market.sql`analyze market.message`
}

const read = (steps: readonly PlanStep[], ...tables: string[]) =>
  steps.filter(({ table }) => tables.includes(table ?? ''))

test('among 100,000 messages the unread ones are counted, and one is reported, by indexes', async () => {
  await fill()
  const [message] = await market.sql<{ id: string }[]>`
    select message.id::text from market.message join market.conversation on conversation.id = conversation_id
    where asker_id = ${asker.id} limit 1`

  const counting = await planOf(market, sql => readAccount(sql, seller.id))
  const reporting = await planOf(market, sql => reportMessage(sql, message?.id ?? '', seller.id, 'rude', new Date()))

  const { user } = (await market.get('/user/getUserData', seller)).data
  expect(user.unreadMessages).toBe(30)
  const steps = [...read(counting, 'conversation', 'message'), ...read(reporting, 'conversation', 'message')]
  expect(steps.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  expect(counting.map(({ index }) => index)).toContain('conversation_owner_news')
  expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThanOrEqual(30)
  for (const id of ['none', '1e3', '9'.repeat(20)])
    expect((await market.send('/user/reportMessage', { messageID: id, reason: 'rude' }, seller)).status, id).toBe(404)
})
