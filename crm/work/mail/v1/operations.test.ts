import { DealsApi, MailboxApi, OrganizationsApi, PersonsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal, aLead, anOrganization, aPerson } from '../../../testing/builders.ts'
import { receive } from '../../../testing/mail.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const mailbox = new MailboxApi(owner.v1)
const colleague = await crm.colleague(owner)

const refused = async (user: TestUser, method: string, path: string, body?: object) => {
  const reply = await user.call(method, `/v1/mailbox${path}`, body)
  return [reply.status, reply.body.field]
}
const bodyOf = (id: number, query = '', user = owner) =>
  fetch(`${crm.origin}/v1/mailbox/mailMessages/${id}/body${query}`, { headers: { 'x-api-token': user.token } })

/** A person of an organization, who writes. */
async function correspondent(address: string) {
  const org = await anOrganization(owner, { name: 'Customer Ltd' })
  const person = await aPerson(owner, { name: 'Cora', org_id: org.id, emails: [{ value: address, primary: true }] })
  return { org, person, from: [{ name: 'Cora C', address }] }
}

describe('with the official client', () => {
  test('a thread is listed, read, changed and deleted', async () => {
    const { person, org, from } = await correspondent('client@customer.test')
    const { threadId: id, messageId } = await receive(crm, owner, { from, messageId: '<client@c.test>' })
    const sent = { inReplyTo: '<client@c.test>', text: 'Dear Cora', sentAt: new Date('2026-03-02T09:00:00.500Z') }
    const me = [{ name: 'Olga', address: 'owner-1@example.com' }]
    await receive(crm, owner, { ...sent, from: me, to: from }, { folder: 'sent', attached: [{ content: 'offer' }] })

    const listed = (await mailbox.getMailThreads({ folder: 'inbox', start: 0, limit: 1 })).data ?? []
    const one = (await mailbox.getMailThread({ id })).data
    expect(listed).toEqual([one])
    expect(one).toMatchObject({
      id,
      user_id: owner.userId,
      account_id: null,
      subject: 'About the offer',
      snippet: 'Dear Cora',
      snippet_sent: 'Dear Cora',
      snippet_draft: null,
      read_flag: 0,
      shared_flag: 1,
      archived_flag: 0,
      deleted_flag: 0,
      synced_flag: 0,
      smart_bcc_flag: 1,
      has_attachments_flag: 1,
      has_real_attachments_flag: 1,
      has_inline_attachments_flag: 0,
      has_sent_flag: 1,
      has_draft_flag: 0,
      all_messages_sent_flag: 0,
      first_message_to_me_flag: 1,
      message_count: 2,
      folders: ['inbox', 'sent'],
      deal_id: null,
      lead_id: null,
      drafts_parties: [],
      first_message_timestamp: '2026-03-01T10:00:00.000Z',
      last_message_timestamp: '2026-03-02T09:00:00.500Z',
      last_message_sent_timestamp: '2026-03-02T09:00:00.500Z',
      last_message_received_timestamp: '2026-03-01T10:00:00.000Z',
    })
    const cora = { linked_person_id: person.id, linked_person_name: 'Cora', linked_organization_id: org.id }
    expect(one?.parties?.from).toMatchObject([
      { email_address: 'owner-1@example.com', latest_sent: true, linked_person_id: null },
      {
        email_address: 'client@customer.test',
        latest_sent: false,
        message_time: Date.parse('2026-03-01T10:00Z'),
        ...cora,
      },
    ])
    expect(one?.parties?.to).toMatchObject([{ ...cora, name: 'Cora C' }, { email_address: 'owner-1@example.com' }])

    const messages = (await mailbox.getMailThreadMessages({ id })).data ?? []
    expect(messages).toMatchObject([
      { id: messageId, mail_thread_id: id, sent_flag: 0, has_body_flag: 1, from: [cora], to: [{}] },
      { sent_flag: 1, sent_from_pipedrive_flag: 0, has_real_attachments_flag: 1, to: [cora] },
    ])

    const { id: deal_id } = await aDeal(owner)
    const flags = { shared_flag: 0, read_flag: 1, archived_flag: 1 } as const
    const changed = (await mailbox.updateMailThreadDetails({ id, deal_id, ...flags })).data
    expect(changed).toMatchObject({ deal_id, deal_status: 'open', ...flags, folders: ['sent', 'archive'] })
    expect((await mailbox.getMailThread({ id })).data).toEqual(changed)
    const { id: lead_id } = await aLead(owner)
    expect((await mailbox.updateMailThreadDetails({ id, lead_id })).data).toMatchObject({ deal_id: null, lead_id })
    expect(
      await crm.sql`select shared, read, archived, deal_id, lead_id from crm.mail_thread where id = ${id}`,
    ).toEqual([{ shared: false, read: true, archived: true, deal_id: null, lead_id }])

    expect((await mailbox.deleteMailThread({ id })).data).toEqual({ id })
    expect((await mailbox.getMailThread({ id })).data).toMatchObject({ deleted_flag: 1 })
    expect((await mailbox.getMailThreads({ folder: 'archive' })).data).toBeNull()
    expect(await refused(owner, 'PUT', `/mailThreads/${id}`, { read_flag: 0 })).toEqual([410, undefined])
    expect(await crm.sql`select is_deleted from crm.file where mail_message_id is not null`).toEqual([
      { is_deleted: true },
    ])
  })

  test('a message is read with its body and without', async () => {
    const html = '<p>Hi<img src="https://spy.test/x.png" alt="logo"></p>'
    const { messageId: id } = await receive(crm, owner, { html, cc: [{ name: 'Cc', address: 'cc@x.test' }] })

    const plain = await mailbox.getMailMessage({ id })
    expect(plain).toMatchObject({ success: true, statusCode: 200, statusText: 'OK', service: 'mailbox' })
    expect(plain.data).not.toHaveProperty('body')
    expect(plain.data).toMatchObject({
      id,
      subject: 'About the offer',
      snippet: 'Hello, thank you for the offer.',
      body_url: `http://portico.test/v1/mailbox/mailMessages/${id}/body`,
      from: [{ name: 'Cora Customer', email_address: 'cora@customer.example' }],
      cc: [{ name: 'Cc', email_address: 'cc@x.test' }],
      bcc: [],
      draft: null,
      draft_flag: 0,
      message_time: '2026-03-01T10:00:00.000Z',
    })
    const whole = await mailbox.getMailMessage({ id, include_body: 1 })
    expect(whole.data).toEqual({ ...plain.data, body: '<p>Hi<img data-src="https://spy.test/x.png" alt="logo" /></p>' })
  })

  test('the messages of a deal, a person and an organization are listed, newest first', async () => {
    const { person, org, from } = await correspondent('listed@customer.test')
    const { id: dealId } = await aDeal(owner)
    const old = await receive(crm, owner, { from, text: 'Older', messageId: '<older@c.test>' }, { dealId })
    const answer = { text: 'Newer', inReplyTo: '<older@c.test>', sentAt: new Date('2026-03-05T10:00:00Z') }
    const young = await receive(crm, owner, { ...answer, to: from }, { folder: 'sent', dealId })

    const ofDeal = (await new DealsApi(owner.v1).getDealMailMessages({ id: dealId })).data
    const ofPerson = (await new PersonsApi(owner.v1).getPersonMailMessages({ id: person.id })).data
    const organizations = new OrganizationsApi(owner.v1)
    const ofOrg = (await organizations.getOrganizationMailMessages({ id: org.id, include_body: 1, limit: 1 })).data

    expect(ofDeal).toMatchObject([
      {
        object: 'mailMessage',
        timestamp: '2026-03-05 10:00:00',
        data: { id: young.messageId, item_type: 'mailMessage' },
      },
      { data: { id: old.messageId, mua_message_id: '<older@c.test>', company_id: owner.companyId } },
    ])
    expect(ofPerson).toEqual(ofDeal)
    expect(ofOrg).toMatchObject([{ data: { id: young.messageId, body: '<p>Newer</p>' } }])
    const { status } = await owner.call('GET', '/v1/deals/987654/mailMessages')
    expect(status).toBe(404)
  })
})

describe('folders', () => {
  test('show what was received, what was sent, and what was put away', async () => {
    const user = await crm.colleague(owner)
    const inbox = (await receive(crm, user)).threadId
    const sent = (await receive(crm, user, {}, { folder: 'sent' })).threadId
    const away = (await receive(crm, user)).threadId
    await user.call('PUT', `/v1/mailbox/mailThreads/${away}`, { archived_flag: 1 })
    const shown = async (query: string) => {
      const { body } = await user.call('GET', `/v1/mailbox/mailThreads${query}`)
      return body.data?.map((thread: { id: number }) => thread.id) ?? null
    }

    expect(await shown('')).toEqual([inbox])
    expect(await shown('?folder=inbox')).toEqual([inbox])
    expect(await shown('?folder=sent')).toEqual([sent])
    expect(await shown('?folder=archive')).toEqual([away])
    expect(await shown('?folder=drafts')).toBeNull()
    expect(await refused(user, 'GET', '/mailThreads?folder=spam')).toEqual([400, 'folder'])
  })

  test('are paged by the latest message', async () => {
    const user = await crm.colleague(owner)
    const ids: number[] = []
    for (const day of [3, 1, 2])
      ids.push((await receive(crm, user, { sentAt: new Date(`2026-04-0${day}T00:00:00Z`) })).threadId)
    const page = async (start: number) =>
      (await user.call('GET', `/v1/mailbox/mailThreads?limit=2&start=${start}`)).body

    const [first, second] = [await page(0), await page(2)]
    expect([...first.data, ...second.data].map(thread => thread.id)).toEqual([ids[0], ids[2], ids[1]])
    expect(first.additional_data.pagination).toMatchObject({ more_items_in_collection: true, next_start: 2 })
  })
})

test('400 for a link to what is not there, hidden, or to two records; null takes a thread off', async () => {
  const { threadId: id } = await receive(crm, colleague)
  const hidden = await aDeal(owner, { visible_to: 1 })
  const [deal, lead] = [await aDeal(owner), await aLead(owner)]
  const put = (body: object) => refused(colleague, 'PUT', `/mailThreads/${id}`, body)

  expect(await put({ deal_id: 987654 })).toEqual([400, 'deal_id'])
  expect(await put({ deal_id: hidden.id })).toEqual([400, 'deal_id'])
  expect(await put({ lead_id: '123e4567-e89b-12d3-a456-426614174000' })).toEqual([400, 'lead_id'])
  expect(await put({ deal_id: deal.id, lead_id: lead.id })).toEqual([400, 'lead_id'])
  expect(await put({ read_flag: 'maybe' })).toEqual([400, 'read_flag'])
  expect(await put({ deal_id: deal.id })).toEqual([200, undefined])
  const off = await colleague.call('PUT', `/v1/mailbox/mailThreads/${id}`, { deal_id: null })
  expect(off.body.data).toMatchObject({ deal_id: null, deal_status: null })
})

test('403 for changing or deleting what a colleague has shared, or an attachment of it', async () => {
  const { id: dealId } = await aDeal(owner)
  const { threadId, messageId } = await receive(crm, owner, {}, { dealId, attached: [{ content: 'x' }] })
  const files = await colleague.call('GET', `/v1/mailbox/mailMessages/${messageId}/files`)
  const [file] = files.body.data

  expect(file).toMatchObject({ mail_message_id: String(messageId), name: 'offer.txt', inline_flag: false })
  expect(await refused(colleague, 'PUT', `/mailThreads/${threadId}`, { read_flag: 1 })).toEqual([403, undefined])
  expect(await refused(colleague, 'DELETE', `/mailThreads/${threadId}`)).toEqual([403, undefined])
  for (const user of [owner, colleague]) {
    expect((await user.call('PUT', `/v1/files/${file.id}`, { name: 'x' })).status).toBe(403)
    expect((await user.call('DELETE', `/v1/files/${file.id}`)).status).toBe(403)
  }
})

describe('the page of a body', () => {
  test('runs nothing, and loads pictures of other servers only when asked to', async () => {
    const html = '<p onload="x()">Hi<script>x()</script><img src="https://spy.test/x.png"></p>'
    const { messageId } = await receive(crm, owner, { html })

    const shut = await bodyOf(messageId)
    expect(shut.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = shut.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]+'; sandbox allow-popups allow-popups-to-escape-sandbox$/,
    )
    expect(await shut.text()).toContain('<body><p>Hi<img data-src="https://spy.test/x.png" /></p></body>')
    expect(shut.headers.get('x-foreign-pictures')).toBe('left out')
    const plain = await receive(crm, owner, { html: '<p>Hi</p>' })
    expect((await bodyOf(plain.messageId)).headers.get('x-foreign-pictures')).toBe(null)
    const open = await bodyOf(messageId, '?pictures=1')
    expect(open.headers.get('x-foreign-pictures')).toBe(null)
    expect(open.headers.get('content-security-policy')).toContain('img-src data: https: http:; style-src')
    expect(await open.text()).toContain('<img src="https://spy.test/x.png" />')
  })

  test('has the pictures of the message in it, and nothing else of its attachments', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk', 'base64')
    const html = '<img src="cid:a&b"><img src="cid:page"><img src="cid:none">'
    const { messageId } = await receive(
      crm,
      owner,
      { html },
      {
        attached: [
          { content: png, contentId: 'a&b', inline: true, filename: 'logo.png' },
          { content: '<script>x()</script>', contentId: 'page', inline: true, contentType: 'image/png' },
        ],
      },
    )

    expect(await (await bodyOf(messageId)).text()).toContain(
      `<img src="data:image/png;base64,${png.toString('base64')}" /><img src="cid:page" /><img src="cid:none" />`,
    )
  })

  test('404 without a body or for another, 410 when it is deleted', async () => {
    const empty = await receive(crm, owner, { text: null })
    const mine = await receive(crm, owner, {}, { source: 'imap' })

    expect((await bodyOf(empty.messageId)).status).toBe(404)
    expect((await bodyOf(mine.messageId, '', colleague)).status).toBe(404)
    expect((await bodyOf(mine.messageId)).status).toBe(200)
    await owner.call('DELETE', `/v1/mailbox/mailThreads/${mine.threadId}`)
    expect((await bodyOf(mine.messageId)).status).toBe(410)
  })
})
