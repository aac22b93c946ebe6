import { failure } from '@portico/kit/api/failure'
import { parseSender } from '@portico/kit/mail/address'
import type { Message } from '@portico/kit/mail/message'
import { describe, expect, test } from 'vitest'
import { aDeal, aLead, aPerson } from '../../../testing/builders.ts'
import { lettersOf, mimeIdOf, receive, servicesOf } from '../../../testing/mail.ts'
import { untilNoJobs } from '../../../testing/mailTo.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { sendMailTask } from '../sendMailTask.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)

const CORA = { address: 'cora@customer.test', name: 'Cora Ünder' }
const write = (body: object, user = owner) =>
  user.call('POST', '/app/api/mailMessages', { to: [CORA], subject: 'Offer', body: '<p>Dear Cora</p>', ...body })
async function written(body: object, user = owner) {
  const reply = await write(body, user)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data
}
const get = async (path: string, user: TestUser = owner) => (await user.call('GET', path)).body.data

describe('a message written on a deal', () => {
  test('leaves once under the name of its writer, and is in its thread on the deal', async () => {
    const person = await aPerson(owner, { name: 'Cora', emails: [{ value: CORA.address, primary: true }] })
    const { id: deal_id } = await aDeal(owner)

    const { id, mail_thread_id, send_state } = await written({
      deal_id,
      cc: [{ address: 'cc@customer.test' }],
      bcc: [{ address: 'bcc@customer.test' }],
      body: '<p>Dear <b>Cora</b><script>x()</script></p>',
    })
    expect(send_state).toBe('queued')
    await untilNoJobs(crm)

    const mimeId = await mimeIdOf(crm, id)
    const [letter, ...more] = await lettersOf(crm, mimeId)
    expect(more).toEqual([])
    expect(letter?.text).toBe('Dear Cora')
    expect(letter?.headers.get('from')).toBe('Olga Owner <portico@example.com>')
    expect(letter?.headers.get('to')).toContain('<cora@customer.test>')
    expect(letter?.headers.get('cc')).toBe('cc@customer.test')
    // Only the file that stands for sending tells it, not what a mail server gets (kit/mail/overSmtp.test.ts).
    expect(letter?.headers.get('bcc')).toBe('bcc@customer.test')
    expect(letter?.headers.get('reply-to')).toContain('<owner-1@example.com>')
    expect(letter?.headers.get('reply-to')).toContain(`company-1+deal${deal_id}@portico.test`)
    const [message] = await get(`/v1/mailbox/mailThreads/${mail_thread_id}/mailMessages`)
    expect(message).toMatchObject({
      id,
      sent_flag: 1,
      sent_from_pipedrive_flag: 1,
      draft_flag: 0,
      snippet: 'Dear Cora',
    })
    expect(message.to).toMatchObject([{ linked_person_id: person.id }])
    expect(await get(`/app/api/mailMessages/${id}`)).toMatchObject({ send_state: 'sent', send_error: null })
    const thread = await get(`/v1/mailbox/mailThreads/${mail_thread_id}`)
    expect(thread).toMatchObject({ deal_id, folders: ['sent'], shared_flag: 1, all_messages_sent_flag: 1 })
    expect((await get(`/v1/deals/${deal_id}`)).email_messages_count).toBe(1)
  })

  test('gets its answer out of the drop-box into the same thread, whoever owns the deal, private or not', async () => {
    for (const shared_flag of [true, false]) {
      const { id: deal_id } = await aDeal(owner)
      const { id, mail_thread_id } = await written({ deal_id, shared_flag }, colleague)
      const inReplyTo = await mimeIdOf(crm, id)

      const answer = { inReplyTo, references: [inReplyTo], messageId: `<answer-${id}@customer.test>` }
      const received = await receive(crm, owner, answer, { dealId: deal_id })
      const again = await receive(crm, owner, answer, { dealId: deal_id })
      const read = await receive(crm, colleague, answer, { source: 'imap' })

      expect(received).toMatchObject({ threadId: mail_thread_id, alreadyThere: false })
      expect([again, read]).toEqual(Array(2).fill({ ...received, alreadyThere: true }))
      expect(await get(`/v1/mailbox/mailThreads/${mail_thread_id}`, colleague)).toMatchObject({
        message_count: 2,
        read_flag: 0,
        shared_flag: Number(shared_flag),
        folders: ['inbox', 'sent'],
      })
    }
  })

  test('is known when a copy of it comes back', async () => {
    const { id, mail_thread_id } = await written({})
    await untilNoJobs(crm)
    const messageId = await mimeIdOf(crm, id)
    const [letter] = await lettersOf(crm, messageId)
    const copy = {
      messageId,
      from: [parseSender(letter?.headers.get('from') ?? '')],
      sentAt: new Date(letter?.headers.get('date') ?? ''),
    }

    const expected = { messageId: id, threadId: mail_thread_id, alreadyThere: true }
    expect(await receive(crm, owner, copy, { source: 'imap', folder: 'sent' })).toEqual(expected)
  })
})

test('an answer goes to who wrote, on the same record, and refers to what it answers', async () => {
  const { id: leadId } = await aLead(owner)
  const first = { messageId: '<first@customer.test>', references: ['<zero@customer.test>'], subject: 'Prices?' }
  const replyTo = [{ name: 'Desk', address: 'desk@customer.test' }]
  const received = await receive(crm, owner, { ...first, replyTo }, { leadId })

  const mine = await written({ to: undefined, subject: undefined, reply_to_message_id: received.messageId })
  const others = await written(
    { to: undefined, subject: undefined, reply_to_message_id: received.messageId },
    colleague,
  )
  await untilNoJobs(crm)

  expect(mine).toMatchObject({ mail_thread_id: received.threadId, subject: 'Re: Prices?' })
  expect(mine.to).toMatchObject([{ email_address: 'desk@customer.test', name: 'Desk' }])
  const [letter] = await lettersOf(crm, await mimeIdOf(crm, mine.id))
  expect(letter?.headers.get('in-reply-to')).toBe('<first@customer.test>')
  expect(letter?.headers.get('references')).toBe('<zero@customer.test> <first@customer.test>')
  expect(letter?.headers.get('reply-to')).toContain(`company-1+lead${leadId}@portico.test`)
  // A colleague who sees the thread answers out of a mailbox of their own.
  expect(others.mail_thread_id).not.toBe(received.threadId)
  expect(await get(`/v1/mailbox/mailThreads/${others.mail_thread_id}`, colleague)).toMatchObject({ lead_id: leadId })
})

describe('drafts', () => {
  test('are changed, sent and deleted by their writer, and seen by nobody else', async () => {
    const { id: dealId } = await aDeal(owner)
    const { threadId, messageId } = await receive(crm, owner, {}, { dealId })
    const draft = await written({ draft_flag: true, body: 'zqdraft', reply_to_message_id: messageId })
    expect(draft).toMatchObject({ mail_thread_id: threadId, draft_flag: 1, sent_flag: 0, send_state: null })
    expect(JSON.parse(draft.draft)).toMatchObject({ subject: 'Offer', body: 'zqdraft' })

    expect((await get('/v1/mailbox/mailThreads?folder=drafts'))[0]).toMatchObject({
      id: threadId,
      has_draft_flag: 1,
      snippet_draft: 'zqdraft',
      message_count: 1,
      folders: ['inbox', 'drafts'],
      drafts_parties: [{ email_address: CORA.address }, {}],
    })
    const seen = [
      await colleague.call('GET', `/v1/mailbox/mailThreads/${threadId}`),
      await colleague.call('GET', `/v1/mailbox/mailThreads/${threadId}/mailMessages`),
      await colleague.call('GET', `/v1/deals/${dealId}/mailMessages?include_body=1`),
    ]
    expect(seen.map(reply => reply.status)).toEqual([200, 200, 200])
    expect(JSON.stringify(seen.map(reply => reply.body))).not.toContain('zqdraft')
    expect(seen[0]?.body.data).toMatchObject({ has_draft_flag: 0, snippet_draft: null, drafts_parties: [] })
    for (const [method, path] of [
      ['GET', `/v1/mailbox/mailMessages/${draft.id}`],
      ['GET', `/app/api/mailMessages/${draft.id}`],
      ['DELETE', `/app/api/mailMessages/${draft.id}`],
    ] as const)
      expect((await colleague.call(method, path)).status, path).toBe(404)
    for (const [method, path, body] of [
      ['PUT', '', { subject: 'Mine' }],
      ['POST', '/send', undefined],
    ] as const)
      expect((await colleague.call(method, `/app/api/mailMessages/${draft.id}${path}`, body)).status).toBe(404)

    const to = [{ address: 'other@customer.test' }]
    const changed = await owner.call('PUT', `/app/api/mailMessages/${draft.id}`, { to, body: '<p>Other</p>' })
    expect(changed.body.data).toMatchObject({ subject: 'Offer', body: '<p>Other</p>', snippet: 'Other' })
    expect(changed.body.data.to).toMatchObject([{ email_address: 'other@customer.test' }])
    expect((await owner.call('POST', `/app/api/mailMessages/${draft.id}/send`)).body.data).toMatchObject({
      draft_flag: 0,
      draft: null,
      send_state: 'queued',
    })
    await untilNoJobs(crm)
    expect(await lettersOf(crm, await mimeIdOf(crm, draft.id))).toMatchObject([{ text: 'Other' }])
    expect((await owner.call('POST', `/app/api/mailMessages/${draft.id}/send`)).status).toBe(409)
    expect((await owner.call('PUT', `/app/api/mailMessages/${draft.id}`, { to })).status).toBe(409)
    expect((await owner.call('DELETE', `/app/api/mailMessages/${draft.id}`)).status).toBe(409)
  })

  test('take their thread along when there is nothing else in it', async () => {
    const alone = await written({ draft_flag: true, to: undefined, body: undefined, subject: undefined })
    expect((await owner.call('POST', `/app/api/mailMessages/${alone.id}/send`)).body.field).toBe('to')

    expect((await owner.call('DELETE', `/app/api/mailMessages/${alone.id}`)).status).toBe(200)

    expect(await get(`/v1/mailbox/mailThreads/${alone.mail_thread_id}`)).toMatchObject({ deleted_flag: 1 })
    expect((await owner.call('GET', `/app/api/mailMessages/${alone.id}`)).status).toBe(404)
  })
})

describe('sending', () => {
  /** A message that waits to be sent, and a mail server that answers as it is told. */
  async function waiting(answer: () => Promise<void>) {
    const { id } = await written({})
    await untilNoJobs(crm)
    const letters: Message[] = []
    const mail = {
      place: 'test',
      from: { name: '', address: 'portico@example.com' },
      leaves: true,
      check: async () => {},
      async send(message: Message) {
        letters.push(message)
        await answer()
      },
    }
    const task = sendMailTask(servicesOf(crm), mail)
    await crm.sql`update crm.mail_message set send_state = 'queued' where id = ${id}`
    const run = (attempt = 1) => task({ companyId: owner.companyId, messageId: id }, { attempt })
    return { id, run, letters, state: async () => get(`/app/api/mailMessages/${id}`) }
  }

  test('happens once, however often its job runs', async () => {
    const { run, letters, state } = await waiting(async () => {})

    for (let times = 0; times < 3; times++) await run()

    expect(letters).toHaveLength(1)
    expect(await state()).toMatchObject({ send_state: 'sent', sent_flag: 1 })
  })

  test('is given up when the server refuses for good, says why, and can be asked for again', async () => {
    const { id, run, state } = await waiting(async () => {
      throw failure('unprocessable', 'The mail server refuses the recipient')
    })

    await run()

    const refused = { send_state: 'failed', send_error: 'The mail server refuses the recipient', sent_flag: 0 }
    expect(await state()).toMatchObject(refused)
    expect((await owner.call('POST', `/app/api/mailMessages/${id}/send`)).status).toBe(200)
    await untilNoJobs(crm)
    expect(await state()).toMatchObject({ send_state: 'sent', send_error: null })
  })

  test('is tried again while the server cannot be reached, and given up after ten times', async () => {
    const { run, state } = await waiting(async () => {
      throw failure('unavailable', 'The mail server cannot be reached')
    })

    await expect(run(9)).rejects.toThrow('cannot be reached')
    expect(await state()).toMatchObject({ send_state: 'queued' })
    await run(10)
    expect(await state()).toMatchObject({ send_state: 'failed', send_error: 'The mail server cannot be reached' })
  })
})

test('400 names what is wrong with a message, and nothing is stored', async () => {
  const hidden = await aDeal(owner, { visible_to: 1 })
  const { messageId } = await receive(crm, owner, {}, { source: 'imap' })
  const [deal, lead] = [await aDeal(owner), await aLead(owner)]
  const before = await crm.sql`select count(*)::int as n from crm.mail_message`
  const wrong: [object, string][] = [
    [{ to: undefined }, 'to'],
    [{ to: [] }, 'to'],
    [{ to: [{ address: 'not an address' }] }, 'to'],
    [{ to: [{ address: 'a@x.test, b@x.test' }] }, 'to'],
    [{ to: [{ address: 'a@x.test', name: 'A\r\nBcc: b@x.test' }] }, 'to'],
    [{ cc: [{ address: 'x' }] }, 'cc'],
    [{ bcc: [{ address: 'x' }] }, 'bcc'],
    [{ subject: 'One\r\nBcc: spy@x.test' }, 'subject'],
    [{ body: '<script>x()</script>' }, 'body'],
    [{ body: undefined }, 'body'],
    [{ deal_id: 987_654 }, 'deal_id'],
    [{ deal_id: hidden.id }, 'deal_id'],
    [{ lead_id: '123e4567-e89b-12d3-a456-426614174000' }, 'lead_id'],
    [{ deal_id: deal.id, lead_id: lead.id }, 'lead_id'],
    [{ reply_to_message_id: messageId }, 'reply_to_message_id'],
    [{ from: 'x@x.test' }, 'from'],
  ]

  for (const [body, field] of wrong) {
    const reply = await write(body, colleague)
    expect([reply.status, reply.body.field], JSON.stringify(body)).toEqual([400, field])
  }
  expect(await crm.sql`select count(*)::int as n from crm.mail_message`).toEqual(before)
})

test('429 when a company has written a thousand messages within a day', async () => {
  const other = await crm.company()
  const { id, mail_thread_id } = await written({}, other)
  await crm.sql`
    insert into crm.mail_message (company_id, thread_id, user_id, source, folder, ingest_key, delivery, subject, snippet, message_time, has_body)
    select ${other.companyId}, ${mail_thread_id}, ${other.userId}, 'written', 'sent', 'n' || n, 'written', '', '', now(), false
    from generate_series(1, 999) n`

  expect((await write({}, other)).status).toBe(429)
  expect((await write({})).status).toBe(201)
  expect(id).toBeGreaterThan(0)
})
