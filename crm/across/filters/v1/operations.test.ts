import { sendRequest } from '@portico/kit/testing/sendRequest'
import { FiltersApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { addDealField } from '../../../testing/addField.ts'
import { aDeal } from '../../../testing/builders.ts'
import { type Condition, conditions } from '../../../testing/filterConditions.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const user = crm.owner
const filters = new FiltersApi(user.v1)

async function addFilter(type: string, all: Condition[], any: Condition[] = [], of = user): Promise<number> {
  const { status, body } = await of.call('POST', '/v1/filters', { name: 'f', type, conditions: conditions(all, any) })
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.id
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
    const field = await addDealField(user, 'varchar')
    const id = await addFilter('deals', [['deal', field.key, '=', 'x']])

    await user.call('DELETE', `/v1/dealFields/${field.id}`)

    expect((await user.call('GET', `/v2/deals?filter_id=${id}`)).status).toBe(400)
  })
})

describe('a list by a filter that was used before', () => {
  const titled = (title: string) => conditions([['deal', 'title', '=', title]])
  const found = async ({ token }: TestUser, id: number, { origin } = crm as { origin: string }) => {
    const headers = { 'x-api-token': token }
    const { status, text } = await sendRequest(`${origin}/v2/deals?filter_id=${id}`, { method: 'GET', headers })
    return status === 200 ? JSON.parse(text).data.map((deal: { title: string }) => deal.title) : status
  }

  test('follows what is changed in it at once, and on other processes soon', async () => {
    for (const title of ['remembered', 'forgotten']) await aDeal(user, { title })
    const id = await addFilter('deals', [['deal', 'title', '=', 'remembered']])
    const elsewhere = await crm.another()
    expect([await found(user, id), await found(user, id, elsewhere)]).toEqual([['remembered'], ['remembered']])

    await user.call('PUT', `/v1/filters/${id}`, { name: 'f', conditions: titled('forgotten') })

    expect(await found(user, id)).toEqual(['forgotten'])
    await expect.poll(() => found(user, id, elsewhere)).toEqual(['forgotten'])

    await user.call('DELETE', `/v1/filters/${id}`)

    expect(await found(user, id)).toBe(404)
    await expect.poll(() => found(user, id, elsewhere)).toBe(404)
  })

  test('is refused to a colleague as soon as it is shared no longer', async () => {
    const colleague = await crm.colleague(user)
    const id = await addFilter('deals', [['deal', 'title', '=', 'remembered']])
    await user.call('PUT', `/v1/filters/${id}`, { name: 'f', visible_to: '7' })
    expect([await found(user, id), await found(colleague, id)]).toEqual([['remembered'], ['remembered']])

    await user.call('PUT', `/v1/filters/${id}`, { name: 'f', visible_to: '1' })

    expect([await found(user, id), await found(colleague, id)]).toEqual([['remembered'], 404])
  })

  test('is refused to a stranger and a colleague who never had it, however often its maker uses it', async () => {
    const id = await addFilter('deals', [['deal', 'title', '=', 'remembered']])
    await found(user, id)

    expect(await found(await crm.colleague(user), id)).toBe(404)
    expect(await found(await crm.company(), id)).toBe(404)
    expect(await found(user, id)).toEqual(['remembered'])
  })
})
