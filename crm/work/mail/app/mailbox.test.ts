import { expect, onTestFinished, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { readEvents } from '../../../testing/eventReader.ts'
import { receive } from '../../../testing/mail.ts'
import { untilNoJobs } from '../../../testing/mailTo.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm

const mailbox = async (user: TestUser, query = '') => (await user.call('GET', `/app/api/mailThreads${query}`)).body
const subjects = (body: { data: { threads: { subject: string }[] } }) => body.data.threads.map(({ subject }) => subject)
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))

test('threads of one mailbox by folder, page and word, with what they are on; of nobody else, admins included', async () => {
  const user = await crm.colleague(owner)
  const { id: dealId } = await aDeal(user, { title: 'Big fish' })
  const first = await receive(crm, user, { subject: 'First', sentAt: at(1) }, { dealId })
  await receive(crm, user, { subject: '100 % sure', sentAt: at(2), text: 'Call me' }, { source: 'imap' })
  const rita = [{ name: 'Rita Räder', address: 'rita@wheels.test' }]
  await receive(crm, user, { subject: 'Third', sentAt: at(3), from: rita }, { source: 'imap' })

  const page = await mailbox(user, '?limit=2')
  expect(subjects(page)).toEqual(['Third', '100 % sure'])
  expect(page.data.unread).toBe(3)
  const next = await mailbox(user, `?limit=2&cursor=${page.additional_data.next_cursor}`)
  expect(subjects(next)).toEqual(['First'])
  expect(next.additional_data.next_cursor).toBeNull()
  expect(next.data.threads[0]).toMatchObject({ deal_id: dealId, deal_title: 'Big fish', has_failed_flag: 0 })

  expect(subjects(await mailbox(user, '?text=räder'))).toEqual(['Third'])
  expect(subjects(await mailbox(user, '?text=WHEELS.test'))).toEqual(['Third'])
  expect(subjects(await mailbox(user, '?text=call%20me'))).toEqual(['100 % sure'])
  expect(subjects(await mailbox(user, '?text=%25'))).toEqual(['100 % sure'])
  await user.call('PUT', `/v1/mailbox/mailThreads/${first.threadId}`, { archived_flag: 1 })
  expect(subjects(await mailbox(user, '?folder=archive'))).toEqual(['First'])
  expect((await mailbox(user)).data.unread).toBe(2)
  expect(subjects(await mailbox(user, `?thread_id=${first.threadId}`))).toEqual(['First'])
  expect(subjects(await mailbox(owner, `?thread_id=${first.threadId}`))).toEqual([])
  expect(subjects(await mailbox(owner, '?folder=archive'))).toEqual([])
  expect((await user.call('GET', '/app/api/mailbox')).body.data).toEqual({
    unread: 2,
    drop_box: 'company-1@portico.test',
  })
  expect((await user.call('GET', '/app/api/mailThreads?cursor=x')).status).toBe(400)
})

test('an answer goes to Reply-To or the sender, to all others but oneself and this server; 404 for what one may not see', async () => {
  const user = await crm.colleague(owner)
  const me = (await user.call('GET', '/v1/users/me')).body.data.email
  const named = (address: string, name = '') => ({ name, address })
  const { messageId } = await receive(
    crm,
    user,
    {
      subject: 'RE: prices',
      html: '<p>One &amp; <b>two</b></p><p>three</p>',
      replyTo: [named('desk@customer.test', 'Desk')],
      to: [named(me), named('boss@customer.test', 'Boss'), named('company-1+deal7@portico.test')],
      cc: [named('BOSS@customer.test'), named('portico@example.com'), named('desk@customer.test')],
    },
    { source: 'imap' },
  )

  const reply = await user.call('GET', `/app/api/mailMessages/${messageId}/answer`)

  expect(reply.body.data).toEqual({
    to: [{ name: 'Desk', address: 'desk@customer.test' }],
    others: [{ name: 'Boss', address: 'boss@customer.test' }],
    subject: 'Re: prices',
    quoted: { who: 'Cora Customer', time: expect.stringMatching(/^\d{4}-/), text: 'One & two\nthree' },
  })
  expect((await owner.call('GET', `/app/api/mailMessages/${messageId}/answer`)).status).toBe(404)
})

test('the stream of the web app says that something came into the mailbox, to its owner, and to others when it is shared', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const streamOf = async (of: TestUser) => {
    const { cookie, ...rest } = await crm.session(of)
    const reader = await readEvents(crm.origin, { ...of, token: '' }, '/v2/changes/stream', { cookie, ...rest })
    onTestFinished(() => reader.close())
    await expect.poll(reader.lastId).not.toBe('')
    return reader
  }
  const [mine, hers] = [await streamOf(user), await streamOf(nora)]

  await receive(crm, user, { subject: 'zqsecret' }, { source: 'imap' })
  await expect.poll(mine.text).toContain('"mail_thread"')
  expect(mine.text()).not.toContain('zqsecret')
  await receive(crm, nora, {}, { source: 'imap' })
  await expect.poll(hers.text).toContain('"mail_message"')
  const told = hers.text().split('"mail_thread"').length

  await receive(crm, user, { subject: 'Another secret' }, { source: 'imap' })
  const { id: dealId } = await aDeal(user)
  await expect.poll(hers.text).toContain(`"item_id":${dealId}`)
  expect(hers.text().split('"mail_thread"').length).toBe(told)
  await receive(crm, user, { subject: 'For all' }, { dealId })
  await expect.poll(() => hers.text().split('"mail_thread"').length).toBeGreaterThan(told)
  await untilNoJobs(crm)
})
