import { DealsApi } from 'pipedrive/v1'
import { describe, expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'
import { isoCurrencies } from '../isoCurrencies.ts'
import { REFERENCE_DATE, REFERENCE_RATES, REFERENCE_SOURCE } from '../referenceRates.ts'
import { referenceRatesStep } from '../referenceStore.ts'

const crm = await startTestCrm()

test('totals are converted by the rates an admin gave, and by reference rates where none was given', async () => {
  const admin = await crm.company()
  await aDeal(admin, { value: 100 })
  await aDeal(admin, { value: 10, currency: 'EUR' })
  const total = async () => (await new DealsApi(admin.v1).getDealsSummary()).data?.total_currency_converted_value

  const before = await total()
  const set = await admin.call('PUT', '/v1/currencies/rates', { base: 'USD', rates: { EUR: 1.25, IDR: 0.00006 } })
  const converted = await total()
  await admin.call('PUT', '/v1/currencies/rates', { rates: { EUR: null } })

  expect(before).toBe(100 + round(10 / reference('EUR'), 2))
  expect(set.body.data).toMatchObject({ base: 'USD', rates: { EUR: 1.25, IDR: 0.00006 } })
  expect(set.body.data.update_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(converted).toBe(112.5)
  expect(await total()).toBe(before)
  const colleague = await crm.colleague(admin)
  const { rates, reference_rates, reference_date, reference_source } = (
    await colleague.call('GET', '/v1/currencies/rates')
  ).body.data
  expect(rates).toEqual({ IDR: 0.00006 })
  expect(reference_rates.EUR).toBeCloseTo(1 / reference('EUR'), 10)
  expect([reference_date, reference_source]).toEqual([REFERENCE_DATE, REFERENCE_SOURCE])
})

const reference = (code: string) => REFERENCE_RATES.get(code) ?? Number.NaN
const round = (amount: number, decimals: number) => Number(amount.toFixed(decimals))

test('every currency has a reference rate, but for metals, tests and units of account', () => {
  const without = isoCurrencies().filter(({ code }) => !REFERENCE_RATES.has(code))

  expect(without.map(({ code }) => code).join(' ')).toBe(
    'BOV COU MXV UYI UYW XAD XAG XAU XBA XBB XBC XBD XPD XPT XSU XTS XUA XXX',
  )
  expect([...REFERENCE_RATES].filter(([, rate]) => !(rate > 0))).toEqual([])
})

test('a currency is converted into every other: by own rates, reference rates and one of each', async () => {
  const admin = await crm.company()
  await aDeal(admin, { value: 1000, currency: 'EUR', expected_close_date: '2026-03-01' })
  const own = { EUR: 1.25, JPY: 0.008 }
  await admin.call('PUT', '/v1/currencies/rates', { rates: own })
  const into = async (currency: string) => {
    const query = `start_date=2026-03-01&interval=day&amount=1&field_key=expected_close_date`
    const path = `/v1/deals/timeline?${query}&totals_convert_currency=${currency}`
    return (await admin.call('GET', path)).body.data[0].totals_converted.value
  }

  expect(await into('EUR')).toBe(1000)
  expect(await into('USD')).toBe(1250)
  expect(await into('JPY')).toBe(156_250)
  expect(await into('GBP')).toBe(round(1250 * reference('GBP'), 2))
  await admin.call('PUT', '/v1/currencies/rates', { rates: { EUR: null } })
  expect(await into('JPY')).toBe(round(1000 / reference('EUR') / 0.008, 0))
  expect(await into('CLF')).toBe(round((1000 / reference('EUR')) * reference('CLF'), 4))
})

test('whatever converts says what it had to leave out: summary, timeline, pipeline and its list', async () => {
  const admin = await crm.company()
  const { pipeline_id } = await aDeal(admin, { value: 3, currency: 'XAU', expected_close_date: '2026-03-01' })
  await aDeal(admin, { value: 4, currency: 'XAU', status: 'won', expected_close_date: '2026-03-01' })
  await aDeal(admin, { value: 5, currency: 'EUR', expected_close_date: '2026-03-01' })
  await aDeal(admin, { value: 0, currency: 'XPT', expected_close_date: '2026-03-01' })
  const get = async (path: string) => (await admin.call('GET', path)).body
  const days = 'start_date=2026-03-01&interval=day&amount=2&field_key=expected_close_date'

  const summary = await get('/v1/deals/summary')
  const timeline = await get(`/v1/deals/timeline?${days}&totals_convert_currency=USD`)
  const pipeline = await get(`/v1/pipelines/${pipeline_id}?totals_convert_currency=USD`)
  const list = await get(`/v1/pipelines/${pipeline_id}/deals?get_summary=1&totals_convert_currency=USD`)

  const gold = { not_converted: { XAU: { count: 2, value: 7 } } }
  const openGold = { not_converted: { XAU: { count: 1, value: 3 } } }
  expect(summary.data).toMatchObject(gold)
  expect(timeline.data[0].totals_converted).toMatchObject(gold)
  expect(timeline.data[1].totals_converted).not.toHaveProperty('not_converted')
  expect(pipeline.data.deals_summary).toMatchObject(openGold)
  expect(list.additional_data.deals_summary).toMatchObject(openGold)

  await admin.call('PUT', '/v1/currencies/rates', { rates: { XAU: 3000 } })
  expect((await get('/v1/deals/summary')).data).not.toHaveProperty('not_converted')
})

test('a new table of reference rates reaches the companies that are there', async () => {
  const admin = await crm.company()
  const rates = () => crm.sql`
    select code, reference_rate from crm.currency where company_id = ${admin.companyId} order by code`
  const before = await rates()
  await crm.sql`
    update crm.currency set reference_rate = case when code = 'XAU' then 1 else 2 * reference_rate end
    where company_id = ${admin.companyId}`

  await referenceRatesStep.run(crm.sql)

  expect(await rates()).toEqual(before)
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
