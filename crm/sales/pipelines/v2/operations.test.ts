import { PipelinesApi, StagesApi } from 'pipedrive/v2'
import { beforeAll, expect, test } from 'vitest'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let pipelines: PipelinesApi
let stages: StagesApi

beforeAll(async () => {
  pipelines = new PipelinesApi(crm.owner.v2)
  stages = new StagesApi(crm.owner.v2)
})

test('a pipeline is made, renamed, listed and deleted with its stages', async () => {
  const made = await pipelines.addPipeline({
    AddPipelineRequest: { name: 'Renewals', is_deal_probability_enabled: true },
  })
  const id = made.data?.id ?? 0
  const stage = await stages.addStage({
    AddStageRequest: {
      name: 'First',
      pipeline_id: id,
      deal_probability: 40,
      is_deal_rot_enabled: true,
      days_to_rotten: 3,
    },
  })

  const renamed = await pipelines.updatePipeline({ id, UpdatePipelineRequest: { name: 'Renewal' } })

  expect(renamed.data).toMatchObject({
    id,
    name: 'Renewal',
    order_nr: 2,
    is_deal_probability_enabled: true,
    is_deleted: false,
  })
  expect((await pipelines.getPipelines()).data?.map(pipeline => pipeline.name)).toEqual(['Pipeline', 'Renewal'])
  expect((await stages.getStage({ id: stage.data?.id ?? 0 })).data).toMatchObject({
    name: 'First',
    order_nr: 1,
    days_to_rotten: 3,
    deal_probability: 40,
  })
  expect((await pipelines.deletePipeline({ id })).data).toEqual({ id })
  expect((await stages.getStages({ pipeline_id: id })).data).toEqual([])
  expect((await pipelines.getPipeline({ id })).data?.is_deleted).toBe(true)
})

test('stages are put in another order and move to another pipeline with their deals', async () => {
  const [first, second] = (await stages.getStages({ sort_by: 'order_nr' })).data ?? []
  const other = (await pipelines.addPipeline({ AddPipelineRequest: { name: 'Other' } })).data?.id ?? 0
  const deal = await crm.owner.call('POST', '/v2/deals', { title: 'Moves', stage_id: first?.id })

  await crm.owner.call('PATCH', `/v2/stages/${second?.id}`, { order_nr: 1 })
  await stages.updateStage({ id: first?.id ?? 0, UpdateStageRequest: { pipeline_id: other } })

  const order = (await stages.getStages({ sort_by: 'order_nr', pipeline_id: second?.pipeline_id ?? 0 })).data
  expect(order?.[0]?.id).toBe(second?.id)
  expect((await crm.owner.call('GET', `/v2/deals/${deal.body.data.id}`)).body.data.pipeline_id).toBe(other)
})

test('403 for who is no admin, 404 for another company, 409 for the last pipeline, 400 for a pipeline that is not there', async () => {
  const colleague = await crm.colleague(crm.owner)
  const stranger = await crm.company()
  const [mine] = (await pipelines.getPipelines()).data ?? []
  const [theirs] = (await stranger.call('GET', '/v2/pipelines')).body.data

  expect((await colleague.call('POST', '/v2/pipelines', { name: 'No' })).status).toBe(403)
  expect((await stranger.call('GET', `/v2/pipelines/${mine?.id}`)).status).toBe(404)
  expect((await stranger.call('DELETE', `/v2/pipelines/${theirs.id}`)).status).toBe(409)
  expect((await crm.owner.call('POST', '/v2/stages', { name: 'x', pipeline_id: theirs.id })).body).toMatchObject({
    errorCode: 400,
    field: 'pipeline_id',
  })
})

test('412 for a pipeline or stage that moved on since it was read', async () => {
  for (const path of ['/v2/pipelines', '/v2/stages']) {
    const { id } = (await crm.owner.call('GET', path)).body.data[0]
    const etag = (await crm.owner.call('GET', `${path}/${id}`)).headers.get('etag') ?? ''
    const change = async (name: string) =>
      (await crm.owner.call('PATCH', `${path}/${id}`, { name }, { 'if-match': etag })).status

    expect([await change('Once'), await change('Twice')]).toEqual([200, 412])
    expect((await crm.owner.call('DELETE', `${path}/${id}`, undefined, { 'if-match': etag })).status).toBe(412)
    expect((await crm.owner.call('GET', `${path}/${id}`)).body.data.name).toBe('Once')
  }
})
