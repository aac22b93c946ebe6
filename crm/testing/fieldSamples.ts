import type { FieldDeclaration } from '../base/fields/declaration.ts'
import { made } from './builders.ts'
import type { TestCrm } from './startTestCrm.ts'

/** What the walk through all fields writes into each of them, and where. */

/** How a kind of record is called, made and changed. */
export interface FieldApi {
  v1?: { path: string; method: 'PUT' | 'PATCH' }
  v2?: { path: string }
  filterType: string
  table: string
  /** What a new record needs. */
  fresh(ids: SampleIds): Record<string, unknown>
}

export const FIELD_APIS: Record<string, FieldApi> = {
  deal: {
    v1: { path: '/v1/deals', method: 'PUT' },
    v2: { path: '/api/v2/deals' },
    filterType: 'deals',
    table: 'deal',
    fresh: () => ({ title: 'A deal' }),
  },
  person: {
    v1: { path: '/v1/persons', method: 'PUT' },
    v2: { path: '/api/v2/persons' },
    filterType: 'people',
    table: 'person',
    fresh: () => ({ name: 'Ada Field' }),
  },
  organization: {
    v1: { path: '/v1/organizations', method: 'PUT' },
    v2: { path: '/api/v2/organizations' },
    filterType: 'org',
    table: 'organization',
    fresh: () => ({ name: 'Fields' }),
  },
  product: {
    v1: { path: '/v1/products', method: 'PUT' },
    v2: { path: '/api/v2/products' },
    filterType: 'products',
    table: 'product',
    fresh: () => ({ name: 'A product' }),
  },
  activity: {
    v1: { path: '/v1/activities', method: 'PUT' },
    v2: { path: '/api/v2/activities' },
    filterType: 'activity',
    table: 'activity',
    fresh: () => ({ subject: 'An activity' }),
  },
  lead: {
    v1: { path: '/v1/leads', method: 'PATCH' },
    filterType: 'leads',
    table: 'lead',
    fresh: ids => ({ title: 'A lead', person_id: ids.person }),
  },
  project: {
    v1: { path: '/v1/projects', method: 'PUT' },
    v2: { path: '/api/v2/projects' },
    filterType: 'projects',
    table: 'project',
    fresh: () => ({ title: 'A project' }),
  },
}

/** Records that others name, and options. */
export type SampleIds = Record<string, number | string>

export async function sampleIds(crm: TestCrm): Promise<SampleIds> {
  const user = crm.owner
  const ids: SampleIds = {}
  const idOf = async (path: string, body: object) => (await made<number | string>(user, path, body)).id
  ids.person = await idOf('/api/v2/persons', { name: 'Named' })
  ids.otherPerson = await idOf('/api/v2/persons', { name: 'Other' })
  ids.organization = await idOf('/api/v2/organizations', { name: 'Named' })
  ids.deal = await idOf('/api/v2/deals', { title: 'Named' })
  ids.lead = await idOf('/v1/leads', { title: 'Named', person_id: ids.person })
  ids.colleague = (await crm.colleague(user)).userId
  ids.leadLabel = (await user.call('GET', '/v1/leadLabels')).body.data[0].id
  const [stage] = (await user.call('GET', '/api/v2/stages?sort_by=order_nr&sort_direction=desc')).body.data
  ids.stage = stage.id
  ids.otherPipeline = await idOf('/api/v2/pipelines', { name: 'Other' })
  await idOf('/api/v2/stages', { name: 'Only', pipeline_id: ids.otherPipeline })
  ids.project = await idOf('/api/v2/projects', { title: 'Named' })
  ids.otherBoard = await idOf('/api/v2/boards', { name: 'Other' })
  await idOf('/api/v2/phases', { name: 'Only', board_id: ids.otherBoard })
  const [board] = (await user.call('GET', '/api/v2/boards')).body.data
  ids.phase = (await user.call('GET', `/api/v2/phases?board_id=${board.id}`)).body.data[1].id
  for (const [entity, key] of [
    ['deal', 'label_ids'],
    ['person', 'label_ids'],
    ['organization', 'label_ids'],
    ['organization', 'industry'],
    ['product', 'category'],
    ['project', 'label_ids'],
    ['project', 'health_status'],
  ] as const) {
    const { data } = (await user.call('GET', `/api/v2/${entity}Fields/${key}`)).body
    ids[`${entity}.${key}`] = data.options[1].id
  }
  return ids
}

/** What is written into a field, where its type does not say it, and what has to be written beside it. */
export interface Sample {
  value: unknown
  beside?: Record<string, unknown>
  /** It is said once, when the record is made. */
  onlyNew?: true
  /** Other fields change with it, so that it needs a record of its own. */
  alone?: true
}

const CONTACT = [{ value: 'one@example.com', primary: true, label: 'work' }]
const ADDRESS = { v1: 'Main Street 1, Springfield', v2: { value: 'Main Street 1, Springfield' } }

export function sampleOf(ids: SampleIds, path: string, { type }: FieldDeclaration, version: Version): Sample {
  switch (path) {
    case 'deal.currency':
      return { value: 'EUR' }
    case 'deal.pipeline_id':
      return { value: ids.otherPipeline, alone: true }
    case 'deal.status':
      return { value: 'won', alone: true }
    case 'deal.lost_reason':
      return { value: 'Too dear', beside: { status: 'lost' } }
    case 'deal.won_time':
    case 'deal.close_time':
      return { value: timeIn(version), beside: { status: 'won' } }
    case 'deal.lost_time':
      return { value: timeIn(version), beside: { status: 'lost' } }
    case 'deal.archive_time':
      return { value: timeIn(version), beside: { is_archived: true } }
    case 'deal.origin_id':
      return { value: 'from-elsewhere', onlyNew: true }
    case 'person.emails':
    case 'person.phones':
    case 'person.im':
      return { value: CONTACT }
    case 'person.marketing_status':
      return { value: 'subscribed' }
    case 'product.prices':
      return { value: [{ currency: 'USD', price: 12 }] }
    case 'product.is_linkable':
      return { value: false }
    case 'product.billing_frequency':
      return { value: 'monthly', alone: true }
    case 'product.billing_frequency_cycles':
      return { value: 3, beside: { billing_frequency: 'monthly' } }
    case 'activity.type':
      return { value: 'meeting' }
    case 'activity.participants':
      return {
        value: [
          version === 'v1' ? { person_id: ids.person, primary_flag: true } : { person_id: ids.person, primary: true },
        ],
        alone: true,
      }
    case 'activity.attendees':
      return { value: [version === 'v1' ? { email_address: 'guest@example.com' } : { email: 'guest@example.com' }] }
    case 'project.status':
      return { value: 'completed', alone: true }
    case 'project.board_id':
      return { value: ids.otherBoard, alone: true }
    case 'project.phase_id':
      return { value: ids.phase, alone: true }
    case 'project.deal_ids':
      return { value: [ids.deal] }
    case 'project.person_ids':
      return { value: version === 'v1' ? ids.person : [ids.person] }
    case 'project.org_ids':
      return { value: version === 'v1' ? ids.organization : [ids.organization] }
    case 'lead.person_id':
      return { value: ids.otherPerson }
    case 'lead.value':
      return { value: { amount: 12, currency: 'USD' } }
    case 'lead.label_ids':
      return { value: [ids.leadLabel] }
  }
  return { value: byType(ids, path, type, version), ...(ALONE.has(path) && { alone: true }) }
}

const ALONE = new Set([
  ...['deal.stage_id', 'deal.is_archived', 'lead.is_archived'],
  ...['person.name', 'person.first_name', 'person.last_name'],
  ...['activity.deal_id', 'activity.lead_id', 'activity.person_id', 'activity.org_id', 'activity.done'],
])

function byType(ids: SampleIds, path: string, type: string, version: Version): unknown {
  switch (type) {
    case 'varchar':
    case 'text':
      return `Text of ${path}`
    case 'int':
    case 'double':
    case 'monetary':
      return 12
    case 'date':
      return '2026-05-06'
    case 'time':
      return '14:30'
    case 'boolean':
      return true
    case 'enum':
      return ids[path]
    case 'set':
      return path.startsWith('deal') && version === 'v1' ? String(ids[path]) : [ids[path]]
    case 'visible_to':
      return version === 'v1' ? '3' : 3
    case 'address':
      return ADDRESS[version]
    case 'user':
      return ids.colleague
    case 'people':
      return ids.person
    case 'org':
      return ids.organization
    case 'deal':
    case 'lead':
    case 'project':
    case 'stage':
      return ids[type]
    default:
      throw new Error(`${path} needs a sample for its type ${type}`)
  }
}

export type Version = 'v1' | 'v2'

function timeIn(version: Version): string {
  return version === 'v1' ? '2026-05-06 07:08:09' : '2026-05-06T07:08:09Z'
}
