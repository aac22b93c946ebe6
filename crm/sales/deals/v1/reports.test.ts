import { DealsApi, PipelinesApi, StagesApi } from 'pipedrive/v1'
import { DealsApi as DealsApiV2 } from 'pipedrive/v2'
import { DealsApi as ClassicDealsApi } from 'pipedrive-classic/v1'
import { beforeEach, describe, expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let user: TestUser
let deals: DealsApi
let pipelineId: number
let stages: number[]

/** Sums are easier to follow in a company of one's own. */
beforeEach(async () => {
  user = await crm.company()
  deals = new DealsApi(user.v1)
  const found = (await user.call('GET', '/v2/stages?sort_by=order_nr')).body.data
  stages = found.map((stage: { id: number }) => stage.id)
  pipelineId = found[0].pipeline_id
})

const change = (id: number, fields: object) => user.call('PATCH', `/v2/deals/${id}`, fields)
const idsOf = (list: unknown) => ((list as { id: number }[] | null) ?? []).map(deal => deal.id)

/** One euro is 1.25 dollars, the company's own currency. */
async function setRate() {
  await crm.sql`update crm.currency set rate = 1.25 where company_id = ${user.companyId} and code = 'EUR'`
}

describe('archived deals', () => {
  test('are in the lists of archived deals of both versions, and in no other', async () => {
    const { id: kept } = await aDeal(user)
    const { id: archived } = await aDeal(user, { is_archived: true, stage_id: stages[1] })
    const { id: won } = await aDeal(user, { is_archived: true, status: 'won' })
    const v2 = new DealsApiV2(user.v2)

    expect(idsOf((await v2.getDeals()).data)).toEqual([kept])
    expect(idsOf((await new ClassicDealsApi(user.classic).getDeals()).data)).toEqual([kept])
    expect(idsOf((await v2.getArchivedDeals({})).data)).toEqual([archived, won])
    expect(idsOf((await v2.getArchivedDeals({ stage_id: stages[1] ?? 0 })).data)).toEqual([archived])
    expect(idsOf((await deals.getArchivedDeals({ sort: 'id DESC' })).data)).toEqual([won, archived])
    expect(idsOf((await deals.getArchivedDeals({ status: 'won', pipeline_id: pipelineId })).data)).toEqual([won])
    expect((await deals.getArchivedDeals({ user_id: 999_999 })).data).toBeNull()
    const back = await change(archived, { is_archived: false })
    expect(back.body.data).toMatchObject({ is_archived: false, archive_time: null })
    expect(idsOf((await v2.getDeals()).data)).toEqual([kept, archived])
  })

  test('have a summary and a timeline of their own', async () => {
    await aDeal(user, { value: 1 })
    await aDeal(user, { value: 10, is_archived: true })
    const today = new Date().toISOString().slice(0, 10)
    const days = { start_date: today, interval: 'day', amount: 1, field_key: 'add_time' } as const

    const summary = await deals.getArchivedDealsSummary({})
    const timeline = await deals.getArchivedDealsTimeline(days)

    expect(summary.data).toMatchObject({ total_count: 1, total_currency_converted_value: 10 })
    expect(timeline.data).toMatchObject([{ totals: { count: 1, values: { USD: 10 } } }])
  })
})

describe('the summary', () => {
  test('adds up by currency and converts into the caller’s', async () => {
    await setRate()
    await aDeal(user, { value: 100, probability: 50 })
    await aDeal(user, { value: 20.5, currency: 'EUR' })
    await aDeal(user, { value: 0.786, currency: 'CHF' })
    await aDeal(user, { value: 7, currency: 'XAU' })
    await aDeal(user, { value: 1000, status: 'lost' })

    const { data } = await deals.getDealsSummary({ status: 'open' })

    expect(data).toMatchObject({
      values_total: {
        USD: { value: 100, count: 1, value_converted: 100, value_formatted: '$100', value_converted_formatted: '$100' },
        EUR: { value: 20.5, count: 1, value_converted: 25.63, value_formatted: '€20.50' },
        CHF: { value: 0.786, count: 1, value_converted: 1, value_converted_formatted: '$1' },
        XAU: { value: 7, count: 1, value_converted: null, value_converted_formatted: null },
      },
      weighted_values_total: { USD: { value: 50, count: 1, value_formatted: '$50' }, EUR: { value: 20.5 } },
      total_count: 4,
      total_currency_converted_value: 126.63,
      total_currency_converted_value_formatted: '$126.63',
      total_weighted_currency_converted_value: 76.63,
      not_converted: { XAU: { count: 1, value: 7 } },
    })
  })

  test('of a user, a pipeline and a stage counts what the caller may see', async () => {
    const colleague = await crm.colleague(user)
    await aDeal(user, { value: 1 })
    await aDeal(colleague, { value: 10, stage_id: stages[1] })
    await aDeal(user, { value: 100, visible_to: 1 })
    const total = async (query: object, by = user) =>
      (await new DealsApi(by.v1).getDealsSummary(query)).data?.total_currency_converted_value

    expect(await total({})).toBe(111)
    expect(await total({ user_id: colleague.userId })).toBe(10)
    expect(await total({ stage_id: stages[0] })).toBe(101)
    expect(await total({ pipeline_id: pipelineId, status: 'won' })).toBe(0)
    expect(await total({}, colleague)).toBe(11)
  })
})

describe('the timeline', () => {
  test('puts open and won deals into intervals, months that end sooner included', async () => {
    await setRate()
    const { id: january } = await aDeal(user, { value: 4, expected_close_date: '2026-01-31' })
    const { id: february } = await aDeal(user, {
      value: 8,
      currency: 'EUR',
      status: 'won',
      expected_close_date: '2026-02-28',
    })
    await aDeal(user, { value: 16, status: 'lost', expected_close_date: '2026-02-28' })
    await aDeal(user, { value: 32, expected_close_date: '2026-05-01' })
    const query = { start_date: '2026-01-31', interval: 'month', amount: 3, field_key: 'expected_close_date' } as const

    const { data } = await deals.getDealsTimeline({ ...query, totals_convert_currency: 'default_currency' })
    const bare = await deals.getDealsTimeline({ ...query, exclude_deals: 1 })

    const periods = data as unknown as { period_start: string; period_end: string; deals: { id: number }[] }[]
    expect(periods.map(period => [period.period_start, period.period_end, idsOf(period.deals)])).toEqual([
      ['2026-01-31 00:00:00', '2026-02-27 23:59:59', [january]],
      ['2026-02-28 00:00:00', '2026-03-30 23:59:59', [february]],
      ['2026-03-31 00:00:00', '2026-04-29 23:59:59', []],
    ])
    expect(data).toMatchObject([
      { totals: { count: 1, values: { USD: 4 }, open_count: 1, open_values: { USD: 4 }, won_count: 0 } },
      {
        totals: { count: 1, won_count: 1, won_values: { EUR: 8 }, open_values: {} },
        totals_converted: { count: 1, value: 10, won_value: 10, open_value: 0 },
      },
      { totals: { count: 0, values: {} } },
    ])
    expect(bare.data).toMatchObject([{ deals: [] }, { deals: [] }, { deals: [] }])
  })

  test('goes by a date field of the company; 400 for a field that is no date, a bad day, a currency nobody has', async () => {
    const field = await user.call('POST', '/v2/dealFields', { field_name: 'Kick-off', field_type: 'date' })
    const key = field.body.data.field_code
    const { id } = await aDeal(user, { custom_fields: { [key]: '2026-07-05' } })
    const path = '/v1/deals/timeline?interval=week&amount=1'
    const get = async (query: string) => (await user.call('GET', `${path}&${query}`)).body

    const found = await get(`start_date=2026-07-01&field_key=${key}`)

    expect(idsOf(found.data[0].deals)).toEqual([id])
    expect(await get('start_date=2026-07-01&field_key=title')).toMatchObject({ errorCode: 400, field: 'field_key' })
    expect(await get(`start_date=2026-02-30&field_key=${key}`)).toMatchObject({ errorCode: 400, field: 'start_date' })
    expect(await get('start_date=2026-07-01&field_key=add_time&totals_convert_currency=XXQ')).toMatchObject({
      errorCode: 400,
      field: 'totals_convert_currency',
    })
  })
})

describe('deals of a pipeline and of a stage', () => {
  test('are the caller’s own open ones, of a user, or of everyone', async () => {
    const colleague = await crm.colleague(user)
    const { id: mine } = await aDeal(user)
    const { id: theirs } = await aDeal(colleague, { stage_id: stages[1] })
    await aDeal(user, { status: 'won' })
    await aDeal(user, { is_archived: true })
    const pipelines = new PipelinesApi(user.v1)
    const stagesApi = new StagesApi(user.v1)
    const id = pipelineId

    expect(idsOf((await pipelines.getPipelineDeals({ id })).data)).toEqual([mine])
    expect(idsOf((await pipelines.getPipelineDeals({ id, everyone: 1 })).data)).toEqual([mine, theirs])
    expect(idsOf((await pipelines.getPipelineDeals({ id, user_id: colleague.userId })).data)).toEqual([theirs])
    expect((await pipelines.getPipelineDeals({ id, stage_id: stages[1] ?? 0 })).data).toBeNull()
    expect(idsOf((await stagesApi.getStageDeals({ id: stages[0] ?? 0 })).data)).toEqual([mine])
    expect(idsOf((await stagesApi.getStageDeals({ id: stages[1] ?? 0, everyone: 1 })).data)).toEqual([theirs])
    expect((await user.call('GET', '/v1/pipelines/999999/deals')).status).toBe(404)
    expect((await user.call('GET', '/v1/stages/999999/deals')).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/pipelines/${id}/deals`)).status).toBe(404)
  })

  test('follow a stored filter here and in all reports; a user comes before it in these two lists alone', async () => {
    const condition = { object: 'deal', field_code: 'value', operator: '>', value: 5, extra_value: null }
    const groups = [
      { glue: 'and', conditions: [condition] },
      { glue: 'or', conditions: [] },
    ]
    const filter = { name: 'Big', type: 'deals', conditions: { glue: 'and', conditions: groups } }
    const filter_id = (await user.call('POST', '/v1/filters', filter)).body.data.id
    const colleague = await crm.colleague(user)
    const [small, big] = [(await aDeal(user, { value: 1 })).id, (await aDeal(colleague, { value: 10 })).id]
    const { id: archived } = await aDeal(user, { value: 10, is_archived: true })
    const by = { filter_id, user_id: user.userId }
    const pipelines = new PipelinesApi(user.v1)
    const today = new Date().toISOString().slice(0, 10)
    const days = { start_date: today, interval: 'day', amount: 1, field_key: 'add_time' } as const

    expect(idsOf((await pipelines.getPipelineDeals({ id: pipelineId, filter_id })).data)).toEqual([big])
    expect(idsOf((await pipelines.getPipelineDeals({ id: pipelineId, ...by })).data)).toEqual([small])
    expect(idsOf((await new StagesApi(user.v1).getStageDeals({ id: stages[0] ?? 0, filter_id })).data)).toEqual([big])
    expect(idsOf((await deals.getArchivedDeals(by)).data)).toEqual([archived])
    expect((await deals.getDealsSummary(by)).data).toMatchObject({ total_count: 1, total_currency_converted_value: 10 })
    expect((await deals.getDealsTimeline({ ...days, ...by })).data).toMatchObject([{ deals: [{ id: big }] }])
  })

  test('come with what the stages are worth, also in one currency', async () => {
    await setRate()
    await aDeal(user, { value: 10 })
    await aDeal(user, { value: 8, currency: 'EUR' })
    await aDeal(user, { value: 1, stage_id: stages[1] })

    const path = `/v1/pipelines/${pipelineId}/deals?get_summary=1&limit=1&totals_convert_currency`
    const { body } = await user.call('GET', `${path}=USD`)
    const inEuros = await user.call('GET', `${path}=EUR`)

    expect(body.additional_data).toMatchObject({ more_items_in_collection: true })
    expect(body.additional_data.deals_summary).toMatchObject({
      total_count: 3,
      per_currency: { USD: 11, EUR: 8 },
      per_stages: { [stages[0] ?? 0]: { USD: { count: 1, value: 10 }, EUR: { value_formatted: '€8' } } },
      per_stages_converted: { [stages[0] ?? 0]: { USD: { count: 2, value: 20, value_formatted: '$20' } } },
    })
    expect(inEuros.body.additional_data.deals_summary.per_stages_converted[stages[0] ?? 0].EUR.value).toBe(16)
  })
})

describe('statistics of a pipeline', () => {
  const today = new Date()
  const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const period = { start_date: day(-1), end_date: day(1) }

  test('say how many went on from stage to stage, and how many were won and lost', async () => {
    const [first, second, third] = stages
    const { id: goesOn } = await aDeal(user, { stage_id: first, value: 5 })
    await change(goesOn, { stage_id: second })
    await change(goesOn, { stage_id: third, status: 'won' })
    const { id: stays } = await aDeal(user, { stage_id: first })
    await change(stays, { status: 'lost' })
    const { id: open } = await aDeal(user, { stage_id: second, currency: 'EUR', value: 3 })
    const pipelines = new PipelinesApi(user.v1)

    const conversion = await pipelines.getPipelineConversionStatistics({ id: pipelineId, ...period })
    const movement = await pipelines.getPipelineMovementStatistics({ id: pipelineId, ...period })

    expect(conversion.data).toMatchObject({ won_conversion: 50, lost_conversion: 50 })
    expect(conversion.data?.stage_conversions?.slice(0, 2)).toEqual([
      { from_stage_id: first, to_stage_id: second, conversion_rate: 50 },
      { from_stage_id: second, to_stage_id: third, conversion_rate: 50 },
    ])
    expect(movement.data).toMatchObject({
      movements_between_stages: { count: 2 },
      new_deals: { count: 3, values: { USD: 5, EUR: 3 }, formatted_values: { USD: '$5', EUR: '€3' } },
      deals_left_open: { count: 1, deals_ids: [open] },
      won_deals: { count: 1, deals_ids: [goesOn], values: { USD: 5 } },
      lost_deals: { count: 1, deals_ids: [stays] },
      average_age_in_days: { across_all_stages: 0 },
    })
    expect(movement.data?.average_age_in_days?.by_stages).toHaveLength(stages.length)
  })

  test('a deal is in its first stage since it was added, a move counts when it happened, and no deal is older than today', async () => {
    const add_time = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
    const { body } = await user.call('POST', '/v1/deals', { title: 'Deal', stage_id: stages[0], add_time })
    const id = body.data.id
    await change(id, { stage_id: stages[1] })
    const pipelines = new PipelinesApi(user.v1)
    const statistics = async (start_date: string, end_date: string) =>
      (await pipelines.getPipelineMovementStatistics({ id: pipelineId, start_date, end_date })).data

    expect(await statistics(day(-1), day(1))).toMatchObject({ movements_between_stages: { count: 1 } })
    expect(await statistics(day(-11), day(-9))).toMatchObject({
      movements_between_stages: { count: 0 },
      new_deals: { count: 1 },
    })
    expect((await statistics(day(-30), day(30)))?.average_age_in_days?.across_all_stages).toBe(5)
  })

  test('are those of the caller, or of a user; 404 for a pipeline that is not there, 400 for a period that ends before it begins', async () => {
    const colleague = await crm.colleague(user)
    await aDeal(colleague)
    const path = `/v1/pipelines/${pipelineId}/movement_statistics`
    const get = async (query: string) => (await user.call('GET', `${path}?${query}`)).body
    const days = `start_date=${period.start_date}&end_date=${period.end_date}`

    expect((await get(days)).data.new_deals.count).toBe(0)
    expect((await get(`${days}&user_id=${colleague.userId}`)).data.new_deals.count).toBe(1)
    expect((await user.call('GET', `/v1/pipelines/999999/conversion_statistics?${days}`)).status).toBe(404)
    expect(await get('start_date=2026-02-01&end_date=2026-01-01')).toMatchObject({ errorCode: 400, field: 'end_date' })
    expect(await get('start_date=2026-02-01&end_date=9999-12-31')).toMatchObject({ errorCode: 400, field: 'end_date' })
    const timeline = 'interval=month&amount=2&field_key=add_time&start_date=9999-12-31'
    const { body } = await user.call('GET', `/v1/deals/timeline?${timeline}`)
    expect(body).toMatchObject({ errorCode: 400, field: 'start_date' })
  })
})
