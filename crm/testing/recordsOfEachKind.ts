import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { made } from './builders.ts'
import { conditions } from './filterConditions.ts'
import { receive } from './mail.ts'
import { NO_GOAL, type RecordIds } from './recordIds.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

interface Wanted {
  /** Is in every text of every record. */
  text: string
  visible_to: number
  value: number
  /** Keys of a custom text field of each kind, and of fields of deals that name a person and an organization. */
  custom: { deal: string; person: string; organization: string; product: string; people: string; org: string }
  /** Records that these are linked to as well. */
  linked?:
    | Pick<
        RecordIds,
        'person' | 'organization' | 'product' | 'project' | 'archivedProject' | 'task' | 'projectTemplate'
      >
    | undefined
  /** Where the deals are, all of them open to everyone who sees the pipeline; without it in the first pipeline. */
  pipeline?: number | undefined
}

/** Makes one record of each kind, with everything that hangs on them, as the given user. */
export async function recordsOfEachKind(crm: TestCrm, user: TestUser, wanted: Wanted): Promise<RecordIds> {
  const { text, visible_to, value, custom, linked, pipeline } = wanted
  const name = `${text} name`

  const idOf = async (path: string, body: object) => (await made(user, path, body)).id

  async function sent(path: string, field: string, bytes: string | Uint8Array, more: Record<string, unknown> = {}) {
    const form = new FormData()
    for (const [key, given] of Object.entries(more)) form.set(key, String(given))
    form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), `${text}.png`)
    const headers = { 'x-api-token': user.token }
    const reply = await fetch(crm.origin + path, { method: 'POST', headers, body: form })
    const body = (await reply.json()) as { data: { id: number } | null }
    expect(reply.status, JSON.stringify(body)).toBeLessThan(300)
    return body.data?.id ?? 0
  }

  const organization = await idOf('/v2/organizations', {
    name,
    visible_to,
    address: { value: `${text} street 1` },
    custom_fields: { [custom.organization]: text },
  })
  const org_id = linked?.organization ?? organization
  const person = await idOf('/v2/persons', {
    name,
    visible_to,
    org_id,
    emails: [{ value: `${text}@example.com`, primary: true }],
    phones: [{ value: `${text} 555` }],
    custom_fields: { [custom.person]: text },
  })
  const product = await idOf('/v2/products', {
    name,
    visible_to,
    code: `${text} code`,
    description: text,
    prices: [{ currency: 'EUR', price: value }],
    custom_fields: { [custom.product]: text },
  })
  const aDeal = async (more: object = {}) => {
    const named = { [custom.deal]: text, [custom.people]: person, [custom.org]: organization }
    const contact = pipeline ? { person_id: linked?.person, org_id: linked?.organization, pipeline_id: pipeline } : {}
    const body = { title: name, value, currency: 'EUR', person_id: person, org_id: organization, ...contact, ...more }
    const id = await idOf('/v2/deals', { ...body, custom_fields: named })
    // Deals take their visibility in v1.
    await user.call('PUT', `/v1/deals/${id}`, { visible_to: pipeline ? '7' : String(visible_to) })
    return id
  }
  const deal = await aDeal(linked && { person_id: linked.person, org_id: linked.organization })
  const archivedDeal = await aDeal({ is_archived: true })
  const wonDeal = await aDeal({ status: 'won' })
  const lostDeal = await aDeal({ status: 'lost', lost_reason: text })
  // One more than are won, so that shares change with them.
  if (linked) await aDeal({ status: 'lost', lost_reason: text })
  for (const each of [deal, archivedDeal, wonDeal, lostDeal])
    await idOf(`/v2/deals/${each}/products`, { product_id: product, item_price: value, quantity: 1, comments: text })
  if (linked) await idOf(`/v2/deals/${deal}/products`, { product_id: linked.product, item_price: value, quantity: 2 })
  for (const each of [person, linked?.person ?? person])
    await user.call('POST', `/v1/deals/${deal}/participants`, { person_id: each })
  await idOf(`/v2/deals/${deal}/discounts`, { description: text, amount: 1, type: 'percentage' })
  await idOf(`/v2/deals/${deal}/installments`, { description: text, amount: 1, billing_date: '2030-01-01' })
  await user.call('PUT', `/v1/deals/${deal}`, { title: `${text} title` })
  // Statistics count how deals move.
  const among = pipeline ? `&pipeline_id=${pipeline}` : ''
  const [, next] = (await user.call('GET', `/v2/stages?sort_by=order_nr${among}`)).body.data
  if (linked) await user.call('PATCH', `/v2/deals/${deal}`, { stage_id: next.id })
  await user.call('PUT', `/v1/persons/${person}`, { name: `${text} person` })
  await user.call('PUT', `/v1/organizations/${organization}`, { name: `${text} organization` })

  const contact = { person_id: linked?.person ?? person, organization_id: linked?.organization ?? organization }
  const aLead = async (more: object = {}) => {
    const money = { value: { amount: value, currency: 'EUR' }, visible_to: String(visible_to) }
    const { status, body } = await user.call('POST', '/v1/leads', { title: name, ...contact, ...money, ...more })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.id as string
  }
  const lead = await aLead({ [custom.deal]: text })
  const archivedLead = await aLead({ is_archived: true })

  const aProject = (title: string) =>
    idOf('/v2/projects', { title, description: text, deal_ids: [deal], person_ids: [person], org_ids: [organization] })
  const project = linked?.project ?? (await aProject(name))
  const archivedProject = linked?.archivedProject ?? (await aProject(`${text} archived`))
  if (!linked) await user.call('POST', `/v2/projects/${archivedProject}/archive`)
  if (!linked) await user.call('PATCH', `/v2/projects/${project}`, { title: `${text} project` })
  const { board_id: board, phase_id: phase } = (await user.call('GET', `/v2/projects/${project}`)).body.data

  const task = linked?.task ?? (await idOf('/v2/tasks', { title: name, description: text, project_id: project }))
  if (!linked) await idOf(`/v2/projects/${project}/groups`, { name: text })
  const projectTemplate =
    linked?.projectTemplate ??
    (await idOf('/v2/projectTemplates', { title: name, description: text, projects_board_id: board }))

  const activity = await idOf('/v2/activities', {
    subject: name,
    project_id: project,
    note: text,
    public_description: text,
    deal_id: deal,
    participants: [{ person_id: contact.person_id, primary: true }],
    org_id: contact.organization_id,
    due_date: '2026-03-01',
  })
  await idOf('/v2/activities', { subject: name, lead_id: lead, done: true })
  const file = await sent('/v1/files', 'file', text, {
    deal_id: deal,
    person_id: contact.person_id,
    product_id: linked?.product ?? product,
    project_id: project,
  })
  await sent('/v1/files', 'file', text, { org_id: organization })
  const content = `<p>${text}</p>`
  const note = await idOf('/v1/notes', { content, deal_id: deal, person_id: contact.person_id, pinned_to_deal_flag: 1 })
  const comment = (await made(user, `/v1/notes/${note}/comments`, { content })).uuid
  for (const place of [
    { lead_id: lead },
    { person_id: person },
    { org_id: organization },
    { project_id: project, deal_id: deal },
  ])
    await idOf('/v1/notes', { content, ...place })
  // From a person, on a deal, with an attachment; in a mailbox that others read as far as they see the deal.
  const [sender] = (await user.call('GET', `/v2/persons/${contact.person_id}`)).body.data.emails
  const { messageId: mailMessage, threadId: mailThread } = await receive(
    crm,
    user,
    { subject: name, text, from: [{ name: text, address: sender.value }] },
    { dealId: deal, attached: [{ content: text, filename: `${text}.txt` }] },
  )
  const callLog = String(
    await idOf('/v1/callLogs', {
      ...{ outcome: 'connected', to_phone_number: text, subject: text, note: content, deal_id: deal },
      ...{ start_time: '2026-03-01 08:00:00', end_time: '2026-03-01 08:01:00' },
    }),
  )
  await sent(`/v1/callLogs/${callLog}/recordings`, 'file', text)
  const webhook = await idOf('/v1/webhooks', {
    ...{ name: text, subscription_url: `https://example.com/${encodeURIComponent(text)}` },
    ...{ event_action: '*', event_object: '*' },
  })
  const channel = String(await idOf('/v1/channels', { name: text, provider_channel_id: text }))
  await made(user, '/v1/channels/messages/receive', {
    ...{ id: '1', channel_id: channel, sender_id: text, conversation_id: 'conversation' },
    ...{ message: text, status: 'sent', created_at: '2026-03-01 08:00' },
  })
  await sent(`/v1/persons/${person}/picture`, 'file', await aPicture())
  await sent(`/v2/products/${product}/images`, 'data', await aPicture())
  await idOf(`/v2/products/${product}/variations`, { name: text, prices: [] })

  const other = await idOf('/v2/organizations', { name: `${text} other`, visible_to })
  const relationship = await idOf('/v1/organizationRelationships', {
    type: 'related',
    rel_owner_org_id: organization,
    rel_linked_org_id: linked?.organization ?? other,
  })
  const subscription = await idOf('/v1/subscriptions/recurring', {
    deal_id: wonDeal,
    currency: 'EUR',
    cadence_type: 'monthly',
    cycle_amount: value,
    start_date: '2026-01-01',
    cycles_count: 3,
    description: text,
  })
  for (const [kind, id] of Object.entries({
    deals: deal,
    persons: person,
    organizations: organization,
    products: product,
  }))
    await user.call('POST', `/v2/${kind}/${id}/followers`, { user_id: user.userId })

  const goal = visible_to === 7 ? (await made(user, '/v1/goals', goalOf(user))).goal.id : NO_GOAL

  const convertedDeal = await aDeal()
  // A lead has no pipeline to be hidden by: it takes the visibility of the deal.
  await user.call('PUT', `/v1/deals/${convertedDeal}`, { visible_to: String(visible_to) })
  const dealConversion = await begun(user, `/v2/deals/${convertedDeal}/convert/lead`)
  const convertedLead = await aLead()
  const leadConversion = await begun(user, `/v2/leads/${convertedLead}/convert/deal`)
  const waiting = async () => (await crm.sql`select count(*)::int as n from graphile_worker.jobs`)[0]?.n
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 120_000 })

  return {
    deal,
    archivedDeal,
    wonDeal,
    person,
    organization,
    product,
    lead,
    archivedLead,
    activity,
    file,
    note,
    callLog,
    channel,
    webhook,
    comment,
    mailThread,
    mailMessage,
    project,
    archivedProject,
    board,
    phase,
    task,
    projectTemplate,
    goal,
    filters: await filtersOf(user, visible_to === 7 ? 7 : 1, text),
    relationship,
    subscription,
    convertedDeal,
    dealConversion,
    convertedLead,
    leadConversion,
  }
}

function goalOf({ userId }: TestUser) {
  return {
    assignee: { id: userId, type: 'person' },
    type: { name: 'deals_started', params: {} },
    expected_outcome: { target: 5, tracking_metric: 'sum' },
    duration: { start: '2020-01-01', end: null },
    interval: 'monthly',
  }
}

async function begun(user: TestUser, path: string): Promise<string> {
  const { status, body } = await user.call('POST', path, {})
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.conversion_id
}

/** A filter of each type that keeps every record with a name. */
async function filtersOf(user: TestUser, visible_to: number, name: string): Promise<number[]> {
  const kinds = [
    ['deals', 'deal', 'title'],
    ['leads', 'lead', 'title'],
    ['org', 'organization', 'name'],
    ['people', 'person', 'name'],
    ['products', 'product', 'name'],
    ['activity', 'activity', 'subject'],
    ['projects', 'project', 'title'],
  ] as const
  const ids: number[] = []
  for (const [type, object, field_code] of kinds) {
    const kept = conditions([[object, field_code, 'IS NOT NULL']])
    const body = { name, type, visible_to: String(visible_to), conditions: kept }
    const reply = await user.call('POST', '/v1/filters', body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    ids.push(reply.body.data.id)
  }
  return ids
}

function aPicture(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}
