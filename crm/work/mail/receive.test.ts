import { describe, expect, test } from 'vitest'
import { aDeal, aPerson } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { aMessage, receive } from '../../testing/mail.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm

async function threadOf(id: number) {
  const [thread] = await crm.sql`select * from crm.mail_thread where company_id = ${owner.companyId} and id = ${id}`
  return thread ?? {}
}

async function messageOf(id: number) {
  const [message] = await crm.sql`
    select m.*, b.html from crm.mail_message m left join crm.mail_body b on b.company_id = m.company_id and b.message_id = m.id
    where m.company_id = ${owner.companyId} and m.id = ${id}`
  return message ?? {}
}

describe('a message comes once', () => {
  test('by its id, sender and date, however its other headers differ', async () => {
    const message = aMessage()

    const first = await receive(crm, owner, message)
    const again = await receive(crm, owner, { ...message, digest: 'f'.repeat(64) })

    expect(first.alreadyThere).toBe(false)
    expect(again).toEqual({ ...first, alreadyThere: true })
    expect(await threadOf(first.threadId)).toMatchObject({ message_count: 1 })
  })

  test('without an id by its bytes', async () => {
    const message = aMessage({ messageId: null, text: 'No id' })

    const first = await receive(crm, owner, message)

    expect(await receive(crm, owner, message)).toEqual({ ...first, alreadyThere: true })
    expect(await receive(crm, owner, { ...message, digest: 'a'.repeat(64) })).toMatchObject({ alreadyThere: false })
  })

  test('but two of the same id with other dates are both kept', async () => {
    const first = await receive(crm, owner, { messageId: '<constant@printer>' })
    const second = await receive(crm, owner, { messageId: '<constant@printer>', sentAt: new Date('2026-03-02') })

    expect(second).toMatchObject({ alreadyThere: false, threadId: first.threadId })
    expect(second.messageId).not.toBe(first.messageId)
  })

  test('when it comes over two connections at the same moment, its attachment too', async () => {
    const message = aMessage()
    const attached = [{ content: 'the same twice' }]

    const results = await heldBack(
      crm,
      `select pg_advisory_xact_lock(hashtextextended('crm.mailbox/${owner.companyId}/${owner.userId}', 0))`,
      () => [receive(crm, owner, message, { attached }), receive(crm, owner, message, { attached })],
    )

    expect(results.map(result => result.alreadyThere).sort()).toEqual([false, true])
    expect(await crm.sql`select from crm.file where mail_message_id = ${results[0]?.messageId ?? 0}`).toHaveLength(1)
    expect(await crm.sql`select from crm.upload`).toHaveLength(0)
  })

  test('out of the drop-box and out of an account that is read, whichever is first to bring it', async () => {
    const { id: dealId } = await aDeal(owner)
    const message = aMessage()

    const first = await receive(crm, owner, message, { dealId })
    const read = await receive(crm, owner, message, { source: 'imap' })

    expect(read).toEqual({ ...first, alreadyThere: true })
  })

  test('on every deal it is sent to, and a private copy does not stand for it', async () => {
    const [one, two] = [await aDeal(owner), await aDeal(owner)]
    const message = aMessage()

    const hidden = await receive(crm, owner, message, { source: 'imap' })
    const onOne = await receive(crm, owner, message, { dealId: one.id })
    const onTwo = await receive(crm, owner, message, { dealId: two.id })

    expect([hidden, onOne, onTwo].map(({ alreadyThere }) => alreadyThere)).toEqual([false, false, false])
    expect(await threadOf(hidden.threadId)).toMatchObject({ shared: false, deal_id: null, message_count: 1 })
    expect(await threadOf(onOne.threadId)).toMatchObject({ shared: true, deal_id: one.id })
    expect(await threadOf(onTwo.threadId)).toMatchObject({ shared: true, deal_id: two.id })
    expect(await receive(crm, owner, message, { dealId: two.id })).toEqual({ ...onTwo, alreadyThere: true })
  })

  test('and is put on a deal later, when its thread is on none', async () => {
    const { id: dealId } = await aDeal(owner)
    const message = aMessage()

    const first = await receive(crm, owner, message)
    const again = await receive(crm, owner, message, { dealId })

    expect(again).toEqual({ ...first, alreadyThere: true })
    expect(await threadOf(first.threadId)).toMatchObject({ deal_id: dealId })
  })
})

describe('a message joins its thread', () => {
  test('by In-Reply-To and References, in whichever order they come', async () => {
    const id = (name: string) => `<${name}@order.test>`
    const third = await receive(crm, owner, { messageId: id('c'), references: [id('a'), id('b')] })
    const first = await receive(crm, owner, { messageId: id('a') })
    const second = await receive(crm, owner, { messageId: id('b'), inReplyTo: id('a') })
    const other = await receive(crm, owner, { messageId: id('d') })

    expect([first.threadId, second.threadId]).toEqual([third.threadId, third.threadId])
    expect(other.threadId).not.toBe(third.threadId)
    expect(await threadOf(third.threadId)).toMatchObject({ message_count: 3 })
  })

  test('of its own mailbox only', async () => {
    const colleague = await crm.colleague(owner)
    const first = await receive(crm, owner, { messageId: '<mine@boxes.test>' })
    const second = await receive(crm, colleague, { inReplyTo: '<mine@boxes.test>' })

    expect(second.threadId).not.toBe(first.threadId)
  })

  test('and begins another one when it is sent to another deal, or copied out of a private thread', async () => {
    const [one, two] = [await aDeal(owner), await aDeal(owner)]
    const begin = await receive(crm, owner, { messageId: '<begin@deals.test>' }, { dealId: one.id })
    const reply = { inReplyTo: '<begin@deals.test>' }

    const same = await receive(crm, owner, reply, { dealId: one.id })
    const other = await receive(crm, owner, reply, { dealId: two.id })
    expect(same.threadId).toBe(begin.threadId)
    expect(other.threadId).not.toBe(begin.threadId)

    const hidden = await receive(crm, owner, { messageId: '<hidden@deals.test>' }, { source: 'imap' })
    const copied = await receive(crm, owner, { inReplyTo: '<hidden@deals.test>' }, { dealId: one.id })
    const next = await receive(crm, owner, { inReplyTo: '<hidden@deals.test>' }, { dealId: one.id })
    expect(copied.threadId).not.toBe(hidden.threadId)
    expect(next.threadId).toBe(copied.threadId)
    expect(await threadOf(hidden.threadId)).toMatchObject({ shared: false, deal_id: null, message_count: 1 })
  })

  test('which sums up its messages and is unread again', async () => {
    const { threadId } = await receive(crm, owner, { messageId: '<sum@x.test>', text: 'First' })
    await crm.sql`update crm.mail_thread set read = true where id = ${threadId}`
    const sent = { inReplyTo: '<sum@x.test>', text: 'Sent', sentAt: new Date('2026-03-02T10:00:00Z') }
    await receive(crm, owner, sent, { folder: 'sent' })
    expect(await threadOf(threadId)).toMatchObject({
      read: true,
      has_sent: true,
      snippet: 'Sent',
      snippet_sent: 'Sent',
    })

    const last = { inReplyTo: '<sum@x.test>', text: 'Last', sentAt: new Date('2026-03-03T10:00:00Z') }
    await receive(crm, owner, last, { attached: [{ content: 'x', inline: true, contentId: 'p1' }] })

    expect(await threadOf(threadId)).toMatchObject({
      read: false,
      message_count: 3,
      snippet: 'Last',
      begins_received: true,
      has_inline_attachments: true,
      has_real_attachments: false,
      last_sent_time: new Date('2026-03-02T10:00:00Z'),
      last_received_time: new Date('2026-03-03T10:00:00Z'),
    })
  })
})

describe('what is kept of a message', () => {
  test('persons are found by their address, also when they come later', async () => {
    const { id: known } = await aPerson(owner, { emails: [{ value: 'Known@People.test', primary: true }] })
    const from = [{ name: 'Known', address: 'known@people.test' }]
    const { messageId } = await receive(crm, owner, { from, cc: [{ name: '', address: 'LATER@people.test' }] })
    const persons = () => crm.sql`
      select role, person_id from crm.mail_party where message_id = ${messageId} and role <> 'to' order by id`
    expect(await persons()).toEqual([
      { role: 'from', person_id: known },
      { role: 'cc', person_id: null },
    ])

    const { id: later } = await aPerson(owner, { emails: [{ value: 'later@people.test', primary: true }] })
    expect((await persons())[1]).toEqual({ role: 'cc', person_id: later })
  })

  test('HTML is cleaned, pictures of other servers wait, those of the message stay', async () => {
    const html = `<p onclick="x()">Hi <script>alert(1)</script><img src="https://spy.test/p.png" data-src="x" alt="a">
      <img src="cid:logo"><img src="javascript:x"></p>`
    const { messageId } = await receive(crm, owner, { html, text: null })

    const stored = await messageOf(messageId)
    expect(stored.html.replace(/\s+/g, ' ')).toBe(
      '<p>Hi <img data-src="https://spy.test/p.png" alt="a" /> <img src="cid:logo" /><img /></p>',
    )
    expect(stored.snippet).toBe('Hi')
  })

  test('a body that is too large is kept whole as an attachment, and its beginning shown', async () => {
    const html = `<p>${'x'.repeat(1_000_001)}</p>`
    const { messageId } = await receive(crm, owner, { html, text: 'The beginning' })

    const stored = await messageOf(messageId)
    expect(stored.html).toBe(
      '<p>The beginning<br /><br />The message is too large to be shown here. The attachment message.html has all of it.</p>',
    )
    const [file] = await crm.sql`select name, file_size from crm.file where mail_message_id = ${messageId}`
    expect(file).toEqual({ name: 'message.html', file_size: html.length })
  })

  test.each([
    ['nested', '<b>'.repeat(1001)],
    ['nested by tags that close themselves', '<div><p>'.repeat(1001)],
    ['of too many tags', '<br>'.repeat(20_001)],
    ['of brackets', '<'.repeat(900_000)],
  ])('HTML %s is not cleaned, which would take minutes, but kept whole', async (_, html) => {
    const { messageId } = await receive(crm, owner, { html, text: 'The beginning' })

    expect((await messageOf(messageId)).html).toContain('The attachment message.html has all of it.')
    const [file] = await crm.sql`select name, file_size from crm.file where mail_message_id = ${messageId}`
    expect(file).toEqual({ name: 'message.html', file_size: html.length })
  })

  test('a deal that is not there, a date to come and too many recipients do not keep it out', async () => {
    const to = Array.from({ length: 600 }, (_, place) => ({ name: '', address: `r${place}@many.test` }))
    const { messageId, threadId } = await receive(
      crm,
      owner,
      { sentAt: new Date('2099-01-01'), to, defects: ['no charset'] },
      { dealId: 987_654 },
    )

    const stored = await messageOf(messageId)
    expect(stored.message_time.getTime()).toBeLessThanOrEqual(Date.now())
    expect(stored.defects).toEqual([
      'no charset',
      '101 parties more than are kept',
      'sent to deal 987654, which is not there for the owner of the mailbox',
    ])
    expect(await threadOf(threadId)).toMatchObject({ deal_id: null })
  })

  test('nothing when it fails', async () => {
    const before = await crm.sql`select count(*)::int as n from crm.mail_message`
    const attached = [{ content: 'lost' }]

    await expect(receive(crm, owner, {}, { attached, accountId: 999_999, source: 'imap' })).rejects.toThrow()

    expect(await crm.sql`select count(*)::int as n from crm.mail_message`).toEqual(before)
    expect(await crm.sql`select from crm.upload`).toHaveLength(0)
  })
})
