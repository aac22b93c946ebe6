import { PipelinesApi, StagesApi } from 'pipedrive-classic/v1'
import { beforeEach, expect, test } from 'vitest'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let user: TestUser
let pipelines: PipelinesApi
let stages: StagesApi

beforeEach(async () => {
  user = await crm.company()
  pipelines = new PipelinesApi(user.classic)
  stages = new StagesApi(user.classic)
})

async function aPipeline(name: string): Promise<number> {
  return (await user.call('POST', '/v1/pipelines', { name })).body.data.id
}

async function aStage(name: string, pipeline_id: number): Promise<number> {
  return (await user.call('POST', '/v1/stages', { name, pipeline_id })).body.data.id
}

test('a pipeline is added, changed, put first, listed and deleted by the old client, and read by v2', async () => {
  const added = await pipelines.addPipeline({ PipelineRequest: { name: 'Renewals', deal_probability: 1 } })
  const id = added.data?.id ?? 0

  const updated = await pipelines.updatePipeline({ id, PipelineRequest1: { name: 'Renewal', order_nr: 0 } })

  expect(updated.data).toMatchObject({ id, name: 'Renewal', active: true, deal_probability: true, selected: false })
  const list = (await pipelines.getPipelines()).data
  expect(list?.map(pipeline => pipeline.name)).toEqual(['Renewal', 'Pipeline'])
  expect((await user.call('GET', `/v2/pipelines/${id}`)).body.data).toMatchObject({ name: 'Renewal', order_nr: 1 })
  expect((await pipelines.deletePipeline({ id })).data).toEqual({ id })
  expect((await pipelines.getPipelines()).data?.map(pipeline => pipeline.name)).toEqual(['Pipeline'])
})

test('a pipeline that is switched off takes its stages with it and brings them back', async () => {
  const id = await aPipeline('Seasonal')
  const [kept, removed] = [await aStage('Kept', id), await aStage('Removed', id)]
  await stages.deleteStage({ id: removed })
  const stageIds = async () => ((await stages.getStages({ pipeline_id: id })).data ?? []).map(stage => stage.id)

  await user.call('PUT', `/v1/pipelines/${id}`, { active: 0 })

  expect(await stageIds()).toEqual([])
  expect((await stages.getStage({ id: kept })).data).toMatchObject({ active_flag: false })
  expect((await user.call('GET', `/v2/stages/${kept}`)).body.data).toMatchObject({ is_deleted: true })
  expect((await user.call('PATCH', `/v2/stages/${kept}`, { name: 'x' })).status).toBe(410)
  expect((await user.call('PATCH', `/v2/pipelines/${id}`, { name: 'x' })).status).toBe(410)
  expect((await user.call('POST', '/v2/deals', { title: 'x', stage_id: kept })).body).toMatchObject({
    errorCode: 400,
    field: 'stage_id',
  })

  const back = await user.call('PUT', `/v1/pipelines/${id}`, { active: 1 })

  expect(back.body.data).toMatchObject({ active: true, order_nr: 2 })
  expect(await stageIds()).toEqual([kept])
})

test('a pipeline and a stage show what their open deals are worth, also in one currency', async () => {
  await crm.sql`update crm.currency set rate = 2 where company_id = ${user.companyId} and code = 'EUR'`
  const id = await aPipeline('Worth')
  const stage = await aStage('Only', id)
  const colleague = await crm.colleague(user)
  for (const deal of [{ value: 10 }, { value: 5, currency: 'EUR' }, { value: 100, status: 'won' }])
    await user.call('POST', '/v2/deals', { title: 'x', stage_id: stage, ...deal })
  await colleague.call('POST', '/v2/deals', { title: 'x', stage_id: stage, value: 1 })

  const pipeline = await pipelines.getPipeline({ id, totals_convert_currency: 'USD' })
  const own = await stages.getStage({ id: stage })
  const everyones = await stages.getStage({ id: stage, everyone: 1 })

  expect(pipeline.data?.deals_summary).toMatchObject({
    total_count: 3,
    per_currency: { USD: 11, EUR: 5 },
    per_stages: { [stage]: { EUR: { count: 1, value: 5, value_formatted: '€5', weighted_value: 5 } } },
    per_stages_converted: { [stage]: { USD: { count: 3, value: 21 } } },
    per_currency_full: { USD: { count: 2, value: 11 } },
  })
  expect(own.data?.deals_summary).toMatchObject({ total_count: 2 })
  expect(everyones.data?.deals_summary).toMatchObject({ total_count: 3 })
})

test('stages are added, changed, moved, listed by page and deleted by the old client', async () => {
  const pipeline_id = await aPipeline('Steps')
  const added = await stages.addStage({
    AddStageRequest: { name: 'First', pipeline_id, rotten_flag: true, rotten_days: 4 },
  })
  const id = added.data?.id ?? 0
  const second = await aStage('Second', pipeline_id)

  const updated = await stages.updateStage({
    id,
    UpdateStageRequest: { name: 'Start', deal_probability: 30, order_nr: 2 },
  })

  expect(updated.data).toMatchObject({
    name: 'Start',
    deal_probability: 30,
    rotten_flag: true,
    rotten_days: 4,
    order_nr: 2,
  })
  const list = await stages.getStages({ pipeline_id })
  expect(list.data).toMatchObject([{ id: second }, { id, pipeline_name: 'Steps' }])
  const page = await user.call('GET', `/v1/stages?pipeline_id=${pipeline_id}&limit=1&start=1`)
  expect(page.body).toMatchObject({ data: [{ id }], additional_data: { more_items_in_collection: false } })
  expect((await stages.deleteStage({ id })).data).toEqual({ id })
  expect((await user.call('GET', `/v2/stages?pipeline_id=${pipeline_id}`)).body.data).toMatchObject([{ id: second }])
})

test('several stages are deleted together or not at all', async () => {
  const pipeline_id = await aPipeline('Bulk')
  const ids = [await aStage('One', pipeline_id), await aStage('Two', pipeline_id)]

  const refused = await user.call('DELETE', `/v1/stages?ids=${ids.join(',')},999999`)
  expect(refused.status).toBe(404)
  expect((await stages.getStages({ pipeline_id })).data).toHaveLength(2)

  const deleted = await stages.deleteStages({ ids: ids.join(',') })
  expect(deleted.data?.id).toEqual(ids)
  expect((await user.call('GET', `/v1/stages?pipeline_id=${pipeline_id}`)).body.data).toBeNull()
})

test('403 for who is no admin, 404 for another company, 409 for the last pipeline, 400 naming the field', async () => {
  const colleague = await crm.colleague(user)
  const id = (await pipelines.getPipelines()).data?.[0]?.id ?? 0
  const stage = (await stages.getStages({})).data?.[0]?.id ?? 0
  const status = async (who: TestUser, method: string, path: string, body?: object) =>
    (await who.call(method, path, body)).status

  expect(await status(colleague, 'POST', '/v1/pipelines', { name: 'No' })).toBe(403)
  expect(await status(colleague, 'PUT', `/v1/stages/${stage}`, { name: 'No' })).toBe(403)
  expect(await status(colleague, 'DELETE', `/v1/stages?ids=${stage}`)).toBe(403)
  for (const path of [`/v1/pipelines/${id}`, `/v1/stages/${stage}`]) {
    expect(await status(crm.owner, 'GET', path)).toBe(404)
    expect(await status(crm.owner, 'PUT', path, { name: 'Mine' })).toBe(404)
    expect(await status(crm.owner, 'DELETE', path)).toBe(404)
  }
  expect(await status(user, 'DELETE', `/v1/pipelines/${id}`)).toBe(409)
  expect(await status(user, 'PUT', `/v1/pipelines/${id}`, { active: 0 })).toBe(409)
  expect((await user.call('POST', '/v1/pipelines', { name: '' })).body).toMatchObject({ errorCode: 400, field: 'name' })
  expect((await user.call('POST', '/v1/stages', { name: 'x', pipeline_id: 999_999 })).body).toMatchObject({
    errorCode: 400,
    field: 'pipeline_id',
  })
})
