import { DealFieldsApi, DealsApi, OrganizationFieldsApi, PersonFieldsApi } from 'pipedrive/v2'
import { DealsApi as ClassicDealsApi } from 'pipedrive-classic/v1'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aDeal, aLead, anOrganization, aPerson } from '../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'
import { isDemanded } from './requiredRule.ts'

const crm = await startTestCrm()
let user: TestUser
let stages: { id: number; pipeline_id: number }[]
/** A text field of deals. */
let key: string

beforeEach(async () => {
  user = await crm.company()
  stages = (await user.call('GET', '/v2/stages?sort_by=order_nr')).body.data
  const added = await user.call('POST', '/v2/dealFields', { field_name: 'Contract', field_type: 'varchar' })
  key = added.body.data.field_code
})

const demand = async (field_code: string, required_fields: object) => {
  const { status, body } = await user.call('PATCH', `/v2/dealFields/${field_code}`, { required_fields })
  expect(status, JSON.stringify(body)).toBe(200)
}
const send = async (method: string, path: string, body: object) => {
  const reply = await user.call(method, path, body)
  return { status: reply.status, field: reply.body.field, error: reply.body.error }
}
const inV2 = () => ({ field: `custom_fields.${key}` })
const filled = () => ({ custom_fields: { [key]: 'A-1' } })

test('400 for a new deal without a required field, in both versions; not with it', async () => {
  await new DealFieldsApi(user.v2).updateDealField({
    field_code: key,
    UpdateDealFieldRequest: { required_fields: { enabled: true } },
  })

  const v2 = new DealsApi(user.v2)
  await expect(v2.addDeal({ AddDealRequest: { title: 'Without' } })).rejects.toMatchObject({ errorCode: 400 })
  expect(await send('POST', '/v2/deals', { title: 'Without' })).toEqual({
    status: 400,
    field: `custom_fields.${key}`,
    error: `custom_fields.${key} (Contract) is required: send a value`,
  })
  expect(await send('POST', '/v1/deals', { title: 'Without' })).toMatchObject({ status: 400, field: key })
  expect(await send('POST', '/v1/deals', { title: 'Without', [key]: '' })).toMatchObject({ status: 400, field: key })
  expect(await send('POST', '/v2/deals', { title: 'With', ...filled() })).toMatchObject({ status: 200 })
  const classic = new ClassicDealsApi(user.classic)
  const made = await classic.addDeal({ AddDealRequest: { title: 'With', [key]: 'A-2' } as never })
  expect(made.data).toMatchObject({ [key]: 'A-2' })
  const listed = (await user.call('GET', '/v1/dealFields?limit=500')).body.data
  expect(listed.find((field: { key: string }) => field.key === key)).toMatchObject({ mandatory_flag: true })
  expect((await v2.getDeals()).data).toHaveLength(2)
})

test('400 for clearing a required field; a deal that was without it before can be changed in other ways', async () => {
  const { id: without } = await aDeal(user)
  const { id } = await aDeal(user, filled())
  await demand(key, { enabled: true })
  const clear = { custom_fields: { [key]: null } }

  expect(await send('PATCH', `/v2/deals/${id}`, clear)).toMatchObject({ status: 400, ...inV2() })
  expect(await send('PUT', `/v1/deals/${id}`, { [key]: null })).toMatchObject({ status: 400, field: key })
  expect(await send('PATCH', `/v2/deals/${without}`, { title: 'Renamed' })).toMatchObject({ status: 200 })
  expect(await send('PATCH', `/v2/deals/${without}`, clear)).toMatchObject({ status: 200 })

  await demand(key, { enabled: false })
  expect(await send('PATCH', `/v2/deals/${id}`, clear)).toMatchObject({ status: 200 })
})

test('400 for a deal that comes to a stage or a status where the field is demanded', async () => {
  const [first, second, third] = stages
  const { id } = await aDeal(user, { stage_id: first?.id })
  await demand(key, {
    enabled: true,
    stage_ids: [second?.id],
    statuses: { [String(first?.pipeline_id)]: ['won'] },
  })
  const change = (body: object) => send('PATCH', `/v2/deals/${id}`, body)

  expect(await send('POST', '/v2/deals', { title: 'New' })).toMatchObject({ status: 200 })
  expect(await send('POST', '/v2/deals', { title: 'New', stage_id: second?.id })).toMatchObject({ status: 400 })
  expect(await send('POST', '/v1/deals', { title: 'New', status: 'won' })).toMatchObject({ status: 400, field: key })
  expect(await change({ stage_id: second?.id })).toMatchObject({ status: 400, ...inV2() })
  expect(await send('PUT', `/v1/deals/${id}`, { stage_id: second?.id })).toMatchObject({ status: 400, field: key })
  expect(await change({ status: 'won' })).toMatchObject({ status: 400, ...inV2() })
  expect(await change({ stage_id: third?.id })).toMatchObject({ status: 200 })
  expect(await change({ status: 'lost' })).toMatchObject({ status: 200 })
  expect(await change({ stage_id: second?.id, status: 'won', ...filled() })).toMatchObject({ status: 200 })
  expect(await change({ is_deleted: true })).toMatchObject({ status: 200 })
})

test('fields that every company has are demanded as well', async () => {
  const { id } = await aDeal(user, { expected_close_date: '2026-01-01' })
  await demand('expected_close_date', { enabled: true })
  await demand('lost_reason', { enabled: true, statuses: { [String(stages[0]?.pipeline_id)]: ['lost'] } })

  expect(await send('POST', '/v2/deals', { title: 'New' })).toMatchObject({
    status: 400,
    field: 'expected_close_date',
  })
  expect(await send('PATCH', `/v2/deals/${id}`, { expected_close_date: null })).toMatchObject({ status: 400 })
  expect(await send('PATCH', `/v2/deals/${id}`, { status: 'lost' })).toMatchObject({
    status: 400,
    field: 'lost_reason',
  })
  expect(await send('PATCH', `/v2/deals/${id}`, { status: 'lost', lost_reason: 'Price' })).toMatchObject({
    status: 200,
  })
})

describe.each([
  ['person', '/v2/persons', '/v1/persons', aPerson],
  ['organization', '/v2/organizations', '/v1/organizations', anOrganization],
] as const)('a required field of a %s', (entity, v2, v1, make) => {
  test('400 without it and for clearing it, in both versions', async () => {
    const api = entity === 'person' ? new PersonFieldsApi(user.v2) : new OrganizationFieldsApi(user.v2)
    const field = { field_name: 'Number', field_type: 'varchar', required_fields: { enabled: true } } as const
    const { data } =
      api instanceof PersonFieldsApi
        ? await api.addPersonField({ AddPersonFieldRequest: field })
        : await api.addOrganizationField({ AddOrganizationFieldRequest: field })
    const code = data?.field_code ?? ''
    const { id } = await make(user, { custom_fields: { [code]: '1' } })

    expect(await send('POST', v2, { name: 'New' })).toMatchObject({ status: 400, field: `custom_fields.${code}` })
    expect(await send('POST', v1, { name: 'New' })).toMatchObject({ status: 400, field: code })
    expect(await send('PATCH', `${v2}/${id}`, { custom_fields: { [code]: null } })).toMatchObject({ status: 400 })
    expect(await send('PUT', `${v1}/${id}`, { [code]: '' })).toMatchObject({ status: 400, field: code })
    expect(await send('PUT', `${v1}/${id}`, { [code]: '2', name: 'x' })).toMatchObject({ status: 200 })
  })
})

test('an upsert fails for the item without it, and a lead without it becomes no deal', async () => {
  await demand(key, { enabled: true })
  const lead = await aLead(user)
  const records = [{ title: 'A', ...filled() }, { title: 'B' }]

  const upserted = await user.call('POST', '/v2/deals/upsert', { records })
  const begun = await user.call('POST', `/v2/leads/${lead.id}/convert/deal`, {})
  const status = async () =>
    (await user.call('GET', `/v2/leads/${lead.id}/convert/status/${begun.body.data.conversion_id}`)).body.data.status

  expect(upserted.body.data).toMatchObject([{ status: 'created' }, { status: 'failed', ...inV2() }])
  await vi.waitFor(async () => expect(await status()).toBe('rejected'), { timeout: 120_000 })
  expect((await user.call('GET', `/v1/leads/${lead.id}`)).status).toBe(200)
})

test('400 for a field that is demanded or stressed in a stage or a pipeline that is not there', async () => {
  const change = (body: object) => send('PATCH', `/v2/dealFields/${key}`, body)

  expect(await change({ required_fields: { enabled: true, stage_ids: [999_999] } })).toMatchObject({
    status: 400,
    field: 'required_fields.stage_ids',
  })
  expect(await change({ required_fields: { enabled: true, statuses: { 999999: ['won'] } } })).toMatchObject({
    status: 400,
    field: 'required_fields.statuses',
  })
  expect(await change({ important_fields: { enabled: true, stage_ids: [999_999] } })).toMatchObject({
    status: 400,
    field: 'important_fields.stage_ids',
  })
  const statuses = { [String(stages[0]?.pipeline_id)]: ['sold'] }
  expect(await change({ required_fields: { enabled: true, statuses } })).toMatchObject({ status: 400 })
  expect(await change({ important_fields: { enabled: true, stage_ids: [stages[0]?.id] } })).toMatchObject({
    status: 200,
  })
  expect(await send('POST', '/v2/deals', { title: 'Important fields are not demanded' })).toMatchObject({ status: 200 })
})

test.each([
  [{}, false],
  [{ enabled: false, stage_ids: [1] }, false],
  [{ enabled: true }, true],
  [{ enabled: true, stage_ids: [], statuses: {} }, true],
  [{ enabled: true, stage_ids: [], statuses: { 5: [] } }, true],
  [{ enabled: true, stage_ids: [1] }, true],
  [{ enabled: true, stage_ids: [2] }, false],
  [{ enabled: true, statuses: { 5: ['won'] } }, true],
  [{ enabled: true, statuses: { 6: ['won'] } }, false],
  [{ enabled: true, statuses: { 5: ['lost'] } }, false],
  [{ enabled: true, stage_ids: [2], statuses: { 5: ['won'] } }, true],
])('%j on a won deal in stage 1 of pipeline 5: %s', (rule, expected) => {
  expect(isDemanded(rule, { stage_id: 1, pipeline_id: 5, status: 'won' })).toBe(expected)
})
