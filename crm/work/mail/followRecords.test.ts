import { describe, expect, test } from 'vitest'
import { PURGE } from '../../across/purge/purge.ts'
import { aDeal, aLead, anOrganization, aPerson } from '../../testing/builders.ts'
import { fileCalls } from '../../testing/fileCalls.ts'
import { receive } from '../../testing/mail.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const { owner } = crm
const colleague = await crm.colleague(owner)
const admin = await crm.colleague(owner, { admin: true })
const { allJobsDone, run } = fileCalls(crm)

const get = async (user: TestUser, path: string) => (await user.call('GET', path)).body.data
const threadOf = (id: number, user = owner) => get(user, `/v1/mailbox/mailThreads/${id}`)

let people = 0
/** A person of an organization, with an address of its own. */
async function correspondent(more: object = {}) {
  const address = `person-${++people}@customer.test`
  const { id: org } = await anOrganization(owner)
  const { id: person } = await aPerson(owner, { emails: [{ value: address, primary: true }], org_id: org, ...more })
  return { org, person, from: [{ name: 'Customer', address }] }
}

/** Whether each way to a thread answers. */
async function waysTo(user: TestUser, { threadId, messageId }: { threadId: number; messageId: number }) {
  const [file] = await crm.sql`select id from crm.file where mail_message_id = ${messageId}`
  const paths = [
    `/v1/mailbox/mailThreads/${threadId}`,
    `/v1/mailbox/mailThreads/${threadId}/mailMessages`,
    `/v1/mailbox/mailMessages/${messageId}`,
    `/v1/mailbox/mailMessages/${messageId}/files`,
    `/v1/files/${file?.id}`,
  ]
  const statuses = new Set<number>()
  for (const path of paths) statuses.add((await user.call('GET', path)).status)
  for (const path of [`mailMessages/${messageId}/body`, `mailMessages/${messageId}/body?pictures=1`]) {
    const reply = await fetch(`${crm.origin}/v1/mailbox/${path}`, { headers: { 'x-api-token': user.token } })
    statuses.add(reply.status)
  }
  return [...statuses]
}

describe('who sees a thread', () => {
  const attached = [{ content: 'x', filename: 'zqattached.txt' }]

  test('its user alone when it is private, not even an admin, wherever mail is shown', async () => {
    const { person, org, from } = await correspondent()
    const { id: dealId } = await aDeal(owner)
    const mail = await receive(crm, owner, { from }, { dealId, attached, source: 'imap' })
    const everywhere = async (user: TestUser) => {
      const shown: unknown[] = []
      for (const path of [`deals/${dealId}`, `persons/${person}`, `organizations/${org}`]) {
        shown.push((await get(user, `/v1/${path}/mailMessages`))?.length)
        shown.push((await get(user, `/v1/${path}/flow?items=mailMessage`))?.length)
        shown.push((await get(user, `/v1/${path}`)).email_messages_count)
      }
      const found = (await get(user, '/v2/itemSearch?term=zqattached&item_types=mail_attachment')).items
      return [...shown, found.length]
    }

    for (const user of [colleague, admin]) {
      expect(await waysTo(user, mail)).toEqual([404])
      expect(await everywhere(user)).toEqual([...Array(3).fill([undefined, undefined, 0]).flat(), 0])
    }
    expect(await waysTo(owner, mail)).toEqual([200])
    expect(await everywhere(owner)).toEqual(Array(10).fill(1))

    await owner.call('PUT', `/v1/mailbox/mailThreads/${mail.threadId}`, { shared_flag: 1 })
    for (const user of [colleague, admin]) {
      expect(await waysTo(user, mail)).toEqual([200])
      expect(await everywhere(user)).toEqual(Array(10).fill(1))
    }
  })

  test('those who see its deal or lead when it is shared, whoever its persons are', async () => {
    const { from } = await correspondent({ visible_to: 7 })
    const hidden = await aDeal(owner, { visible_to: 1 })
    const lead = await aLead(owner, { visible_to: '1' })
    const onDeal = await receive(crm, owner, { from }, { dealId: hidden.id, attached })
    const onLead = await receive(crm, owner, { from }, { leadId: lead.id, attached })

    for (const mail of [onDeal, onLead]) {
      expect(await waysTo(colleague, mail)).toEqual([404])
      expect(await waysTo(admin, mail)).toEqual([200])
    }
    await owner.call('PUT', `/v1/deals/${hidden.id}`, { visible_to: '7' })
    expect(await waysTo(colleague, onDeal)).toEqual([200])
  })

  test('those who see one of its persons when it is shared and on no record', async () => {
    const hidden = await correspondent({ visible_to: 1 })
    const open = await correspondent({ visible_to: 7 })
    const one = await receive(crm, owner, { from: hidden.from }, { attached })
    const both = await receive(crm, owner, { from: hidden.from, cc: open.from }, { attached })
    const none = await receive(crm, owner, {}, { attached })

    expect(await waysTo(colleague, one)).toEqual([404])
    expect(await waysTo(colleague, both)).toEqual([200])
    expect(await waysTo(colleague, none)).toEqual([404])
    const { parties } = await threadOf(both.threadId, colleague)
    expect(parties.from).toMatchObject([{ linked_person_id: null, linked_person_name: null }])
    expect((await threadOf(both.threadId)).parties.from).toMatchObject([{ linked_person_id: hidden.person }])
  })

  test('nobody of another company', async () => {
    const stranger = await crm.company()
    const mail = await receive(crm, owner, {}, { dealId: (await aDeal(owner)).id, attached })

    expect(await waysTo(stranger, mail)).toEqual([404])
    expect(await get(stranger, '/v1/mailbox/mailThreads')).toBeNull()
  })
})

test('counts and last times of mail are those of deals, persons and organizations in both versions', async () => {
  const { person, org, from } = await correspondent()
  const { id: deal } = await aDeal(owner)
  await receive(crm, owner, { from, cc: from, messageId: '<c1@count.test>' }, { dealId: deal })
  const sentAt = new Date('2026-03-07T08:00:00Z')
  await receive(crm, owner, { to: from, inReplyTo: '<c1@count.test>', sentAt }, { dealId: deal, folder: 'sent' })

  const fields = 'email_messages_count,last_incoming_mail_time,last_outgoing_mail_time'
  const v1 = {
    email_messages_count: 2,
    last_incoming_mail_time: '2026-03-01 10:00:00',
    last_outgoing_mail_time: '2026-03-07 08:00:00',
  }
  const v2 = {
    email_messages_count: 2,
    last_incoming_mail_time: '2026-03-01T10:00:00Z',
    last_outgoing_mail_time: '2026-03-07T08:00:00Z',
  }
  for (const path of [`deals/${deal}`, `persons/${person}`]) {
    expect(await get(owner, `/v1/${path}`)).toMatchObject(v1)
    expect(await get(owner, `/v2/${path}?include_fields=${fields}`)).toMatchObject(v2)
  }
  expect(await get(owner, `/v1/organizations/${org}`)).toMatchObject({ email_messages_count: 2 })
  const organization = await get(owner, `/v2/organizations/${org}?include_fields=email_messages_count`)
  expect(organization).toMatchObject({ email_messages_count: 2 })
})

test('the flow shows messages, those with attachments by a name of their own', async () => {
  const { id: dealId } = await aDeal(owner)
  const plain = await receive(crm, owner, {}, { dealId })
  const sentAt = new Date('2026-03-09T08:00:00Z')
  const attached = await receive(crm, owner, { sentAt }, { dealId, attached: [{ content: 'x' }] })
  const flow = async (query: string) =>
    (await get(owner, `/v1/deals/${dealId}/flow${query}`)).map(
      ({ object, data }: { object: string; data: { id: number } }) => [object, data.id],
    )

  const both = [
    ['mailMessageWithAttachment', attached.messageId],
    ['mailMessage', plain.messageId],
  ]
  expect(await flow('?items=mailMessage')).toEqual(both)
  expect(await flow('?items=mailMessageWithAttachment')).toEqual([both[0]])
  expect((await flow('')).filter(([object]: string[]) => object?.startsWith('mail'))).toEqual(both)
})

test('search finds attachments by their name, and not as files', async () => {
  const { id: dealId } = await aDeal(owner, { title: 'With mail' })
  const { messageId, threadId } = await receive(
    crm,
    owner,
    { subject: 'Plans' },
    { dealId, attached: [{ content: 'x', filename: 'zqplans.pdf' }] },
  )
  const found = async (types: string) =>
    (await get(owner, `/v2/itemSearch?term=zqplans&item_types=${types}`)).items.map(
      ({ item }: { item: object }) => item,
    )

  expect(await found('file')).toEqual([])
  expect(await found('mail_attachment,file')).toMatchObject([
    {
      type: 'mail_attachment',
      name: 'zqplans.pdf',
      mail_message: { id: messageId, subject: 'Plans' },
      mail_thread_id: threadId,
      deal: { id: dealId, title: 'With mail' },
    },
  ])
  await owner.call('DELETE', `/v1/mailbox/mailThreads/${threadId}`)
  expect(await found('mail_attachment')).toEqual([])
})

describe('mail follows its records', () => {
  test('when deals and persons are merged', async () => {
    const [one, two] = [await correspondent(), await correspondent()]
    const [from, into] = [await aDeal(owner), await aDeal(owner)]
    const { threadId, messageId } = await receive(crm, owner, { from: one.from, cc: two.from }, { dealId: from.id })

    await owner.call('PUT', `/v1/deals/${from.id}/merge`, { merge_with_id: into.id })
    await owner.call('PUT', `/v1/persons/${one.person}/merge`, { merge_with_id: two.person })

    expect(await threadOf(threadId)).toMatchObject({ deal_id: into.id })
    const listed = await get(owner, `/v1/persons/${two.person}/mailMessages`)
    expect(listed.map(({ data }: { data: { id: number } }) => data.id)).toEqual([messageId])
    const { from: sender, cc } = await get(owner, `/v1/mailbox/mailMessages/${messageId}`)
    expect([sender[0].linked_person_id, cc[0].linked_person_id]).toEqual([two.person, two.person])
  })

  test('when a lead becomes a deal and back', async () => {
    const { id: lead } = await aLead(owner)
    const { threadId } = await receive(crm, owner, {}, { leadId: lead })

    const toDeal = (await owner.call('POST', `/v2/leads/${lead}/convert/deal`, {})).body.data.conversion_id
    await allJobsDone()
    const { deal_id } = await get(owner, `/v2/leads/${lead}/convert/status/${toDeal}`)
    expect(await threadOf(threadId)).toMatchObject({ deal_id, lead_id: null })

    const toLead = (await owner.call('POST', `/v2/deals/${deal_id}/convert/lead`, {})).body.data.conversion_id
    await allJobsDone()
    const { lead_id } = await get(owner, `/v2/deals/${deal_id}/convert/status/${toLead}`)
    expect(await threadOf(threadId)).toMatchObject({ deal_id: null, lead_id })
  })

  test('and outlives them when they are removed for good', async () => {
    const { person, from } = await correspondent()
    const { id: dealId } = await aDeal(owner)
    const { threadId, messageId } = await receive(crm, owner, { from }, { dealId })
    for (const [table, id] of [['deal', dealId] as const, ['person', person] as const])
      await crm.sql`update crm.${crm.sql(table)} set is_deleted = true, delete_time = now() - interval '31 days' where id = ${id}`

    await run(PURGE)

    expect(await threadOf(threadId)).toMatchObject({ deal_id: null, deleted_flag: 0 })
    expect((await get(owner, `/v1/mailbox/mailMessages/${messageId}`)).from[0].linked_person_id).toBeNull()
  })

  test('a deleted thread is gone after 30 days, with its bodies, attachments and words in the log', async () => {
    const { threadId, messageId } = await receive(crm, owner, {}, { attached: [{ content: 'x' }] })
    const [file] = await crm.sql`select id, file_key from crm.file where mail_message_id = ${messageId}`
    await owner.call('DELETE', `/v1/mailbox/mailThreads/${threadId}`)
    await crm.sql`update crm.mail_thread set delete_time = now() - interval '31 days' where id = ${threadId}`

    await run(PURGE)
    await allJobsDone()

    expect((await owner.call('GET', `/v1/mailbox/mailThreads/${threadId}`)).status).toBe(404)
    expect((await owner.call('GET', `/v1/mailbox/mailMessages/${messageId}`)).status).toBe(404)
    expect(await crm.sql`select from crm.mail_body where message_id = ${messageId}`).toHaveLength(0)
    expect(await crm.sql`select from crm.mail_party where message_id = ${messageId}`).toHaveLength(0)
    expect(await crm.sql`select from crm.file where id = ${file?.id}`).toHaveLength(0)
    expect(await crm.files.get(file?.file_key)).toBeUndefined()
    for (const [entity, id] of [['mail_thread', threadId] as const, ['mail_message', messageId] as const]) {
      const log = await crm.sql`
        select after from crm.change where entity = ${entity} and entity_id = ${String(id)} and after is not null`
      expect(log).toHaveLength(0)
    }
  })
})
