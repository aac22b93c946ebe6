import { FiltersApi } from 'pipedrive/v1'
import { DealsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPARABLE } from '../../../base/fields/comparisons.ts'
import type { FieldTable } from '../../../base/fields/declaration.ts'
import { CUSTOM_TYPES } from '../../../base/fields/types.ts'
import type { FilterType } from '../../../base/lists/storedFilter.ts'
import { KINDS } from '../../../company/fields/kinds.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { columnOf, FILTER_OBJECTS } from '../columns.ts'
import { reachOf } from '../objects.ts'

const crm = await startTestCrm()
let user: TestUser
let filters: FiltersApi

beforeAll(async () => {
  user = crm.owner
  filters = new FiltersApi(user.v1)
})

type Item = [object: string, code: string, operator: string, value?: unknown, extra?: string | null]

function conditions(all: Item[], any: Item[] = []) {
  const written = ([object, field_code, operator, value = null, extra_value = null]: Item) => ({
    object,
    field_code,
    operator,
    value,
    extra_value,
  })
  return {
    glue: 'and',
    conditions: [
      { glue: 'and', conditions: all.map(written) },
      { glue: 'or', conditions: any.map(written) },
    ],
  }
}

async function addFilter(type: string, all: Item[], any: Item[] = [], of = user): Promise<number> {
  const { status, body } = await of.call('POST', '/v1/filters', { name: 'f', type, conditions: conditions(all, any) })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.id
}

/** Titles of the deals a filter finds, in v2 and in v1. */
async function found(all: Item[], any: Item[] = []): Promise<string[]> {
  const id = await addFilter('deals', all, any)
  const v2 = await user.call('GET', `/v2/deals?filter_id=${id}`)
  const v1 = await user.call('GET', `/v1/deals?filter_id=${id}&sort=id`)
  const titles = (deals: { title: string }[] | null) => (deals ?? []).map(deal => deal.title)
  expect(v2.status).toBe(200)
  expect(titles(v1.body.data)).toEqual(titles(v2.body.data))
  return titles(v2.body.data)
}

async function addField(field_type: string, labels: string[] = []) {
  const options = labels.length > 0 ? { options: labels.map(label => ({ label })) } : {}
  const { body } = await user.call('POST', '/v1/dealFields', { name: field_type, field_type, ...options })
  return {
    id: body.data.id,
    key: body.data.key,
    ids: (body.data.options ?? []).map((option: { id: number }) => option.id),
  }
}

describe('the official client', () => {
  test('adds, reads, lists, updates and deletes filters', async () => {
    const [title] =
      await crm.sql`select id from crm.field where company_id = ${user.companyId} and entity = 'deal' and key = 'title'`
    const items = [{ object: 'deal', field_id: String(title?.id), operator: '=', value: 'x', extra_value: null }]
    const nested = {
      glue: 'and',
      conditions: [
        { glue: 'and', conditions: items },
        { glue: 'or', conditions: [] },
      ],
    }

    const added = await filters.addFilter({ AddFilterRequest: { name: 'Mine', type: 'deals', conditions: nested } })
    const id = added.data?.id ?? 0
    const read = await filters.getFilter({ id, include_field_code: true } as never)
    const updated = await filters.updateFilter({ id, UpdateFilterRequest: { name: 'Renamed', conditions: nested } })
    const list = await filters.getFilters({ type: 'deals' })

    expect(read.data).toMatchObject({ id, name: 'Mine', type: 'deals', active_flag: true, visible_to: '1' })
    expect(read.data?.conditions).toEqual({
      ...nested,
      conditions: [
        { glue: 'and', conditions: [{ ...items[0], json_value_flag: false, field_code: 'title' }] },
        nested.conditions[1],
      ],
    })
    expect(updated.data?.name).toBe('Renamed')
    expect(list.data?.map(filter => filter.name)).toContain('Renamed')
    expect((await filters.getFilters({ type: 'org' })).data).toEqual([])
    const deleted = await filters.deleteFilter({ id })
    expect(deleted.data?.id).toBe(id)
    expect((await user.call('GET', `/v1/filters/${id}`)).status).toBe(404)
  })

  test('deletes several filters together or not at all', async () => {
    const ids = [await addFilter('people', []), await addFilter('org', [])]

    expect((await user.call('DELETE', `/v1/filters?ids=${ids.join(',')},99999999`)).status).toBe(404)
    expect((await user.call('GET', `/v1/filters/${ids[0]}`)).status).toBe(200)

    expect((await filters.deleteFilters({ ids: ids.join(',') })).data?.id).toEqual(ids)
    expect((await user.call('GET', `/v1/filters/${ids[0]}`)).status).toBe(404)
  })

  test('learns operators, relative dates and parts of addresses', async () => {
    const helpers = (await filters.getFilterHelpers()) as { data: Record<string, Record<string, unknown>> }

    expect(Object.keys(helpers.data)).toEqual([
      'operators',
      'deprecated_operators',
      'relative_dates',
      'address_field_components',
    ])
    expect(helpers.data.operators?.varchar).toMatchObject({ "LIKE '$%'": 'starts with' })
    expect(helpers.data.operators?.stage).toHaveProperty('has_been')
  })
})

describe('a filter on deals', () => {
  beforeAll(async () => {
    const [org] = await crm.sql`insert into crm.organization (company_id, name, owner_id, visible_to, address)
      values (${user.companyId}, 'Acme', ${user.userId}, 7, '{"value": "1 Main St, Tallinn", "locality": "Tallinn"}') returning id`
    const [person] = await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to, emails)
      values (${user.companyId}, 'Paula', ${user.userId}, 7, '[{"value":"p@example.com","label":"work","primary":true}]') returning id`
    const deals = new DealsApi(user.v2)
    const make = (deal: object) => deals.addDeal({ AddDealRequest: deal as never })
    await make({ title: 'Big 100%', value: 1000, org_id: org?.id, expected_close_date: '2026-03-01' })
    await make({ title: 'Small', value: 5, currency: 'EUR', person_id: person?.id })
    await make({ title: "O'Brien; drop table crm.deal", value: 50, status: 'won' })
  })

  test('holds text, numbers, states and days', async () => {
    expect(await found([['deal', 'title', '=', 'Small']])).toEqual(['Small'])
    expect(await found([['deal', 'title', "LIKE '%$%'", '100%']])).toEqual(['Big 100%'])
    expect(await found([['deal', 'title', "LIKE '$%'", 'sm']])).toEqual(['Small'])
    expect(await found([['deal', 'title', "LIKE '%$%'", '%']])).toEqual(['Big 100%'])
    expect(await found([['deal', 'title', '=', "O'Brien; drop table crm.deal"]])).toHaveLength(1)
    expect(await found([['deal', 'value', '>=', '50']])).toEqual(['Big 100%', "O'Brien; drop table crm.deal"])
    expect(await found([['deal', 'value', '>', 1, 'EUR']])).toEqual(['Small'])
    expect(await found([['deal', 'status', '=', 'won']])).toHaveLength(1)
    expect(await found([['deal', 'expected_close_date', '<', '2026-03-02']])).toEqual(['Big 100%'])
    expect(await found([['deal', 'expected_close_date', 'IS NULL']])).toHaveLength(2)
    expect(await found([['deal', 'add_time', '=', 'today']])).toHaveLength(3)
    expect(await found([['deal', 'add_time', '<', 'today']])).toEqual([])
    expect(await found([['deal', 'owner_id', '=', 'me']])).toHaveLength(3)
    expect(await found([['deal', 'user_id', '!=', user.userId]])).toEqual([])
  })

  test('takes all of the first group and one of the second', async () => {
    const second: Item[] = [
      ['deal', 'title', '=', 'Small'],
      ['deal', 'title', "LIKE '$%'", 'Big'],
    ]
    expect(await found([['deal', 'value', '<', 100]], second)).toEqual(['Small'])
    expect(await found([], second)).toEqual(['Big 100%', 'Small'])
  })

  test('looks at related persons, organizations and activities', async () => {
    expect(await found([['person', 'emails', "LIKE '%$%'", 'EXAMPLE']])).toEqual(['Small'])
    expect(await found([['organization', 'name', '=', 'Acme']])).toEqual(['Big 100%'])
    expect(await found([['organization', 'address', '=', 'Tallinn', 'locality']])).toEqual(['Big 100%'])
    expect(await found([['organization', 'name', 'IS NULL']])).toHaveLength(2)
    expect(await found([['activity', 'done', '=', 0]])).toEqual([])
    expect(await found([['deal', 'activities_count', '=', 0]])).toHaveLength(3)
    expect(await found([['deal', 'weighted_value', '>', 900]])).toEqual(['Big 100%'])
  })

  test('knows the stages a deal has been in', async () => {
    const stages = await crm.sql`select id from crm.stage where company_id = ${user.companyId} order by order_nr`
    const [first, second] = stages.map(stage => stage.id)
    const id = (await user.call('POST', '/v2/deals', { title: 'Mover' })).body.data.id
    await user.call('PATCH', `/v2/deals/${id}`, { stage_id: second })

    expect(await found([['deal', 'stage_id', '=', second]])).toEqual(['Mover'])
    expect(await found([['deal', 'stage_id', 'has_been', first]])).toContain('Mover')
    expect(await found([['deal', 'stage_id', 'has_been', second]])).toEqual(['Mover'])
    await user.call('DELETE', `/v2/deals/${id}`)
  })

  test('holds custom fields of every shape', async () => {
    const color = await addField('enum', ['red', 'green'])
    const tags = await addField('set', ['a', 'b', 'c'])
    const day = await addField('date')
    const span = await addField('daterange')
    const money = await addField('monetary')
    const place = await addField('address')
    const hour = await addField('time')
    const note = await addField('varchar')
    const count = await addField('double')
    const [red, green] = color.ids
    const [a, b, c] = tags.ids
    const made = await user.call('POST', '/v2/deals', {
      title: 'Custom',
      custom_fields: {
        [color.key]: red,
        [tags.key]: [a, b],
        [day.key]: '2026-02-28',
        [span.key]: { value: '2026-01-01', until: '2026-01-31' },
        [money.key]: { value: 12.5, currency: 'EUR' },
        [place.key]: { value: 'Somewhere', country: 'Estonia' },
        [hour.key]: { value: '14:30' },
        [note.key]: 'He said "hi"',
        [count.key]: 3,
      },
    })
    expect(made.status).toBe(200)
    const only = ['Custom']

    expect(await found([['deal', color.key, '=', red]])).toEqual(only)
    expect(await found([['deal', color.key, '=', green]])).toEqual([])
    expect(await found([['deal', color.key, '!=', green]])).toHaveLength(4)
    expect(await found([['deal', tags.key, 'contains', b]])).toEqual(only)
    expect(await found([['deal', tags.key, '=', `${b},${a}`]])).toEqual(only)
    expect(await found([['deal', tags.key, '=', a]])).toEqual([])
    expect(await found([['deal', tags.key, 'not_contains', c]])).toHaveLength(4)
    expect(await found([['deal', day.key, '=', '2026-02-28']])).toEqual(only)
    expect(await found([['deal', day.key, '<', 'today']])).toEqual(only)
    expect(await found([['deal', span.key, 'includes', '2026-01-31']])).toEqual(only)
    expect(await found([['deal', span.key, 'includes', '2026-02-01']])).toEqual([])
    expect(await found([['deal', span.key, 'ends_before', '2026-02-01']])).toEqual(only)
    expect(await found([['deal', money.key, '=', 12.5, 'EUR']])).toEqual(only)
    expect(await found([['deal', money.key, '>', 12, 'USD']])).toEqual([])
    expect(await found([['deal', place.key, '=', 'Estonia', 'country']])).toEqual(only)
    expect(await found([['deal', hour.key, '>', '14:00']])).toEqual(only)
    expect(await found([['deal', note.key, '=', 'He said "hi"']])).toEqual(only)
    expect(await found([['deal', note.key, "NOT LIKE '%$%'", 'said']])).toHaveLength(3)
    expect(await found([['deal', count.key, '<=', 3]])).toEqual(only)
    expect(await found([['deal', count.key, 'IS NULL']])).toHaveLength(3)
  })

  test('remembers when it was used', async () => {
    const id = await addFilter('deals', [])
    expect((await user.call('GET', `/v1/filters/${id}`)).body.data.last_used_time).toBeNull()
    await user.call('GET', `/v2/deals?filter_id=${id}`)
    expect((await user.call('GET', `/v1/filters/${id}`)).body.data.last_used_time).toMatch(/^2\d{3}-/)
  })

  test('beats the other filters of the list, and is asked of its own type only', async () => {
    const id = await addFilter('deals', [['deal', 'title', '=', 'Small']])
    const people = await addFilter('people', [])

    const beaten = await user.call('GET', `/v2/deals?filter_id=${id}&status=lost&owner_id=999`)
    expect(beaten.body.data.map((deal: { title: string }) => deal.title)).toEqual(['Small'])
    expect((await user.call('GET', `/v2/deals?filter_id=${people}`)).body).toMatchObject({
      errorCode: 400,
      field: 'filter_id',
    })
    expect((await user.call('GET', '/v1/deals?filter_id=99999999')).status).toBe(404)
  })
})

describe('refusals', () => {
  const refused = async (all: unknown[], type = 'deals') =>
    (
      await user.call('POST', '/v1/filters', {
        name: 'x',
        type,
        conditions: { glue: 'and', conditions: [{ glue: 'and', conditions: all }] },
      })
    ).body

  test('400 naming the object, field, operator, part or value that is not in the tables', async () => {
    const path = 'conditions.conditions.0.conditions.0'
    const [title] =
      await crm.sql`select id from crm.field where company_id = ${user.companyId} and entity = 'deal' and key = 'title'`
    const good = { object: 'deal', field_id: title?.id, operator: '=', value: 'x' }

    expect(await refused([{ ...good, object: 'user; --' }])).toMatchObject({ errorCode: 400, field: `${path}.object` })
    expect(await refused([{ ...good, object: 'product' }], 'people')).toMatchObject({ field: `${path}.object` })
    expect(await refused([{ ...good, field_id: '1 or 1=1' }])).toMatchObject({
      errorCode: 400,
      field: `${path}.field_id`,
    })
    expect(await refused([{ ...good, operator: 'or 1=1' }])).toMatchObject({
      errorCode: 400,
      field: `${path}.operator`,
    })
    expect(await refused([{ ...good, operator: 'constructor' }])).toMatchObject({
      errorCode: 400,
      field: `${path}.operator`,
    })
    expect(await refused([{ ...good, value: null }])).toMatchObject({ errorCode: 400, field: `${path}.value` })
    expect(await refused([{ object: 'deal', field_code: 'value', operator: '>', value: 'lots' }])).toMatchObject({
      field: `${path}.value`,
    })
    expect(await refused([{ object: 'deal', field_code: 'add_time', operator: '>', value: 'someday' }])).toMatchObject({
      field: `${path}.value`,
    })
    expect(
      await refused([
        { object: 'organization', field_code: 'address', operator: '=', value: 'x', extra_value: 'planet' },
      ]),
    ).toMatchObject({
      field: `${path}.extra_value`,
    })
    expect(await refused(Array.from({ length: 17 }, () => good))).toMatchObject({ errorCode: 400, field: 'conditions' })
  })

  test('404 for a filter of another company, 403 for changing a colleague’s', async () => {
    const stranger = await crm.company()
    const colleague = await crm.colleague(user)
    const id = await addFilter('deals', [])
    const shared = (
      await user.call('POST', '/v1/filters', { name: 's', type: 'deals', visible_to: '7', conditions: conditions([]) })
    ).body.data.id

    expect((await stranger.call('GET', `/v1/filters/${id}`)).status).toBe(404)
    expect((await stranger.call('GET', `/v2/deals?filter_id=${id}`)).status).toBe(404)
    expect((await colleague.call('GET', `/v1/filters/${id}`)).status).toBe(404)
    expect((await colleague.call('GET', `/v2/deals?filter_id=${shared}`)).status).toBe(200)
    expect((await colleague.call('PUT', `/v1/filters/${shared}`, { name: 'mine now' })).status).toBe(403)
  })

  test('400 when the field of a stored condition is gone', async () => {
    const field = await addField('varchar')
    const id = await addFilter('deals', [['deal', field.key, '=', 'x']])

    await user.call('DELETE', `/v1/dealFields/${field.id}`)

    expect((await user.call('GET', `/v2/deals?filter_id=${id}`)).status).toBe(400)
  })
})

test('filters of leads look at the fields they share with deals', async () => {
  const field = await addField('varchar')
  const [person] = await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to)
    values (${user.companyId}, 'Lea', ${user.userId}, 7) returning id`
  await user.call('POST', '/v1/leads', { title: 'Plain', person_id: person?.id })
  await user.call('POST', '/v1/leads', { title: 'Marked', person_id: person?.id, [field.key]: 'yes' })

  const titles = async (...items: Item[]) => {
    const id = await addFilter('leads', items)
    const { body } = await user.call('GET', `/v1/leads?filter_id=${id}`)
    return (body.data ?? []).map((lead: { title: string }) => lead.title)
  }

  expect(await titles(['deal', field.key, '=', 'yes'])).toEqual(['Marked'])
  expect(await titles(['lead', field.key, 'IS NULL'])).toEqual(['Plain'])
  expect(await titles(['lead', 'title', '=', 'Plain'], ['person', 'name', '=', 'Lea'])).toEqual(['Plain'])
})

test('a related record that is hidden from the caller does not count', async () => {
  const [secret] = await crm.sql`insert into crm.organization (company_id, name, owner_id, visible_to)
    values (${user.companyId}, 'Secret', ${user.userId}, 1) returning id`
  await user.call('POST', '/v2/deals', { title: 'Probe', org_id: secret?.id })
  const colleague = await crm.colleague(user)
  const item: Item = ['organization', 'name', "LIKE '$%'", 'Sec']

  const mine = await addFilter('deals', [item])
  const theirs = await addFilter('deals', [item], [], colleague)

  expect((await user.call('GET', `/v2/deals?filter_id=${mine}`)).body.data).toHaveLength(1)
  expect((await colleague.call('GET', `/v2/deals?filter_id=${theirs}`)).body.data).toEqual([])
})

describe('every field, with every operator it has', () => {
  const LISTS: Record<string, string> = {
    deals: '/v2/deals',
    leads: '/v1/leads',
    org: '/v2/organizations',
    people: '/v2/persons',
    products: '/v2/products',
    activity: '/v2/activities',
  }
  const SAMPLES: Record<string, string> = {
    moment: '2026-01-01',
    days: 'this_month',
    clock: '12:30',
    hours: '12:30',
    number: '5',
    id: '1',
    set: '1',
    boolean: '1',
  }

  test.each(Object.entries(LISTS))('is understood by the database in filters of %s', async (type, path) => {
    const reachable = FILTER_OBJECTS.filter(object => reachOf(type as FilterType, object))
    const itself = reachable.filter(object => reachOf(type as FilterType, object) === 'itself')
    const related = reachable.map((object): Item => [object, 'owner_id', '=', '1'])
    const items: Item[] = (type === 'deals' ? reachable : itself).flatMap(object =>
      Object.entries<FieldTable[string]>(KINDS[object].fields).flatMap(([code, { type: fieldType }]) => {
        const column = columnOf(object, code)
        const comparable = COMPARABLE[fieldType]
        if (!column || !comparable) return []
        const value = SAMPLES[column.kind ?? comparable.kind] ?? 'x'
        return Object.keys({ ...comparable.operators, ...comparable.deprecated }).map(
          (operator): Item => [object, code, operator, value],
        )
      }),
    )
    expect(items.length).toBeGreaterThan(50)

    items.push(...related)
    for (let start = 0; start < items.length; start += 16) {
      const id = await addFilter(type, [], items.slice(start, start + 16))
      const { status, body } = await user.call('GET', `${path}?filter_id=${id}&limit=1`)
      expect([status, body.error]).toEqual([200, undefined])
    }
  })

  test('is understood for custom fields of all types', async () => {
    const items: Item[] = []
    for (const type of CUSTOM_TYPES) {
      const { key } = await addField(type, ['enum', 'set'].includes(type) ? ['a'] : [])
      const comparable = COMPARABLE[type]
      for (const operator of Object.keys(comparable?.operators ?? {}))
        items.push(['deal', key, operator, SAMPLES[comparable?.kind ?? ''] ?? 'x'])
    }
    for (let start = 0; start < items.length; start += 16) await found([], items.slice(start, start + 16))
    expect(items.length).toBeGreaterThan(100)
  })
})
