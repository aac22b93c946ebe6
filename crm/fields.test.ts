import { beforeAll, describe, expect, test } from 'vitest'
import { COMPARABLE } from './base/fields/comparisons.ts'
import type { FieldDeclaration, FieldTable } from './base/fields/declaration.ts'
import { isSortable } from './base/fields/derive.ts'
import { KINDS } from './company/fields/kinds.ts'
import { startTestCrm } from './testing/startTestCrm.ts'

/**
 * Walks through every field that is declared: what callers may write is written and read back in both versions, is in
 * the change log, sorts, filters and merges. A field that was added in one place and forgotten in another fails here.
 */

const crm = await startTestCrm()
const user = crm.owner

/** How a kind of record is called, made and changed. */
interface Api {
  v1?: { path: string; method: 'PUT' | 'PATCH' }
  v2?: { path: string }
  filterType: string
  table: string
  /** What a new record needs. */
  fresh(): Record<string, unknown>
}

const APIS: Record<string, Api> = {
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
    fresh: () => ({ title: 'A lead', person_id: ids.person }),
  },
}

/** Records that others name, and options. */
const ids: Record<string, number | string> = {}

beforeAll(async () => {
  const made = async (path: string, body: object) => (await user.call('POST', path, body)).body.data.id
  ids.person = await made('/api/v2/persons', { name: 'Named' })
  ids.organization = await made('/api/v2/organizations', { name: 'Named' })
  ids.deal = await made('/api/v2/deals', { title: 'Named' })
  ids.lead = await made('/v1/leads', { title: 'Named', person_id: ids.person })
  ids.colleague = (await crm.colleague(user)).userId
  ids.leadLabel = (await user.call('GET', '/v1/leadLabels')).body.data[0].id
  const [stage] = (await user.call('GET', '/api/v2/stages?sort_by=order_nr&sort_direction=desc')).body.data
  ids.stage = stage.id
  ids.otherPipeline = await made('/api/v2/pipelines', { name: 'Other' })
  await made('/api/v2/stages', { name: 'Only', pipeline_id: ids.otherPipeline })
  for (const [entity, key] of [
    ['deal', 'label_ids'],
    ['person', 'label_ids'],
    ['organization', 'label_ids'],
    ['organization', 'industry'],
    ['product', 'category'],
  ] as const) {
    const { data } = (await user.call('GET', `/api/v2/${entity}Fields/${key}`)).body
    ids[`${entity}.${key}`] = data.options[1].id
  }
})

/** What is written into a field, where its type does not say it, and what has to be written beside it. */
interface Sample {
  value: unknown
  beside?: Record<string, unknown>
  /** It is said once, when the record is made. */
  onlyNew?: true
}

const CONTACT = [{ value: 'one@example.com', primary: true, label: 'work' }]
const ADDRESS = { v1: 'Main Street 1, Springfield', v2: { value: 'Main Street 1, Springfield' } }

function sampleOf(path: string, { type }: FieldDeclaration, version: Version): Sample {
  switch (path) {
    case 'deal.currency':
      return { value: 'EUR' }
    case 'deal.pipeline_id':
      return { value: ids.otherPipeline }
    case 'deal.status':
      return { value: 'won' }
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
    case 'product.billing_frequency':
      return { value: 'monthly' }
    case 'product.billing_frequency_cycles':
      return { value: 3, beside: { billing_frequency: 'monthly' } }
    case 'activity.type':
      return { value: 'meeting' }
    case 'activity.participants':
      return {
        value: [
          version === 'v1' ? { person_id: ids.person, primary_flag: true } : { person_id: ids.person, primary: true },
        ],
      }
    case 'activity.attendees':
      return { value: [version === 'v1' ? { email_address: 'guest@example.com' } : { email: 'guest@example.com' }] }
    case 'lead.value':
      return { value: { amount: 12, currency: 'USD' } }
    case 'lead.label_ids':
      return { value: [ids.leadLabel] }
  }
  return { value: byType(path, type, version) }
}

function byType(path: string, type: string, version: Version): unknown {
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
    case 'stage':
      return ids[type]
    default:
      throw new Error(`${path} needs a sample for its type ${type}`)
  }
}

type Version = 'v1' | 'v2'

function timeIn(version: Version): string {
  return version === 'v1' ? '2026-05-06 07:08:09' : '2026-05-06T07:08:09Z'
}

/** Fields that wait for the resource they name. */
const NOT_YET = new Set(['activity.project_id'])

/** Names in bodies and replies of v1 that are not those of its lists of fields. */
const NAMES_V1: Record<string, string> = { 'deal.pipeline_id': 'pipeline_id' }

interface Written {
  path: string
  entity: string
  key: string
  declared: FieldDeclaration
  api: Api
}

const written: Written[] = Object.entries(KINDS).flatMap(([entity, { fields }]) => {
  const api = APIS[entity]
  if (!api) return []
  return Object.entries<FieldDeclaration>(fields).flatMap(([key, declared]) =>
    declared.write ? [{ path: `${entity}.${key}`, entity, key, declared, api }] : [],
  )
})

const ready = written.filter(({ path }) => !NOT_YET.has(path))

function nameIn(version: Version, { path, key, declared }: Written): string {
  return version === 'v2' ? key : (NAMES_V1[path] ?? declared.v1 ?? key)
}

/** A new record with the field written in one version. */
async function recordWith(field: Written, version: Version): Promise<number | string> {
  const { api, declared, path } = field
  const { value, beside, onlyNew } = sampleOf(path, declared, version)
  const body = { [nameIn(version, field)]: value, ...beside }
  const base = api[version]?.path ?? ''
  const made = await user.call('POST', base, onlyNew ? { ...api.fresh(), ...body } : api.fresh())
  expect([made.status, made.body.error]).toEqual([made.status < 300 ? made.status : 201, undefined])
  const { id } = made.body.data
  if (onlyNew) return id
  const changed = await user.call(version === 'v1' ? (api.v1?.method ?? 'PUT') : 'PATCH', `${base}/${id}`, body)
  expect([changed.status, changed.body.error]).toEqual([200, undefined])
  return id
}

async function shown(field: Written, id: number | string, version: Version): Promise<unknown> {
  const asked = version === 'v2' && field.declared.optional ? `?include_fields=${field.key}` : ''
  const { status, body } = await user.call('GET', `${field.api[version]?.path}/${id}${asked}`)
  expect(status).toBe(200)
  return body.data[nameIn(version, field)]
}

/** The value itself, however a version wraps it: relations, addresses, contacts, times, lists. */
function bare(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(bare).join(',')
  if (typeof value === 'object') {
    const { value: inner, amount, person_id, email, email_address, price } = value as Record<string, unknown>
    return bare(inner ?? amount ?? person_id ?? email ?? email_address ?? price)
  }
  return String(value)
    .replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)Z?$/, '$1 $2')
    .replace(/^(\d\d:\d\d):00$/, '$1')
}

const versions = ({ api, declared }: Written) =>
  (['v1', 'v2'] as const).filter(version => api[version] && (declared.writtenIn ?? version) === version)

describe.each(ready.map(field => [field.path, field] as const))('%s', (path, field) => {
  const { declared, api, key } = field

  test.each(versions(field))('written in %s is read in both and is in the change log', async version => {
    const id = await recordWith(field, version)

    const expected = bare(sampleOf(path, declared, version).value)
    if (api.v1) expect(bare(await shown(field, id, 'v1'))).toBe(expected)
    if (api.v2) expect(bare(await shown(field, id, 'v2'))).toBe(expected)
    const logged = await crm.sql`
      select from crm.change where company_id = ${user.companyId} and entity = ${api.table} and entity_id = ${String(id)}
        and after -> ${declared.column ?? key} is not null
        and (action = 'added' or before -> ${declared.column ?? key} is not null)`
    expect(logged.length).toBeGreaterThan(0)
  })

  if (isFilterable(declared))
    test('finds the record in a filter', async () => {
      const version = api.v2 && declared.writtenIn !== 'v1' ? 'v2' : 'v1'
      const id = await recordWith(field, version)
      const value = bare(sampleOf(path, declared, version).value)
      const operator = declared.type === 'set' ? 'contains' : '='
      const condition = { object: field.entity, field_code: key, operator, value }
      const conditions = {
        glue: 'and',
        conditions: [
          { glue: 'and', conditions: [condition] },
          { glue: 'or', conditions: [] },
        ],
      }

      const { status, body } = await user.call('POST', '/v1/filters', { name: path, type: api.filterType, conditions })

      expect([status, body.error]).toEqual([status < 300 ? status : 200, undefined])
      const list = await user.call('GET', `${LISTS[field.entity]?.(key)}filter_id=${body.data.id}&limit=500`)
      expect(list.body.data?.map((record: { id: unknown }) => record.id)).toContain(id)
    })

  if (isSortable(declared) && SORTED.has(field.entity))
    test('sorts the list of v1', async () => {
      const name = nameIn('v1', field)

      const { status, body } = await user.call('GET', `${api.v1?.path}?sort=${name}%20DESC,%20id%20ASC&limit=1`)

      expect([status, body.error]).toEqual([200, undefined])
    })

  if (declared.merge && MERGED.has(field.entity))
    test('goes to the survivor of a merge', async () => {
      const version = declared.writtenIn ?? 'v2'
      const id = await recordWith(field, version)
      const survivor = (await user.call('POST', `${api.v2?.path}`, api.fresh())).body.data.id

      const { status } = await user.call('PUT', `${api.v1?.path}/${id}/merge`, { merge_with_id: survivor })

      expect(status).toBe(200)
      expect(bare(await shown(field, survivor, 'v2'))).toBe(bare(sampleOf(path, declared, version).value))
    })
})

const SORTED = new Set(['deal', 'person', 'organization', 'lead'])
const MERGED = new Set(['deal', 'person', 'organization'])

/** Where a filter of each kind is used; archived records have lists of their own. */
const LISTS: Record<string, (key: string) => string> = {
  deal: key => (key === 'is_archived' || key === 'archive_time' ? '/api/v2/deals/archived?' : '/api/v2/deals?'),
  person: () => '/api/v2/persons?',
  organization: () => '/api/v2/organizations?',
  product: () => '/api/v2/products?',
  activity: () => '/api/v2/activities?',
  lead: key => (key === 'is_archived' ? '/v1/leads/archived?' : '/v1/leads?'),
}

function isFilterable({ type }: FieldDeclaration): boolean {
  return COMPARABLE[type] !== undefined
}

describe('a field is whole', () => {
  test.each(Object.entries(APIS))('every column of %s is declared, or known as bookkeeping', async (entity, {
    table,
  }) => {
    const rows = await crm.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_schema = 'crm' and table_name = ${table}`

    const { fields } = KINDS[entity as keyof typeof KINDS]
    const declared = new Set(Object.entries<FieldDeclaration>(fields).map(([key, { column = key }]) => column))
    const currencies = Object.values<FieldDeclaration>(fields).flatMap(({ currency }) => currency ?? [])
    const undeclared = rows.map(row => row.name).filter(name => !declared.has(name) && !currencies.includes(name))
    expect(undeclared.filter(name => !(BOOKKEEPING[entity] ?? []).includes(name) && !EVERYWHERE.has(name))).toEqual([])
  })

  test.each(Object.entries(APIS))('every stored field of %s has its column', async (entity, { table }) => {
    const rows = await crm.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_schema = 'crm' and table_name = ${table}`
    const columns = new Set(rows.map(row => row.name))

    const fields: FieldTable = KINDS[entity as keyof typeof KINDS].fields
    const missing = Object.entries(fields).filter(
      ([key, { column = key, computed, type }]) => !computed && !ELSEWHERE.has(type) && !columns.has(column),
    )
    expect(missing.map(([key]) => key).filter(key => !IN_OTHER_TABLES.has(`${entity}.${key}`))).toEqual([])
  })
})

/** Columns that no caller knows as a field. */
const EVERYWHERE = new Set(['company_id', 'version', 'custom', 'is_deleted', 'delete_time'])
const BOOKKEEPING: Record<string, readonly string[]> = {
  deal: ['first_won_time', 'status_before', 'arr', 'mrr', 'acv', 'files_count'],
  person: ['files_count'],
  organization: ['files_count'],
  product: ['files_count'],
  lead: ['source_deal_id', 'archive_time'],
}
const ELSEWHERE = new Set(['price_list'])
const IN_OTHER_TABLES = new Set(['activity.participants', 'lead.next_activity_id'])
