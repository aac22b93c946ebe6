import { expect } from 'vitest'
import { aDeal, aLine, anOrganization, aPerson, aProduct, aProject, made } from './builders.ts'
import { fileCalls } from './fileCalls.ts'
import { conditions } from './filterConditions.ts'
import { goalOf } from './goals.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

type Id = number | string

/** How a record of a kind is made, changed and deleted, and where it is read. */
export interface Life {
  add(): Promise<Id>
  change?: ((id: Id) => Call) | undefined
  remove?: ((id: Id) => Call) | undefined
  /** The field that the change changes. */
  changed?: string
  /** Where it is read by itself in each version. */
  read?: { v1?: (id: Id) => string; v2?: (id: Id) => string }
  /** The record as its own operations show it, where none reads it by itself. */
  shown?: (id: Id) => Promise<unknown>
}

type Call = [method: string, path: string, body?: object]

/**
 * The lives of all kinds that are in the change log, by their names there. With `visible_to` 1 every record that can be
 * hidden is, or is on hidden ones.
 */
export async function livesOfEachKind(
  crm: TestCrm,
  user: TestUser,
  { visible_to = 7, tag = 'open' }: { visible_to?: 1 | 7; tag?: string } = {},
) {
  const { id: project } = await aProject(user)
  const { id: deal } = await aDeal(user, { title: 'Bearer', visible_to })
  const { id: product } = await aProduct(user)
  await aLine(user, deal)
  const { id: note } = await made(user, '/v1/notes', { content: 'Bearer', deal_id: deal })
  const { id: board } = await made(user, '/v2/boards', { name: `${tag} board` })
  const { id: pipeline } = await made(user, '/v2/pipelines', { name: `${tag} pipeline` })
  const { id: acme } = await anOrganization(user, { visible_to })

  const got = async (path: string) => (await user.call('GET', path)).body.data
  const inList = (path: string) => async (id: Id) => (await got(path)).find((one: { id: Id }) => one.id === id)
  const add = async (path: string, body: object) => (await made<Id>(user, path, body)).id
  const kind = (path: string, body: object, change: object, more: Partial<Life> = {}): Life => ({
    add: () => add(path, body),
    change: id => [path.startsWith('/v1') ? 'PUT' : 'PATCH', `${path}/${id}`, change],
    remove: id => ['DELETE', `${path}/${id}`],
    read: { [path.startsWith('/v2') ? 'v2' : 'v1']: (id: Id) => `${path}/${id}` },
    changed: Object.keys(change)[0] ?? '',
    ...more,
  })

  const calling = { outcome: 'connected', to_phone_number: '1', start_time: '2030-01-01 10:00:00' }
  const recurring = { currency: 'EUR', cadence_type: 'monthly', cycle_amount: 5, start_date: '2030-01-01' }
  const named = (name: string) => ({ name, type: 'deals', conditions: conditions([['deal', 'title', 'IS NOT NULL']]) })
  return {
    activity: kind('/v2/activities', { subject: 'Call', type: 'call', deal_id: deal }, { subject: 'Meet' }),
    activity_type: kind(
      '/v1/activityTypes',
      { name: `${tag} visit`, icon_key: 'car' },
      { name: `${tag} tour` },
      { read: {}, shown: inList('/v1/activityTypes') },
    ),
    call_log: {
      add: () => add('/v1/callLogs', { ...calling, end_time: '2030-01-01 10:05:00', deal_id: deal }),
      remove: id => ['DELETE', `/v1/callLogs/${id}`],
      read: { v1: id => `/v1/callLogs/${id}` },
    },
    comment: kind(
      `/v1/notes/${note}/comments`,
      { content: 'Yes' },
      { content: 'No' },
      {
        add: async () => (await made(user, `/v1/notes/${note}/comments`, { content: 'Yes' })).uuid,
      },
    ),
    deal: kind('/v2/deals', { title: 'Deal', value: 5, visible_to }, { title: 'Bargain' }),
    deal_installment: kind(
      `/v2/deals/${deal}/installments`,
      { amount: 10, billing_date: '2026-12-01', description: 'First' },
      { amount: 20 },
      { read: {}, shown: inList(`/v2/deals/installments?deal_ids=${deal}`) },
    ),
    deal_product: kind(
      `/v2/deals/${deal}/products`,
      { product_id: product, item_price: 10, quantity: 2 },
      { quantity: 3 },
      { read: {}, shown: inList(`/v2/deals/${deal}/products`) },
    ),
    file: kind(
      '/v1/files',
      {},
      { name: 'renamed.txt' },
      {
        add: async () => (await fileCalls(crm).aFile({ deal_id: deal }, user)).id,
      },
    ),
    filter: kind('/v1/filters', { ...named('Filter'), visible_to: String(visible_to) }, named('Sieve'), {
      read: {},
      shown: inList('/v1/filters'),
    }),
    goal: kind(
      '/v1/goals',
      {},
      { title: 'Higher' },
      {
        add: async () => (await made(user, '/v1/goals', goalOf(user))).goal.id,
        read: {},
        shown: async id => (await got('/v1/goals/find')).goals.find((goal: { id: Id }) => goal.id === id),
      },
    ),
    lead: {
      add: async () => {
        const { id } = await aPerson(user)
        return add('/v1/leads', { title: 'Lead', person_id: id, visible_to: String(visible_to) })
      },
      change: id => ['PATCH', `/v1/leads/${id}`, { title: 'Chance' }],
      remove: id => ['DELETE', `/v1/leads/${id}`],
      read: { v1: id => `/v1/leads/${id}` },
      changed: 'title',
    },
    lead_label: {
      ...kind('/v1/leadLabels', { name: `${tag} label`, color: 'gray' }, { color: 'pink' }),
      change: id => ['PATCH', `/v1/leadLabels/${id}`, { color: 'pink' }],
      read: {},
      shown: inList('/v1/leadLabels'),
    },
    note: kind('/v1/notes', { content: 'Hi', deal_id: deal }, { content: 'Ho' }),
    organization: kind('/v2/organizations', { name: 'Acme', visible_to }, { name: 'Apex' }),
    organization_relationship: {
      ...kind('/v1/organizationRelationships', {}, { type: 'parent' }),
      add: async () => {
        const { id } = await anOrganization(user)
        const sides = { rel_owner_org_id: acme, rel_linked_org_id: id }
        return add('/v1/organizationRelationships', { type: 'related', ...sides })
      },
      read: {},
      async shown(id) {
        const seen = await got(`/v1/organizationRelationships/${id}`)
        const { calculated_type: _, calculated_related_org_id: __, related_organization_name: ___, ...stored } = seen
        return stored
      },
    },
    person: kind('/v2/persons', { name: 'Ada', emails: [{ value: 'a@x.test' }], visible_to }, { name: 'Ida' }),
    pipeline: kind('/v2/pipelines', { name: 'Pipeline' }, { name: 'Tube' }),
    product: kind(
      '/v2/products',
      { name: 'Pen', prices: [{ price: 2, currency: 'EUR' }], visible_to },
      { name: 'Ink' },
    ),
    project: kind('/v2/projects', { title: 'Project', deal_ids: [deal] }, { title: 'Plan' }),
    project_board: kind('/v2/boards', { name: 'Board' }, { name: 'Plank' }),
    project_group: kind(
      `/v2/projects/${project}/groups`,
      { name: 'Group' },
      { name: 'Bunch' },
      {
        read: {},
        shown: async id => ({ ...(await inList(`/v2/projects/${project}/groups`)(id)), project_id: project }),
      },
    ),
    project_phase: kind('/v2/phases', { name: 'Phase', board_id: board }, { name: 'Step' }),
    project_template: kind(
      '/v2/projectTemplates',
      { title: 'Model', projects_board_id: board },
      { title: 'Mould' },
      {
        read: {},
        shown: inList('/v2/projectTemplates'),
      },
    ),
    stage: kind('/v2/stages', { name: 'Stage', pipeline_id: pipeline }, { name: 'Level' }),
    subscription: {
      add: async () => {
        const { id } = await aDeal(user, { visible_to })
        return add('/v1/subscriptions/recurring', { ...recurring, deal_id: id, cycles_count: 3 })
      },
      change: id => ['PUT', `/v1/subscriptions/recurring/${id}/cancel`, {}],
      remove: id => ['DELETE', `/v1/subscriptions/${id}`],
      read: { v1: id => `/v1/subscriptions/${id}` },
    },
    task: kind('/v2/tasks', { title: 'Task', project_id: project }, { title: 'Duty' }),
    user: {
      add: () => add('/v1/users', { email: `${tag}-user@example.com` }),
      change: id => ['PUT', `/v1/users/${id}`, { active_flag: false }],
      read: { v1: id => `/v1/users/${id}` },
      changed: 'active_flag',
    },
  } as const satisfies Record<string, Life>
}

/** The record as the API shows it: by itself, newer version first, or in a list. */
export async function shownOf(user: TestUser, { read, shown }: Life, id: Id): Promise<unknown> {
  if (shown) return shown(id)
  const path = read?.v2?.(id) ?? read?.v1?.(id)
  const { status, body } = await user.call('GET', path ?? '')
  expect(status, path).toBe(200)
  return body.data
}
