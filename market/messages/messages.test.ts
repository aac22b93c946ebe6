import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { buy, post } from '../testing/books.ts'
import { noticesOf } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { MASK, maskContacts } from './maskContacts.ts'

const market = await startTestMarket()
const seller = await market.member({ firstName: 'Selma' })
const asker = await market.member({ firstName: 'Asker' })
const admin = await market.member({ permissionType: 1 })

const ask = async (bookID: string, text = 'Is it complete?', member = asker) =>
  (await market.send('/books/askSeller', { bookID, text }, member)).data.conversationID as string
const write = (conversationID: string, text: string, member = seller) =>
  market.send('/user/sendMessage', { conversationID, text }, member)
const read = async (id: string, member = asker) => (await market.get(`/user/getConversation/${id}`, member)).data

describe('maskContacts', () => {
  test.each([
    ['write to ada.l+x@campus.edu please', `write to ${MASK} please`],
    ['ada (at) campus (dot) edu', MASK],
    ['call +1 (585) 555-0133 now', `call ${MASK} now`],
    ['5855550133', MASK],
    ['see https://pay.example/x?y=1', `see ${MASK}`],
    ['venmo @ada_l', `venmo ${MASK}`],
    [
      'ISBN 978-0-306-40615-7 for $45.50, pages 10-20, 2nd edition of 2019',
      'ISBN 978-0-306-40615-7 for $45.50, pages 10-20, 2nd edition of 2019',
    ],
  ])('%s', (given, masked) => {
    expect(maskContacts(given)).toBe(masked)
  })
})

describe('a conversation about a book', () => {
  test('goes both ways, names nobody and tells each side by notice and one mail a day', async () => {
    const id = await ask(await post(market, seller, { name: 'Talked about' }), 'Any notes? ada@campus.edu')
    await write(id, 'A few.')
    await write(id, 'In pencil.')

    const { conversation, messages } = await read(id)
    const listed = (await market.get('/user/getConversations', asker)).data.conversations
    const everything = JSON.stringify([conversation, messages, listed])

    expect(messages.map((one: { from: string; text: string }) => [one.from, one.text])).toEqual([
      ['buyer', `Any notes? ${MASK}`],
      ['seller', 'A few.'],
      ['seller', 'In pencil.'],
    ])
    expect(conversation).toMatchObject({ name: 'Talked about', side: 'buyer', open: true })
    expect(listed[0]).toMatchObject({ _id: id, side: 'buyer', unread: 2 })
    for (const secret of [seller.email, asker.email, seller.id, 'Selma']) expect(everything).not.toContain(secret)
    expect((await noticesOf(market, asker)).filter(kind => kind === 'messageReceived')).toHaveLength(2)
    const mails = (await market.mails(asker.email)).filter(mail => mail.subject === 'A message about Talked about')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).not.toContain('pencil')
  })

  test('404 for everybody else, to read, to write and to report', async () => {
    const stranger = await market.member()
    const id = await ask(await post(market, seller))
    const [message] = (await read(id)).messages

    expect((await market.get(`/user/getConversation/${id}`, stranger)).status).toBe(404)
    expect((await write(id, 'Hello', stranger)).status).toBe(404)
    expect((await market.send('/user/reportMessage', { messageID: message._id }, stranger)).status).toBe(404)
    expect((await market.send('/user/reportMessage', { messageID: message._id }, asker)).status).toBe(404)
    expect((await market.get(`/user/getConversation/${id}`, admin)).status).toBe(404)
  })

  test('409 about an own book, 404 about one that is sold to somebody else; its buyer goes on', async () => {
    const buyer = await market.member()
    const book = await post(market, seller)
    const [lost, won] = [await ask(book), await ask(book, 'And this?', buyer)]
    await buy(market, buyer, book)

    const own = await market.send('/books/askSeller', { bookID: book, text: 'Hm' }, seller)
    const late = await market.send('/books/askSeller', { bookID: book, text: 'Hm' }, await market.member())

    expect([own.status, late.status]).toEqual([409, 404])
    expect([(await write(lost, 'Still?', asker)).status, (await write(won, 'When?', buyer)).status]).toEqual([409, 200])
  })

  test('429 for the message after the thirtieth within an hour, and for the sixteenth conversation within a day', async () => {
    const [busy, curious] = [await market.member(), await market.member()]
    const id = await ask(await post(market, seller), 'First', busy)
    await market.sql`
      insert into market.message (conversation_id, from_id, body, at)
      select ${id}, ${busy.id}, 'again', ${market.clock.now} from generate_series(1, 29)`
    await market.sql`
      insert into market.conversation (book_id, owner_id, asker_id, created_at, latest_at)
      select id, ${seller.id}, ${curious.id}, ${market.clock.now}, ${market.clock.now}
      from (select id from market.book where owner_id = ${seller.id} limit 3) book`
    for (let made = 3; made < 15; made++)
      await market.sql`
        insert into market.conversation (book_id, owner_id, asker_id, created_at, latest_at)
        values (${await post(market, seller)}, ${seller.id}, ${curious.id}, ${market.clock.now}, ${market.clock.now})`

    const full = await write(id, 'One more', busy)
    const fresh = await market.send('/books/askSeller', { bookID: await post(market, seller), text: 'Hm' }, curious)

    expect([full.status, fresh.status]).toEqual([429, 429])
    expect(full.headers.get('retry-after')).toBe('3600')
  })

  test('a reported message comes to the staff, who removes it or lets it be', async () => {
    const id = await ask(await post(market, seller, { name: 'Reported on' }))
    await write(id, 'Something rude')
    await write(id, 'Something else')
    const [, rude, other] = (await read(id)).messages
    for (const { _id } of [rude, other])
      await market.send('/user/reportMessage', { messageID: _id, reason: 'rude' }, asker)

    const waiting = (await market.get('/dashboard/getReportedMessages', admin)).data.messages
    const html = await (await askPage(market, '/dashboard/messages', { member: admin })).text()
    await market.send('/dashboard/removeMessage', { messageID: rude._id }, admin)
    await market.send('/dashboard/keepMessage', { messageID: other._id }, admin)
    const again = await market.send('/dashboard/removeMessage', { messageID: rude._id }, admin)

    expect(waiting.map((one: { text: string }) => one.text)).toEqual(['Something rude', 'Something else'])
    expect(html).toContain('Something rude')
    expect(html).toContain(`/market/dashboard/users?email=${encodeURIComponent(seller.email)}`)
    expect(again.status).toBe(404)
    expect((await read(id)).messages.slice(1)).toMatchObject([{ text: '', removed: true }, { text: 'Something else' }])
    expect((await market.get('/dashboard/getReportedMessages', admin)).data.messages).toEqual([])
    expect(await noticesOf(market, admin)).toContain('messageReported')
  })

  test('the pages ask, show, answer and report', async () => {
    const book = await post(market, seller, { name: 'On pages' })

    const page = await (await askPage(market, `/books/${book}`, { member: asker })).text()
    const sent = await askPage(market, `/books/${book}/ask`, { member: asker, form: { text: 'From the page' } })
    const path = sent.headers.get('location')?.replace('/market', '') ?? ''
    const thread = await (await askPage(market, path, { member: seller })).text()
    const list = await (await askPage(market, '/messages', { member: asker })).text()

    expect(page).toContain('Ask the seller')
    expect(await (await askPage(market, `/books/${book}`)).text()).not.toContain('Ask the seller')
    expect(thread).toMatch(/Buyer ·.*From the page.*Report/s)
    expect(thread).not.toContain('Asker')
    expect(list).toContain('On pages')
  })

  test('a question that is refused keeps its text, and the field is not called optional', async () => {
    const [book, busy] = [await post(market, seller), await market.member()]
    const id = await ask(await post(market, seller), 'First', busy)
    await market.sql`
      insert into market.message (conversation_id, from_id, body, at)
      select ${id}, ${busy.id}, 'again', ${market.clock.now} from generate_series(1, 29)`

    const full = await askPage(market, `/books/${book}/ask`, { member: busy, form: { text: 'Typed with care' } })
    const empty = await askPage(market, `/books/${book}/ask`, { member: asker, form: { text: ' ' } })
    const html = await full.text()

    expect([full.status, empty.status]).toEqual([429, 400])
    expect(html).toMatch(/<details class="ask" open="">.*At most 30 messages an hour.*>Typed with care<\/textarea>/s)
    for (const page of [html, await (await askPage(market, `/messages/${id}`, { member: busy })).text()])
      expect(page).toMatch(/<label for="f-text">Your (?:question|message)<\/label><textarea[^>]* required/)
  })

  test('unread messages are counted in both navigations until they are read or answered', async () => {
    const [owner, buyer] = [await market.member(), await market.member()]
    const id = await ask(await post(market, owner), 'One', buyer)
    await write(id, 'Two', buyer)
    const unread = async (member = owner) => (await market.get('/user/getUserData', member)).data.user.unreadMessages
    const html = await (await askPage(market, '', { member: owner })).text()

    expect([await unread(), await unread(buyer)]).toEqual([2, 0])
    expect(html.match(/>Messages<span class="count"><span class="hidden">, <\/span>2</g)).toHaveLength(1)
    expect(
      html.match(/<\/svg><span class="count"><span class="hidden">, <\/span>2<\/span><\/span>Messages/g),
    ).toHaveLength(1)
    market.clock.now = new Date(market.clock.now.getTime() + 1000)
    await write(id, 'Three', owner)
    expect([await unread(), await unread(buyer)]).toEqual([0, 1])
    const opened = await (await askPage(market, `/messages/${id}`, { member: buyer })).text()
    expect(await unread(buyer)).toBe(1)
    const [, messageID = ''] = /data-seen="1"><input type="hidden" name="messageID" value="(\d+)"/.exec(opened) ?? []
    market.clock.now = new Date(market.clock.now.getTime() + 1000)
    await write(id, 'Written while three was read', owner)
    await askPage(market, `/messages/${id}/read`, { member: buyer, form: { messageID } })
    expect(await unread(buyer)).toBe(1)
    await market.send('/user/readConversation', { conversationID: id }, buyer)
    expect(await unread(buyer)).toBe(0)
    expect((await read(id, buyer)).conversation.unread).toBe(0)
  })
})

test('who leaves takes their messages along, and an export holds them', async () => {
  const leaver = await market.member()
  const id = await ask(await post(market, seller), 'Mine to take', leaver)

  const { data } = await market.get('/user/exportData', leaver)
  const { eraseAccount } = await import('../account/eraseAccount.ts')
  await market.database.write(sql => eraseAccount(sql, leaver.id, market.clock.now))

  expect(data.messages).toMatchObject([{ text: 'Mine to take' }])
  expect((await market.get(`/user/getConversation/${id}`, seller)).status).toBe(404)
})
