import { expect, test } from 'vitest'
import { aLead, anActivity, anOrganization, aPerson, made } from '../../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import type { Inbox } from './inbox.ts'

const crm = await startTestCrm()

async function inboxOf(user: TestUser, query = ''): Promise<Inbox & { next_cursor: string | null }> {
  const { status, body } = await user.call('GET', `/app/api/leads${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return { ...body.data, ...body.additional_data }
}

const titles = ({ leads }: Inbox) => leads.map(lead => lead.title)

test('rows have names, labels and what is next; unseen ones are counted', async () => {
  const user = await crm.company()
  const organization = await anOrganization(user, { name: 'Acme' })
  const person = await aPerson(user, { name: 'Paula' })
  const labels = (await user.call('GET', '/v1/leadLabels')).body.data
  const { id } = await aLead(user, {
    title: 'Warm one',
    person_id: person.id,
    organization_id: organization.id,
    label_ids: [labels[1].id],
    value: { amount: 100, currency: 'EUR' },
  })
  await anActivity(user, { subject: 'Call', lead_id: id, due_date: '2036-01-02', due_time: '09:30' })

  const inbox = await inboxOf(user)

  expect(inbox.leads).toEqual([
    expect.objectContaining({
      id,
      person_name: 'Paula',
      organization_name: 'Acme',
      label_ids: [labels[1].id],
      value: { amount: 100, currency: 'EUR' },
      was_seen: false,
      source_name: 'API',
      next_activity: expect.objectContaining({ subject: 'Call', due_date: '2036-01-02', due_time: '09:30' }),
    }),
  ])
  expect(inbox).toMatchObject({ labels, unseen: 1, next_cursor: null })
  await user.call('PATCH', `/v1/leads/${id}`, { was_seen: true })
  expect((await user.call('GET', '/app/api/leads/unseen')).body.data).toEqual({ unseen: 0 })
})

test.each([
  'newest',
  'oldest',
  'next_activity',
  'value',
  'title',
])('by %s, in pages, each lead once although others are archived meanwhile', async sort => {
  const user = await crm.company()
  const person_id = (await aPerson(user)).id
  const all: string[] = []
  for (const [nr, amount] of [5, 5, null, 900_000_000_000_000, 0.25, null].entries()) {
    const value = amount === null ? {} : { value: { amount, currency: 'USD' } }
    const { id } = await aLead(user, { title: nr % 2 ? 'b' : 'A', person_id, ...value })
    all.push(id)
    if (nr % 3 === 0) await anActivity(user, { subject: 'Call', lead_id: id, due_date: `2036-01-0${nr + 1}` })
  }
  const whole = (await inboxOf(user, `?sort=${sort}`)).leads.map(lead => lead.id)
  expect(whole.toSorted()).toEqual(all.toSorted())

  const walked: string[] = []
  for (let cursor = ''; walked.length < 10; ) {
    const page = await inboxOf(user, `?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
    walked.push(...page.leads.map(lead => lead.id))
    for (const { id } of page.leads) await user.call('PATCH', `/v1/leads/${id}`, { is_archived: true })
    if (!page.next_cursor) break
    cursor = page.next_cursor
  }

  expect(walked).toEqual(whole)
})

test('by label, owner, source and stored filter; archived ones are apart', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const [hot] = (await user.call('GET', '/v1/leadLabels')).body.data
  await aLead(user, { title: 'Plain' })
  await aLead(user, { title: 'Hot', label_ids: [hot.id] })
  await aLead(user, { title: 'Theirs', owner_id: colleague.userId })
  const old = await aLead(user, { title: 'Old', is_archived: true })
  const person = await aPerson(user)
  const session = await crm.session(user)
  const typed = await fetch(`${crm.origin}/v1/leads`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Typed', person_id: person.id }),
  })
  expect(typed.status).toBe(201)

  expect(titles(await inboxOf(user, '?sort=title'))).toEqual(['Hot', 'Plain', 'Theirs', 'Typed'])
  expect(titles(await inboxOf(user, `?label_id=${hot.id}`))).toEqual(['Hot'])
  expect(titles(await inboxOf(user, `?owner_id=${colleague.userId}`))).toEqual(['Theirs'])
  expect(titles(await inboxOf(user, '?source=Manually%20created'))).toEqual(['Typed'])
  expect(titles(await inboxOf(user, '?archived=true'))).toEqual(['Old'])
  expect(titles(await inboxOf(user, `?lead_id=${old.id}`))).toEqual(['Old'])
})

test('400 for a cursor of another sort, or one that is made up', async () => {
  const user = await crm.company()
  for (const lead of ['x', 'y']) await aLead(user, { title: lead })
  const { next_cursor } = await inboxOf(user, '?limit=1&sort=title')
  const made = (key: unknown) =>
    Buffer.from(JSON.stringify(['00000000-0000-4000-8000-000000000000', key])).toString('base64url')

  for (const query of [
    `sort=newest&cursor=${next_cursor}`,
    'cursor=x',
    `cursor=${made('2026-99-99 00:00:00+00')}`,
    `sort=value&cursor=${made('1e999')}`,
    `sort=next_activity&cursor=${made('2026-02-31')}`,
  ]) {
    const { status, body } = await user.call('GET', `/app/api/leads?${query}`)
    expect([status, body.error], query).toEqual([400, expect.stringContaining('cursor')])
  }
})

test('nobody sees leads, or names of contacts, that are hidden from them, nor are they counted', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const hidden = await made(user, '/v2/persons', { name: 'Secret', visible_to: 1 })
  await aLead(user, { title: 'Shown', person_id: hidden.id })
  await aLead(user, { title: 'Hidden', visible_to: '1' })

  const inbox = await inboxOf(colleague)

  expect(inbox.leads.map(lead => [lead.title, lead.person_name])).toEqual([['Shown', null]])
  expect(inbox.unseen).toBe(1)
})

test('leads are downloaded as CSV, by names instead of ids, without hidden ones; 403 without the right to', async () => {
  const user = await crm.company()
  const colleague = await crm.colleague(user)
  const person_id = (await aPerson(user, { name: 'Paula' })).id
  const [label] = (await user.call('GET', '/v1/leadLabels')).body.data
  const value = { amount: 12.5, currency: 'EUR' }
  await aLead(user, { title: 'Seen, "once"', person_id, label_ids: [label.id], value })
  const { id } = await aLead(user, { title: 'Put away', person_id, is_archived: true })
  await aLead(user, { title: 'Secret', person_id, visible_to: '1' })
  const lines = async (body: object) => {
    const response = await fetch(`${crm.origin}/app/api/leads/export`, {
      method: 'POST',
      headers: { 'x-api-token': colleague.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? (await response.text()).trim().split('\r\n') : response.status
  }

  expect(await lines({})).toBe(403)
  await crm.sql`update crm.permission_set set contents = contents || '{can_export_data_from_lists}'
    where company_id = ${user.companyId} and app = 'global' and type = 'regular'`
  await expect.poll(() => lines({})).toHaveLength(2)

  expect(await lines({ filter: {} })).toMatchObject([
    expect.stringMatching(/^\ufeff?Title,Value,Currency,Labels/),
    expect.stringContaining(`"Seen, ""once""",12.5,EUR,${label.name},`),
  ])
  expect(await lines({ ids: [id] })).toMatchObject([
    expect.stringMatching(/Title/),
    expect.stringMatching(/^Put away,.*,Paula,.*,yes,/),
  ])
})
