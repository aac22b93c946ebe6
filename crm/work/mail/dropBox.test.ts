import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@portico/kit/log/log'
import { openMailPort } from '@portico/kit/mail/mailPort'
import { openMessageReader } from '@portico/kit/mail/messageReader'
import { sendBySmtp } from '@portico/kit/mail/testing/sendBySmtp'
import { afterAll, expect, test } from 'vitest'
import { aDeal, aLead, aPerson } from '../../testing/builders.ts'
import { servicesOf } from '../../testing/mail.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { openDropBox } from './dropBox.ts'

const crm = await startTestCrm()
const { owner } = crm
const folder = await mkdtemp(join(tmpdir(), 'portico-drop-box-'))
const reader = await openMessageReader(folder)
const port = await openMailPort({ port: 0, host: '127.0.0.1', name: 'crm.example', limited: false })
port.serve({ dropBox: openDropBox(servicesOf(crm)), reader, log: silentLog })
afterAll(async () => {
  await port.stop()
  await reader.close()
  await rm(folder, { recursive: true })
})

let sent = 0
/** Sends a message by SMTP; its id, which it is found by. */
async function send(to: string | string[], more: Partial<Parameters<typeof sendBySmtp>[1]> = {}): Promise<string> {
  const messageId = more.messageId ?? `<${++sent}@customer.example>`
  await sendBySmtp(port.port, {
    from: 'Cora <cora@customer.example>',
    subject: 'About the offer',
    text: 'Hello',
    to,
    ...more,
    messageId,
  })
  return messageId
}

async function kept(messageId: string, company: TestUser = owner) {
  return crm.sql`
    select m.id, m.user_id::int, m.folder, m.source, m.defects, t.deal_id::int, t.lead_id, t.shared
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
    where m.company_id = ${company.companyId} and m.mime_id = ${messageId}`
}

async function addressOf(user: TestUser): Promise<string> {
  const [found] =
    await crm.sql`select email from crm.app_user where company_id = ${user.companyId} and id = ${user.userId}`
  return found?.email
}

test('a message from a stranger goes to the owner of the company, on the deal it was sent to', async () => {
  const deal = await aDeal(owner)

  const id = await send(`company-1+deal${deal.id}@crm.example`)

  expect(await kept(id)).toMatchObject([
    { user_id: owner.userId, folder: 'inbox', source: 'dropbox', deal_id: deal.id, shared: true, defects: [] },
  ])
})

test('a message from a user of the company is one that the user has sent, and belongs to its person', async () => {
  const colleague = await crm.colleague(owner)
  const person = await aPerson(owner, { emails: [{ value: 'dora@customer.example', primary: true, label: 'work' }] })

  const id = await send('dora@customer.example', {
    from: `Carl <${(await addressOf(colleague)).toUpperCase()}>`,
    envelope: { from: await addressOf(colleague), to: 'Company-1@elsewhere.example' },
  })

  const [message] = await kept(id)
  expect(message).toMatchObject({ user_id: colleague.userId, folder: 'sent', deal_id: null })
  const parties = await crm.sql`
    select role, person_id::int from crm.mail_party where company_id = ${owner.companyId} and message_id = ${message?.id}`
  expect(parties).toContainEqual({ role: 'to', person_id: person.id })
})

test('a message goes to a lead by its uuid', async () => {
  const lead = await aLead(owner)

  const id = await send(`company-1+lead${lead.id}@crm.example`)

  expect(await kept(id)).toMatchObject([{ lead_id: lead.id, deal_id: null }])
})

test('a message to a deal that is not there, or that its sender may not see, is kept without it', async () => {
  const hidden = await aDeal(owner, { visible_to: 1 })
  const colleague = await crm.colleague(owner)

  const [toNone, toHidden] = [
    await send('company-1+deal999999@crm.example'),
    await send(`company-1+deal${hidden.id}@crm.example`, { from: await addressOf(colleague) }),
  ]

  expect(await kept(toNone)).toMatchObject([{ deal_id: null, defects: [expect.stringContaining('deal 999999')] }])
  expect(await kept(toHidden)).toMatchObject([{ user_id: colleague.userId, deal_id: null }])
})

test('a message that comes again is there once, also when both come at the same moment', async () => {
  const date = new Date('2026-03-01T10:00:00Z')
  const messageId = '<again@customer.example>'

  await send('company-1@crm.example', { messageId, date })
  await Promise.all([1, 2, 3].map(() => send('company-1@crm.example', { messageId, date })))

  expect(await kept(messageId)).toHaveLength(1)
})

test('one message for two companies and two records is there for each', async () => {
  const other = await crm.company()
  const [{ domain } = { domain: '' }] = await crm.sql`select domain from crm.company where id = ${other.companyId}`
  const [first, second] = [await aDeal(owner), await aDeal(owner)]

  const id = await send([
    'company-1@crm.example',
    `company-1+deal${first.id}@crm.example`,
    `company-1+deal${second.id}@crm.example`,
    `${domain}@crm.example`,
  ])

  const deals = (await kept(id)).map(message => message.deal_id).sort()
  expect(deals).toEqual([first.id, second.id].sort())
  expect(await kept(id, other)).toMatchObject([{ user_id: other.userId, deal_id: null }])
})

test('mail of a user who was switched off goes to the owner', async () => {
  const colleague = await crm.colleague(owner)
  const from = await addressOf(colleague)
  await crm.sql`update crm.app_user set active = false where company_id = ${owner.companyId} and id = ${colleague.userId}`

  const id = await send('company-1@crm.example', { from })

  expect(await kept(id)).toMatchObject([{ user_id: owner.userId, folder: 'inbox' }])
})

test('550 for companies that do not exist or are closed, and for what is no record', async () => {
  const closed = await crm.company()
  const [{ domain } = { domain: '' }] = await crm.sql`
    update crm.company set removal_time = now() + interval '30 days' where id = ${closed.companyId} returning domain`

  for (const to of ['nobody@crm.example', `${domain}@crm.example`, 'company-1+offer@crm.example'])
    await expect(send(to)).rejects.toMatchObject({ responseCode: 550 })
})
