import { describe, expect, test } from 'vitest'
import { COMPARABLE } from './base/fields/comparisons.ts'
import type { FieldDeclaration, FieldTable } from './base/fields/declaration.ts'
import { isSortable } from './base/fields/derive.ts'
import { KINDS } from './company/fields/kinds.ts'
import { made } from './testing/builders.ts'
import { FIELD_APIS, type FieldApi, sampleIds, sampleOf, type Version } from './testing/fieldSamples.ts'
import { conditions } from './testing/filterConditions.ts'
import { startTestCrm } from './testing/startTestCrm.ts'

/**
 * Walks through every field that is declared: what callers may write is written and read back in both versions, is in
 * the change log, sorts, filters and merges. A field that was added in one place and forgotten in another fails here, one
 * without its column in `columns.test.ts`.
 */

const crm = await startTestCrm()
const user = crm.owner
const ids = await sampleIds(crm)

/** Stored fields that callers cannot write: the product keeps them. Any other field without `write` was forgotten. */
const READ_ONLY: Record<string, readonly string[]> = {
  deal: ['creator_user_id', 'stage_change_time', 'origin', 'source_lead_id'],
  person: ['picture_id'],
  organization: ['picture_id'],
  product: [],
  activity: ['creator_user_id', 'marked_as_done_time'],
  lead: ['creator_id', 'source_name', 'origin', 'next_activity_id'],
  project: ['status_change_time', 'archive_time'],
}

/** What the survivor of a merge keeps as it is; any other written field is filled from the other record. */
const NOT_MERGED: Record<string, readonly string[]> = {
  deal: [
    ...['title', 'owner_id', 'value', 'currency', 'pipeline_id', 'stage_id', 'status', 'lost_reason', 'visible_to'],
    ...['won_time', 'lost_time', 'close_time', 'is_archived', 'archive_time'],
  ],
  person: ['name', 'first_name', 'last_name', 'owner_id', 'marketing_status', 'visible_to'],
  organization: ['name', 'owner_id', 'visible_to'],
}

/** Names in bodies and replies of v1 that are not those of its lists of fields. */
const NAMES_V1: Record<string, string> = { 'deal.pipeline_id': 'pipeline_id' }

interface Written {
  path: string
  entity: string
  key: string
  declared: FieldDeclaration
  api: FieldApi
}

const ready: Written[] = Object.entries(FIELD_APIS).flatMap(([entity, api]) =>
  Object.entries(fieldsOf(entity)).flatMap(([key, declared]) => {
    const path = `${entity}.${key}`
    return declared.write ? [{ path, entity, key, declared, api }] : []
  }),
)

function fieldsOf(entity: string): FieldTable {
  return KINDS[entity as keyof typeof KINDS].fields
}

const sample = ({ path, declared }: Written, version: Version) => sampleOf(ids, path, declared, version)

function nameIn(version: Version, { path, key, declared }: Written): string {
  return version === 'v2' ? key : (NAMES_V1[path] ?? declared.v1 ?? key)
}

const versions = ({ api, declared }: Written) =>
  (['v1', 'v2'] as const).filter(version => api[version] && (declared.writtenIn ?? version) === version)

/** A new record with the fields written in one version: those said once when it is made, the others by a change. */
async function recordWith(fields: readonly Written[], version: Version): Promise<number | string> {
  const [{ api }] = fields as [Written]
  const base = api[version]?.path ?? ''
  const body = (those: readonly Written[]) =>
    Object.assign(
      {},
      ...those.map(one => ({ [nameIn(version, one)]: sample(one, version).value, ...sample(one, version).beside })),
    )
  const once = fields.filter(one => sample(one, version).onlyNew)
  const later = fields.filter(one => !sample(one, version).onlyNew)
  const { id } = await made<number | string>(user, base, { ...api.fresh(ids), ...body(once) })
  if (later.length > 0) {
    const method = version === 'v1' ? (api.v1?.method ?? 'PUT') : 'PATCH'
    const changed = await user.call(method, `${base}/${id}`, body(later))
    expect([changed.status, changed.body.error]).toEqual([200, undefined])
  }
  return id
}

/** Fields that leave each other alone share a record; one that moves others has its own. */
function companions(field: Written, version: Version): Written[] {
  const { alone, beside } = sample(field, version)
  if (alone || beside) return [field]
  return ready.filter(
    one =>
      one.entity === field.entity &&
      versions(one).includes(version) &&
      !sample(one, version).alone &&
      !sample(one, version).beside,
  )
}

const kept = new Map<string, Promise<never>>()

/** Work that several fields share is done once. */
function once<T>(name: string, work: () => Promise<T>): Promise<T> {
  const found = kept.get(name) ?? (work() as Promise<never>)
  kept.set(name, found as Promise<never>)
  return found
}

function sharedRecord(field: Written, version: Version): Promise<number | string> {
  const fields = companions(field, version)
  return once(`${version} ${fields.map(one => one.path)}`, () => recordWith(fields, version))
}

/** A record that has none of the values. */
const bareRecord = ({ entity, api }: Written) =>
  once(`bare ${entity}`, async () => (await made(user, (api.v2 ?? api.v1)?.path ?? '', api.fresh(ids))).id)

async function shown(field: Written, id: number | string, version: Version): Promise<unknown> {
  const optional = Object.entries(fieldsOf(field.entity)).flatMap(([key, { optional, write }]) =>
    optional && write ? [key] : [],
  )
  const asked = version === 'v2' && optional.length > 0 ? `?include_fields=${optional}` : ''
  const path = `${field.api[version]?.path}/${id}${asked}`
  const { status, body } = await once(path, () => user.call('GET', path))
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

const SORTED = new Set(['deal', 'person', 'organization', 'lead'])

/** Archived records have a list of their own, so that all records of a list have the same value. */
const SAME_IN_A_LIST = new Set(['deal.is_archived', 'lead.is_archived'])

/** A record with this value alone and one without, in the order of what is stored of them: no other field tells them apart. */
async function inOrder(field: Written): Promise<[number | string, number | string]> {
  const { api, key, declared } = field
  const version = api.v2 && declared.writtenIn !== 'v1' ? 'v2' : 'v1'
  const both = [await recordWith([field], version), await otherRecord(field)]
  const column = crm.sql`r.${crm.sql(declared.column ?? key)}`
  const value = declared.type === 'address' ? crm.sql`(${column} ->> 'value')` : column
  const rows = await crm.sql<{ id: number | string; different: boolean }[]>`
    select r.id, ${value} is distinct from lag(${value}) over (order by ${value} nulls first) as different
    from crm.${crm.sql(api.table)} r where r.company_id = ${user.companyId} and r.id::text = any(${both.map(String)})
    order by ${value} nulls first`
  expect(rows.map(row => row.different)).toEqual([rows[0]?.different, true])
  return [rows[0]?.id ?? '', rows[1]?.id ?? '']
}

/** The record without the value; where only archived ones can have it, it is archived at another time. */
function otherRecord(field: Written): Promise<number | string> {
  if (field.path !== 'deal.archive_time') return bareRecord(field)
  const body = { ...field.api.fresh(ids), is_archived: true, archive_time: '2020-01-01T00:00:00Z' }
  return once('other archived deal', async () => (await made(user, field.api.v2?.path ?? '', body)).id)
}

/** The given records in the order in which the list of v1 has them. */
async function sortedIds(field: Written, direction: 'ASC' | 'DESC', among: readonly (number | string)[]) {
  const list = `${field.api.v1?.path}${archivedPart(field)}`
  const { body } = await user.call('GET', `${list}?sort=${nameIn('v1', field)}%20${direction}&limit=500`)
  expect(body.error).toBeUndefined()
  return body.data
    .map((record: { id: number | string }) => record.id)
    .filter((id: number | string) => among.includes(id))
}

describe.each(ready.map(field => [field.path, field] as const))('%s', (path, field) => {
  const { declared, api, key, entity } = field

  test.each(versions(field))('written in %s is read in both and is in the change log', async version => {
    const id = await sharedRecord(field, version)

    const expected = bare(sample(field, version).value)
    if (api.v1) expect(bare(await shown(field, id, 'v1'))).toBe(expected)
    if (api.v2) expect(bare(await shown(field, id, 'v2'))).toBe(expected)
    const logged = await crm.sql`
      select from crm.change where company_id = ${user.companyId} and entity = ${api.table} and entity_id = ${String(id)}
        and after -> ${declared.column ?? key} is not null
        and (action = 'added' or before -> ${declared.column ?? key} is not null)`
    expect(logged.length).toBeGreaterThan(0)
  })

  if (COMPARABLE[declared.type] !== undefined)
    test('finds the record in a filter, and not one without the value', async () => {
      const version = api.v2 && declared.writtenIn !== 'v1' ? 'v2' : 'v1'
      const [id, without] = [await sharedRecord(field, version), await bareRecord(field)]
      const operator = declared.type === 'set' ? 'contains' : '='
      const all = conditions([[entity, key, operator, bare(sample(field, version).value)]])

      const filter = await made(user, '/v1/filters', { name: path, type: api.filterType, conditions: all })

      const list = await user.call('GET', `${listOf(field)}filter_id=${filter.id}&limit=500`)
      const found = list.body.data?.map((record: { id: unknown }) => record.id)
      expect(found).toContain(id)
      expect(found).not.toContain(without)
    })

  if (isSortable(declared) && SORTED.has(entity) && !SAME_IN_A_LIST.has(path))
    test('sorts the list of v1 in both directions, those without the value first', async () => {
      const [first, last] = await inOrder(field)

      expect(await sortedIds(field, 'ASC', [first, last])).toEqual([first, last])
      expect(await sortedIds(field, 'DESC', [first, last])).toEqual([last, first])
    })

  if (NOT_MERGED[entity] && !NOT_MERGED[entity].includes(key))
    test('goes to the survivor of a merge', async () => {
      const version = declared.writtenIn ?? 'v2'
      const survivor = await once(`merge ${entity} ${version}`, async () => {
        const mergeable = ready.filter(one => one.entity === entity && !NOT_MERGED[entity]?.includes(one.key))
        const those = mergeable.filter(one => (one.declared.writtenIn ?? 'v2') === version)
        const id = await recordWith(those, version)
        const into = await made(user, api.v2?.path ?? '', api.fresh(ids))
        const merged = await user.call('PUT', `${api.v1?.path}/${id}/merge`, { merge_with_id: into.id })
        expect([merged.status, merged.body.error]).toEqual([200, undefined])
        return into.id
      })

      expect(bare(await shown(field, survivor, 'v2'))).toBe(bare(sample(field, version).value))
    })
})

/** Where a filter of each kind is used; archived records have lists of their own. */
function listOf({ path, api }: Written): string {
  return `${(api.v2 ?? api.v1)?.path}${archivedPart({ path })}?`
}

function archivedPart({ path }: { path: string }): string {
  return ['deal.is_archived', 'deal.archive_time', 'lead.is_archived'].includes(path) ? '/archived' : ''
}

describe.each(Object.entries(FIELD_APIS))('%s', entity => {
  test('has no field that callers can neither write nor are known not to', () => {
    const silent = Object.entries(fieldsOf(entity)).filter(([, { write, computed }]) => !write && !computed)

    expect(silent.map(([key]) => key)).toEqual(
      ['id', ...(READ_ONLY[entity] ?? []), 'add_time', 'update_time'].sort(inTable(entity)),
    )
  })
})

function inTable(entity: string) {
  const order = Object.keys(fieldsOf(entity))
  return (one: string, other: string) => order.indexOf(one) - order.indexOf(other)
}
