import { expect, test } from 'vitest'
import { made } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { openStageCatalog } from './catalog.ts'

const crm = await startTestCrm()

async function stageOfNewDeal(wanted: object = {}): Promise<number> {
  return (await crm.owner.call('POST', '/v2/deals', { title: 'Where does it go', ...wanted })).body.data.stage_id
}

test('a new deal goes to the stage that is first at that moment', async () => {
  const before = await stageOfNewDeal()
  const { id: pipeline } = await made(crm.owner, '/v2/pipelines', { name: 'Comes first', order_nr: 1 })
  const { id: stage } = await made(crm.owner, '/v2/stages', { name: 'First of all', pipeline_id: pipeline })
  expect(await stageOfNewDeal()).toBe(stage)

  const { id: earlier } = await made(crm.owner, '/v2/stages', {
    name: 'Even before',
    pipeline_id: pipeline,
    order_nr: 1,
  })
  expect(await stageOfNewDeal()).toBe(earlier)

  await crm.owner.call('DELETE', `/v2/stages/${earlier}`)
  expect(await stageOfNewDeal()).toBe(stage)

  await crm.owner.call('DELETE', `/v2/pipelines/${pipeline}`)
  expect(await stageOfNewDeal()).toBe(before)
})

test('400 naming the field for a stage that is deleted, of another pipeline or of another company', async () => {
  const { id: pipeline } = await made(crm.owner, '/v2/pipelines', { name: 'Short-lived' })
  const { id: stage } = await made(crm.owner, '/v2/stages', { name: 'Short-lived', pipeline_id: pipeline })
  const elsewhere = await stageOfNewDeal()
  const stranger = await crm.company()
  const refused = async (wanted: object, by = crm.owner) =>
    (await by.call('POST', '/v2/deals', { title: 'Nowhere', ...wanted })).body

  expect(await refused({ stage_id: elsewhere, pipeline_id: pipeline })).toMatchObject({
    errorCode: 400,
    field: 'stage_id',
    error: `stage_id ${elsewhere} does not exist in pipeline ${pipeline}: GET /v2/stages lists the stages`,
  })
  expect(await refused({ stage_id: stage }, stranger)).toMatchObject({ errorCode: 400, field: 'stage_id' })
  expect(await refused({ pipeline_id: pipeline }, stranger)).toMatchObject({ errorCode: 400, field: 'pipeline_id' })

  await crm.owner.call('DELETE', `/v2/stages/${stage}`)

  expect(await refused({ stage_id: stage })).toMatchObject({ errorCode: 400, field: 'stage_id' })
  expect(await refused({ pipeline_id: pipeline })).toMatchObject({ errorCode: 400, field: 'pipeline_id' })
})

test('a stage that another process has just added can be used at once', async () => {
  await stageOfNewDeal()
  const { companyId } = crm.owner
  const [stage] = await crm.sql<{ id: number }[]>`
    insert into crm.stage (company_id, pipeline_id, name, order_nr)
    select company_id, id, 'From elsewhere', 99 from crm.pipeline where company_id = ${companyId} order by id limit 1
    returning id`

  expect(await stageOfNewDeal({ stage_id: stage?.id })).toBe(stage?.id)
})

test('another process learns of changes', async () => {
  const { companyId } = crm.owner
  const other = await openStageCatalog(crm.database)
  const count = async () => (await other.of(crm.sql, companyId)).length
  const before = await count()
  const [first] = await other.of(crm.sql, companyId)

  const { id: stage } = await made(crm.owner, '/v2/stages', { name: 'New', pipeline_id: first?.pipeline_id })
  await expect.poll(count).toBe(before + 1)

  await crm.owner.call('DELETE', `/v2/stages/${stage}`)
  await expect.poll(count).toBe(before)
})
