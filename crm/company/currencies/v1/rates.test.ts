import { DealsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()

test('totals are converted by the rates an admin gave, until they are forgotten', async () => {
  const admin = await crm.company()
  for (const [value, currency] of [
    [100, 'USD'],
    [10, 'EUR'],
  ] as const)
    await admin.call('POST', '/api/v2/deals', { title: 'Deal', value, currency })
  const total = async () => (await new DealsApi(admin.v1).getDealsSummary()).data?.total_currency_converted_value

  const before = await total()
  const set = await admin.call('PUT', '/v1/currencies/rates', { base: 'USD', rates: { EUR: 1.25, IDR: 0.00006 } })
  const converted = await total()
  await admin.call('PUT', '/v1/currencies/rates', { rates: { EUR: null } })

  expect(before).toBe(100)
  expect(set.body.data).toMatchObject({ base: 'USD', rates: { EUR: 1.25, IDR: 0.00006 } })
  expect(set.body.data.update_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(converted).toBe(112.5)
  expect(await total()).toBe(100)
  const colleague = await crm.colleague(admin)
  expect((await colleague.call('GET', '/v1/currencies/rates')).body.data.rates).toEqual({ IDR: 0.00006 })
})

test('each change of a rate is logged with what it was', async () => {
  const admin = await crm.company()
  await admin.call('PUT', '/v1/currencies/rates', { rates: { EUR: 1.1, GBP: 1.3 } })
  await admin.call('PUT', '/v1/currencies/rates', { rates: { EUR: 1.2, GBP: 1.3 } })

  const log = await crm.sql`
    select entity_id, facts from crm.change where company_id = ${admin.companyId} and entity = 'currency' order by seq`

  expect(log.map(({ entity_id, facts }) => [entity_id, facts.rate_before, facts.rate])).toEqual([
    ['EUR', null, 1.1],
    ['GBP', null, 1.3],
    ['EUR', 1.1, 1.2],
  ])
})

describe('refusals', () => {
  test('400 naming the rate or the base that is wrong, and nothing is stored', async () => {
    const refuse = async (body: object) => (await crm.owner.call('PUT', '/v1/currencies/rates', body)).body

    expect(await refuse({ rates: { EUR: 1, ZZZ: 2 } })).toMatchObject({ errorCode: 400, field: 'rates.ZZZ' })
    expect(await refuse({ rates: { EUR: 0 } })).toMatchObject({ errorCode: 400, field: 'rates.EUR' })
    expect(await refuse({ rates: { EUR: -1 } })).toMatchObject({ errorCode: 400, field: 'rates.EUR' })
    expect(await refuse({ rates: { EUR: 'much' } })).toMatchObject({ errorCode: 400, field: 'rates.EUR' })
    expect(await refuse({ rates: { USD: 2 } })).toMatchObject({ errorCode: 400, field: 'rates.USD' })
    expect(await refuse({ base: 'EUR', rates: { GBP: 1 } })).toMatchObject({ errorCode: 400, field: 'base' })
    expect(await refuse({})).toMatchObject({ errorCode: 400, field: 'rates' })
    expect((await crm.owner.call('GET', '/v1/currencies/rates')).body.data.rates).toEqual({})
  })

  test('403 for those who are no admins; companies have rates of their own', async () => {
    const [colleague, stranger] = [await crm.colleague(crm.owner), await crm.company()]
    await crm.owner.call('PUT', '/v1/currencies/rates', { rates: { NOK: 0.1, USD: 1 } })

    expect((await colleague.call('PUT', '/v1/currencies/rates', { rates: { EUR: 1 } })).status).toBe(403)
    expect((await stranger.call('GET', '/v1/currencies/rates')).body.data.rates).toEqual({})
  })
})
