import { expect } from 'vitest'
import { aDeal, aLead, anActivity, anOrganization, aPerson, aProduct, type Made, made } from './builders.ts'
import type { Used } from './mcpClient.ts'
import type { TestUser } from './startTestCrm.ts'

/** Records for each tool to work on. */
export async function recordsForTools(owner: TestUser) {
  const organization = await anOrganization(owner, { name: 'Rosenheim Tools' })
  const person = await aPerson(owner, { name: 'Rosa Rosenheim', emails: [{ value: 'rosa@example.org' }] })
  const deal = await aDeal(owner, { title: 'Rosenheim order', value: 1200, currency: 'EUR', person_id: person.id })
  const stages: Made[] = (await owner.call('GET', '/v2/stages?sort_by=order_nr')).body.data
  return {
    owner,
    organization,
    person,
    deal,
    stages,
    lead: await aLead(owner, { title: 'Rosenheim idea' }),
    activity: await anActivity(owner, { subject: 'Call Rosa', due_date: '2026-01-05', deal_id: deal.id }),
    product: await aProduct(owner, { name: 'Rosenheim lathe' }),
    note: await made(owner, '/v1/notes', { content: 'She likes lathes', deal_id: deal.id }),
  }
}

export type ToolRecords = Awaited<ReturnType<typeof recordsForTools>>

const ids = ({ data }: Used) => data.items.map(({ id }: Made) => id)

type Reading = [given: Record<string, unknown>, check: (used: Used) => unknown]

/** What each tool that reads is asked, and what its answer has to hold. */
export const READING_CALLS: Record<string, (records: ToolRecords) => Reading> = {
  search_records: () => [
    { term: 'rosenheim' },
    ({ data }) =>
      expect(data.items.map(({ item }: { item: Made }) => item.type).sort()).toEqual(
        ['deal', 'lead', 'organization', 'person', 'product'].sort(),
      ),
  ],
  list_deals: ({ person, deal }) => [{ person_id: person.id }, used => expect(ids(used)).toEqual([deal.id])],
  get_deal: ({ deal }) => [
    { id: deal.id },
    ({ data }) => expect(data).toMatchObject({ title: 'Rosenheim order', value: 1200 }),
  ],
  list_persons: () => [{ limit: 1 }, used => expect(ids(used)).toHaveLength(1)],
  get_person: ({ person }) => [
    { id: person.id },
    ({ data }) => expect(data).toMatchObject({ emails: [{ value: 'rosa@example.org' }] }),
  ],
  list_organizations: ({ organization }) => [{}, used => expect(ids(used)).toContain(organization.id)],
  get_organization: ({ organization }) => [
    { id: organization.id },
    ({ data }) => expect(data.name).toBe('Rosenheim Tools'),
  ],
  list_leads: ({ lead }) => [{}, used => expect(ids(used)).toEqual([lead.id])],
  get_lead: ({ lead }) => [{ id: lead.id }, ({ data }) => expect(data.title).toBe('Rosenheim idea')],
  list_activities: ({ deal, activity }) => [
    { deal_id: deal.id, done: false },
    used => expect(ids(used)).toEqual([activity.id]),
  ],
  get_activity: ({ activity }) => [{ id: activity.id }, ({ data }) => expect(data.subject).toBe('Call Rosa')],
  list_products: ({ product }) => [{}, used => expect(ids(used)).toEqual([product.id])],
  get_product: ({ product }) => [{ id: product.id }, ({ data }) => expect(data.name).toBe('Rosenheim lathe')],
  list_notes: ({ deal }) => [
    { deal_id: deal.id },
    ({ data }) => expect(data.items[0].content).toBe('She likes lathes'),
  ],
  get_note: ({ note }) => [{ id: note.id }, ({ data }) => expect(data.deal.title).toBe('Rosenheim order')],
  list_users: ({ owner }) => [{}, used => expect(ids(used)).toContain(owner.userId)],
  get_current_user: ({ owner }) => [{}, ({ data }) => expect(data.id).toBe(owner.userId)],
  list_pipelines: ({ stages }) => [
    {},
    ({ data }) => expect(data.items[0].stages.map(({ id }: Made) => id)).toEqual(stages.map(({ id }) => id)),
  ],
  summarize_deals: ({ owner }) => [
    { status: 'open' },
    async ({ data }) =>
      expect(data.total_count).toBe((await owner.call('GET', '/v1/deals/summary?status=open')).body.data.total_count),
  ],
  summarize_pipeline: ({ stages }) => [
    { id: stages[0]?.pipeline_id },
    ({ data }) => expect(data.deals_summary).toMatchObject({ total_count: 1 }),
  ],
  list_due_activities: ({ activity }) => [
    {},
    ({ data }) => expect(data).toMatchObject({ overdue: [{ id: activity.id, deal_title: 'Rosenheim order' }] }),
  ],
}

type Writing = [given: Record<string, unknown>, path: (id: unknown) => string, after: object]

/** What each tool that writes is given, where the record is read afterwards, and what it holds then. */
export const WRITING_CALLS: Record<string, (records: ToolRecords) => Writing> = {
  create_deal: () => [{ title: 'New', value: 5 }, id => `/v2/deals/${id}`, { title: 'New', value: 5 }],
  update_deal: ({ deal }) => [{ id: deal.id, value: 7 }, id => `/v2/deals/${id}`, { value: 7 }],
  move_deal: ({ deal, stages }) => [
    { id: deal.id, stage_id: stages[1]?.id },
    id => `/v2/deals/${id}`,
    { stage_id: stages[1]?.id },
  ],
  mark_deal_lost: ({ deal }) => [
    { id: deal.id, lost_reason: 'price' },
    id => `/v2/deals/${id}`,
    { status: 'lost', lost_reason: 'price' },
  ],
  mark_deal_won: ({ deal }) => [{ id: deal.id }, id => `/v2/deals/${id}`, { status: 'won' }],
  create_person: () => [
    { name: 'Nina', emails: [{ value: 'nina@example.org' }] },
    id => `/v2/persons/${id}`,
    { name: 'Nina' },
  ],
  update_person: ({ person }) => [
    { id: person.id, job_title: 'Head' },
    id => `/v2/persons/${id}`,
    { job_title: 'Head' },
  ],
  create_organization: () => [{ name: 'New Ltd' }, id => `/v2/organizations/${id}`, { name: 'New Ltd' }],
  update_organization: ({ organization }) => [
    { id: organization.id, website: 'https://example.org' },
    id => `/v2/organizations/${id}`,
    { website: 'https://example.org' },
  ],
  create_lead: ({ person }) => [{ title: 'New', person_id: person.id }, id => `/v1/leads/${id}`, { title: 'New' }],
  update_lead: ({ lead }) => [{ id: lead.id, title: 'Better' }, id => `/v1/leads/${id}`, { title: 'Better' }],
  create_activity: ({ deal }) => [
    { subject: 'Meet', deal_id: deal.id, due_date: '2026-02-01' },
    id => `/v2/activities/${id}`,
    { subject: 'Meet', done: false, deal_id: deal.id },
  ],
  update_activity: ({ activity }) => [{ id: activity.id, done: true }, id => `/v2/activities/${id}`, { done: true }],
  log_activity: ({ person }) => [
    { subject: 'Called', type: 'call', person_id: person.id },
    id => `/v2/activities/${id}`,
    { subject: 'Called', done: true },
  ],
  add_note: ({ deal }) => [{ content: 'Met', deal_id: deal.id }, id => `/v1/notes/${id}`, { content: 'Met' }],
  update_note: ({ note }) => [
    { id: note.id, content: 'Loves lathes' },
    id => `/v1/notes/${id}`,
    { content: 'Loves lathes' },
  ],
}
