import { DealsApi } from 'pipedrive/v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPARABLE } from '../../../base/fields/comparisons.ts'
import type { FieldTable } from '../../../base/fields/declaration.ts'
import { CUSTOM_TYPES } from '../../../base/fields/types.ts'
import type { FilterType } from '../../../base/lists/filterTypes.ts'
import { KINDS } from '../../../company/fields/kinds.ts'
import { addDealField } from '../../../testing/addField.ts'
import { type Condition, conditions } from '../../../testing/filterConditions.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { columnOf, FILTER_OBJECTS } from '../columns.ts'
import { reachOf } from '../objects.ts'

const crm = await startTestCrm()
const user = crm.owner

async function addFilter(type: string, all: Condition[], any: Condition[] = [], of = user): Promise<number> {
  const { status, body } = await of.call('POST', '/v1/filters', { name: 'f', type, conditions: conditions(all, any) })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.id
}

/** Titles of the deals a filter finds, in v2 and in v1. */
async function found(all: Condition[], any: Condition[] = []): Promise<string[]> {
  const id = await addFilter('deals', all, any)
  const v2 = await user.call('GET', `/v2/deals?filter_id=${id}`)
  const v1 = await user.call('GET', `/v1/deals?filter_id=${id}&sort=id`)
  const titles = (deals: { title: string }[] | null) => (deals ?? []).map(deal => deal.title)
  expect(v2.status).toBe(200)
  expect(titles(v1.body.data)).toEqual(titles(v2.body.data))
  return titles(v2.body.data)
}

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
    const second: Condition[] = [
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
    const color = await addDealField(user, 'enum', ['red', 'green'])
    const tags = await addDealField(user, 'set', ['a', 'b', 'c'])
    const day = await addDealField(user, 'date')
    const span = await addDealField(user, 'daterange')
    const money = await addDealField(user, 'monetary')
    const place = await addDealField(user, 'address')
    const hour = await addDealField(user, 'time')
    const note = await addDealField(user, 'varchar')
    const count = await addDealField(user, 'double')
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

test('filters of leads look at the fields they share with deals', async () => {
  const field = await addDealField(user, 'varchar')
  const [person] = await crm.sql`insert into crm.person (company_id, name, owner_id, visible_to)
    values (${user.companyId}, 'Lea', ${user.userId}, 7) returning id`
  await user.call('POST', '/v1/leads', { title: 'Plain', person_id: person?.id })
  await user.call('POST', '/v1/leads', { title: 'Marked', person_id: person?.id, [field.key]: 'yes' })

  const titles = async (...items: Condition[]) => {
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
  const item: Condition = ['organization', 'name', "LIKE '$%'", 'Sec']

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
    const related = reachable.map((object): Condition => [object, 'owner_id', '=', '1'])
    const items: Condition[] = (type === 'deals' ? reachable : itself).flatMap(object =>
      Object.entries<FieldTable[string]>(KINDS[object].fields).flatMap(([code, { type: fieldType }]) => {
        const column = columnOf(object, code)
        const comparable = COMPARABLE[fieldType]
        if (!column || !comparable) return []
        const value = SAMPLES[column.kind ?? comparable.kind] ?? 'x'
        return Object.keys({ ...comparable.operators, ...comparable.deprecated }).map(
          (operator): Condition => [object, code, operator, value],
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
    const items: Condition[] = []
    for (const type of CUSTOM_TYPES) {
      const { key } = await addDealField(user, type, ['enum', 'set'].includes(type) ? ['a'] : [])
      const comparable = COMPARABLE[type]
      for (const operator of Object.keys(comparable?.operators ?? {}))
        items.push(['deal', key, operator, SAMPLES[comparable?.kind ?? ''] ?? 'x'])
    }
    for (let start = 0; start < items.length; start += 16) await found([], items.slice(start, start + 16))
    expect(items.length).toBeGreaterThan(100)
  })
})
