import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUSTOM_TYPES } from '../../../base/fields/types.ts'
import { addDealField, addField } from '../../../testing/addField.ts'
import { aDeal, anActivity, anOrganization, aPerson, aProduct, made } from '../../../testing/builders.ts'
import { type Condition, conditions } from '../../../testing/filterConditions.ts'
import { randomChanges } from '../../../testing/randomChanges.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import type { Row, RowColumnShape } from './shape.ts'

const crm = await startTestCrm()

type ShownRow = Row & Record<string, unknown>

async function rows(by: TestUser, query: string): Promise<ShownRow[]> {
  const { status, body } = await by.call('GET', `/app/api/rows?${query}`)
  expect([status, body.error], query).toEqual([200, undefined])
  return body.data
}

const names = async (by: TestUser, query: string) => (await rows(by, query)).map(row => row.name ?? row.title)
const given = (all: Condition[], any: Condition[] = []) => encodeURIComponent(JSON.stringify(conditions(all, any)))
const columnsOf = async (by: TestUser, kind: string): Promise<RowColumnShape[]> =>
  (await by.call('GET', `/app/api/rows/columns?kind=${kind}`)).body.data

describe('what a row shows', () => {
  test('fields as v2 shows them, custom ones, names and fields of related records, the next activity', async () => {
    const user = await crm.company()
    const colour = await addField(user, 'person', 'enum', ['red', 'green'])
    const size = await addField(user, 'organization', 'double')
    const org = await anOrganization(user, { name: 'Acme', website: 'acme.test', custom_fields: { [size.key]: 12 } })
    const person = await aPerson(user, {
      name: 'Paula',
      org_id: org.id,
      emails: [{ value: 'p@acme.test', primary: true, label: 'work' }],
      custom_fields: { [colour.key]: colour.options[1]?.id },
    })
    const call = await anActivity(user, {
      subject: 'Call',
      due_date: '2036-01-02',
      participants: [{ person_id: person.id, primary: true }],
    })

    const wanted = `emails,org_id,${colour.key},organization.website,organization.${size.key},next_activity_date`
    const [row] = await rows(user, `kind=person&columns=${wanted}`)

    expect(row).toEqual({
      id: person.id,
      version: 1,
      name: 'Paula',
      emails: [{ value: 'p@acme.test', primary: true, label: 'work' }],
      org_id: org.id,
      next_activity_date: '2036-01-02',
      next_activity: { id: call.id, type: 'call', subject: 'Call', due_date: '2036-01-02', due_time: null },
      custom_fields: { [colour.key]: colour.options[1]?.id },
      names: { org_id: 'Acme' },
      related: { organization: { id: org.id, website: 'acme.test', custom_fields: { [size.key]: 12 } } },
    })
  })

  test('every column of every kind can be asked for', async () => {
    const user = await crm.company()
    const person = await aPerson(user, { name: 'One' })
    const deal = await aDeal(user, { title: 'Deal', person_id: person.id })
    for (const type of CUSTOM_TYPES) await addDealField(user, type, ['enum', 'set'].includes(type) ? ['a'] : [])
    await anOrganization(user)
    await aProduct(user)
    for (const kind of ['deal', 'person', 'organization', 'product']) {
      const codes = (await columnsOf(user, kind)).map(column => column.code)
      for (let at = 0; at < codes.length; at += 40)
        expect(await rows(user, `kind=${kind}&columns=${codes.slice(at, at + 40)}`)).toHaveLength(1)
    }
    const shown = (await user.call('GET', `/v2/deals/${deal.id}`)).body.data
    const own = (await columnsOf(user, 'deal')).filter(({ code, is_related }) => code in shown && !is_related)
    const [row] = await rows(user, `kind=deal&columns=${own.map(column => column.code).slice(0, 40)}`)
    for (const { code } of own.slice(0, 40)) expect([code, row?.[code]]).toEqual([code, shown[code]])
  })
})

describe('who sees what', () => {
  test('nobody sees rows, counts, names, fields or activities that are hidden from them, nor sorts by them', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const secret = await anOrganization(user, { name: 'Secret', website: 'secret.test', visible_to: 1 })
    const open = await anOrganization(user, { name: 'Zebra', website: 'zebra.test' })
    const shown = await aPerson(user, { name: 'Shown', org_id: secret.id })
    await aPerson(user, { name: 'Other', org_id: open.id })
    await aPerson(user, { name: 'Hidden', visible_to: 1 })
    const wanted = 'columns=org_id,organization.website,next_activity_date'

    expect(await names(colleague, 'kind=person')).toEqual(['Other', 'Shown'])
    expect(await names(user, 'kind=person')).toEqual(['Hidden', 'Other', 'Shown'])
    const [, row] = await rows(colleague, `kind=person&${wanted}`)
    expect(row).toMatchObject({ id: shown.id, names: { org_id: null }, related: { organization: null } })
    expect((await colleague.call('GET', '/app/api/rows/count?kind=person')).body.data).toEqual({
      count: 2,
      is_exact: true,
    })
    for (const sort of ['org_id', 'organization.website', '-org_id'])
      expect(await names(colleague, `kind=person&sort=${sort}`)).toEqual(['Other', 'Shown'])
    const bySecret = given([['organization', 'name', '=', 'Secret']])
    expect(await names(colleague, `kind=person&conditions=${bySecret}`)).toEqual([])
    const other = await crm.company()
    expect(await names(other, 'kind=person')).toEqual([])
  })

  test('rows that were deleted or archived are not in a list', async () => {
    const user = await crm.company()
    const gone = await aDeal(user, { title: 'Gone' })
    await aDeal(user, { title: 'Kept away', is_archived: true })
    await aDeal(user, { title: 'There' })
    await user.call('DELETE', `/v2/deals/${gone.id}`)

    expect(await names(user, 'kind=deal')).toEqual(['There'])
    expect(await names(user, `kind=deal&ids=${gone.id}`)).toEqual([])
  })
})

describe('which rows', () => {
  test('by owner, pipeline, stored filter and conditions of a request, all together', async () => {
    const user = await crm.company()
    const colleague = await crm.colleague(user)
    const acme = await anOrganization(user, { name: 'Acme' })
    await aDeal(user, { title: 'A', value: 1, org_id: acme.id })
    await aDeal(user, { title: 'B', value: 5, org_id: acme.id })
    await aDeal(user, { title: 'C', value: 5 })
    await aDeal(user, { title: 'D', value: 5, org_id: acme.id, owner_id: colleague.userId })
    const pipeline = await made(user, '/v2/pipelines', { name: 'Other' })
    const stage = await made(user, '/v2/stages', { name: 'First', pipeline_id: pipeline.id })
    await aDeal(user, { title: 'E', value: 5, stage_id: stage.id })
    const large = await made(user, '/v1/filters', {
      name: 'Large',
      type: 'deals',
      conditions: conditions([['deal', 'value', '>', 1]]),
    })
    const ofAcme = given([['organization', 'name', '=', 'Acme']])
    const either = given(
      [],
      [
        ['deal', 'title', '=', 'A'],
        ['deal', 'title', '=', 'E'],
      ],
    )

    expect(await names(user, `kind=deal&filter_id=${large.id}`)).toEqual(['B', 'C', 'D', 'E'])
    expect(await names(user, `kind=deal&filter_id=${large.id}&conditions=${ofAcme}`)).toEqual(['B', 'D'])
    expect(await names(user, `kind=deal&conditions=${ofAcme}&owner_id=${user.userId}`)).toEqual(['A', 'B'])
    expect(await names(user, `kind=deal&conditions=${either}`)).toEqual(['A', 'E'])
    expect(await names(user, `kind=deal&pipeline_id=${pipeline.id}`)).toEqual(['E'])
    const counted = await user.call('GET', `/app/api/rows/count?kind=deal&conditions=${ofAcme}`)
    expect(counted.body.data).toEqual({ count: 3, is_exact: true })
  })

  test('400 names what was wrong: columns, sort, conditions, cursor, filter and pipeline', async () => {
    const { owner } = crm
    const refused = async (query: string) => {
      const { status, body } = await owner.call('GET', `/app/api/rows?${query}`)
      return [status, body.field]
    }
    const people = await made(owner, '/v1/filters', { name: 'P', type: 'people', conditions: conditions([]) })

    expect(await refused('kind=secrets')).toEqual([400, 'kind'])
    expect(await refused('kind=deal&columns=title,nothing')).toEqual([400, 'columns'])
    expect(await refused('kind=organization&columns=deal.title')).toEqual([400, 'columns'])
    expect(await refused('kind=deal&sort=nothing')).toEqual([400, 'sort'])
    expect(await refused('kind=deal&conditions=x')).toEqual([400, 'conditions'])
    expect(await refused('kind=deal&conditions=%22x%22')).toEqual([400, 'conditions'])
    expect(await refused(`kind=deal&conditions=${given([['deal', 'title', 'is like', 'x']])}`)).toEqual([
      400,
      'conditions.conditions.0.conditions.0.operator',
    ])
    expect(await refused(`kind=deal&conditions=${given([['deal', 'title', '=', '\0']])}`)).toEqual([
      400,
      'conditions.conditions.0.conditions.0.value',
    ])
    expect(await refused('kind=deal&cursor=x')).toEqual([400, 'cursor'])
    expect(await refused(`kind=deal&sort=value&cursor=${Buffer.from('[1,"x"]').toString('base64url')}`)).toEqual([
      400,
      'cursor',
    ])
    expect(await refused(`kind=deal&filter_id=${people.id}`)).toEqual([400, 'filter_id'])
    expect(await refused('kind=person&pipeline_id=1')).toEqual([400, 'pipeline_id'])
  })
})

describe('in order', () => {
  /** Types whose shown value is what they are sorted by. */
  const PLAIN = new Set(['varchar', 'text', 'int', 'double', 'date'])
  const plainValue = (row: ShownRow, { code, is_custom_field }: RowColumnShape) =>
    is_custom_field ? row.custom_fields[code] : row[code]

  test.each([
    ['deal', 'deals'],
    ['person', 'persons'],
    ['organization', 'organizations'],
    ['product', 'products'],
  ] as const)('pages of %s have every row once, whatever they are sorted by; rows without a value come last', async (kind, path) => {
    const user = await crm.company()
    const { changes, make } = await randomChanges(user)
    for (const type of ['date', 'enum', 'set', 'user', 'time', 'monetary', 'org', 'daterange'])
      await addField(user, kind, type, ['enum', 'set'].includes(type) ? ['b', 'a'] : undefined)
    for (const body of fc.sample(changes[path], 7)) {
      const { id } = await make[path](user)
      const { status, body: reply } = await user.call('PATCH', `/v2/${path}/${id}`, { ...body, is_archived: undefined })
      expect([status, reply.error]).toEqual([200, undefined])
    }
    const all = (await rows(user, `kind=${kind}&sort=id`)).map(row => row.id)
    expect(all.length).toBeGreaterThanOrEqual(7)
    const columns = (await columnsOf(user, kind)).filter(column => column.is_sortable)
    const types = new Set<string>()
    for (const [nr, column] of columns.filter(({ is_related }, at) => !is_related || at % 12 === 0).entries()) {
      // Both ways for one column of each type; the others take turns.
      const ways = [column.code, `-${column.code}`]
      for (const sort of types.has(column.field_type) ? ways.slice(nr % 2, (nr % 2) + 1) : ways) {
        const walked = await walk(user, `kind=${kind}&columns=${column.code}&sort=${sort}&limit=4`)
        expect(
          walked.map(row => row.id).toSorted((a, b) => a - b),
          sort,
        ).toEqual(all)
        if (column.is_related || !PLAIN.has(column.field_type) || ['emails', 'phones', 'im'].includes(column.code))
          continue
        expectOrder(
          walked.map(row => plainValue(row, column)),
          sort.startsWith('-'),
          sort,
        )
      }
      types.add(column.field_type)
    }
  })

  async function walk(by: TestUser, query: string): Promise<ShownRow[]> {
    const found: ShownRow[] = []
    let cursor = ''
    for (let page = 0; page < 20; page++) {
      const { status, body } = await by.call('GET', `/app/api/rows?${query}&cursor=${cursor}`)
      expect([status, body.error], query).toEqual([200, undefined])
      found.push(...body.data)
      cursor = body.additional_data.next_cursor
      if (!cursor) return found
    }
    throw new Error(`${query} has no end`)
  }

  function expectOrder(values: readonly unknown[], isDescending: boolean, sort: string): void {
    const comparable = values.map(value => (typeof value === 'string' ? value.toLowerCase() || null : (value ?? null)))
    const firstEmpty = comparable.indexOf(null)
    if (firstEmpty !== -1)
      expect(
        comparable.slice(firstEmpty).every(value => value === null),
        sort,
      ).toBe(true)
    const there = comparable.filter(value => value !== null) as (string | number)[]
    const sorted = there.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    expect(there, sort).toEqual(isDescending ? sorted.toReversed() : sorted)
  }

  test('options in the order of the company, stages by their place, links by their names', async () => {
    const user = await crm.company()
    const level = await addField(user, 'deal', 'enum', ['low', 'high', 'best'])
    const [first, second] = (await user.call('GET', '/v2/stages')).body.data
    const zebra = await anOrganization(user, { name: 'Zebra' })
    const acme = await anOrganization(user, { name: 'acme' })
    const [low, high, best] = level.options.map(option => option.id)
    await aDeal(user, { title: 'A', stage_id: second.id, org_id: zebra.id, custom_fields: { [level.key]: best } })
    await aDeal(user, { title: 'B', stage_id: first.id, org_id: acme.id, custom_fields: { [level.key]: low } })
    await aDeal(user, { title: 'C', stage_id: second.id, custom_fields: { [level.key]: high } })
    await aDeal(user, { title: 'D', stage_id: second.id })

    expect(await names(user, `kind=deal&sort=${level.key}`)).toEqual(['B', 'C', 'A', 'D'])
    expect(await names(user, `kind=deal&sort=-${level.key}`)).toEqual(['A', 'C', 'B', 'D'])
    expect((await names(user, 'kind=deal&sort=stage_id'))[0]).toBe('B')
    expect(await names(user, 'kind=deal&sort=org_id')).toEqual(['B', 'A', 'C', 'D'])
    expect(await names(user, 'kind=deal&sort=-organization.name')).toEqual(['A', 'B', 'D', 'C'])
  })
})
