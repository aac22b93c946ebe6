import { expect, test } from 'vitest'
import { addField } from '../../../testing/addField.ts'
import { aDeal, aLead, aPerson, made } from '../../../testing/builders.ts'
import { readEvents } from '../../../testing/eventReader.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { startTestCrm, type TestUser } from '../../../testing/startTestCrm.ts'
import { takeRights } from '../../../testing/takeRights.ts'

/** What the settings of the web app stand on beside the API: operations of the app's own. */
const crm = await startTestCrm()
const app = (user: TestUser, method: string, path: string, body?: object) => user.call(method, `/app/api${path}`, body)

async function aPipeline() {
  const user = await crm.company()
  const { id } = await made(user, '/v2/pipelines', { name: 'Second' })
  const from = await made(user, '/v2/stages', { name: 'From', pipeline_id: id })
  const to = await made(user, '/v2/stages', { name: 'To', pipeline_id: id })
  const deal = await aDeal(user, { title: 'Moves', stage_id: from.id })
  return { user, pipelineId: id, from: from.id, to: to.id, deal: deal.id }
}
const stageOf = async (user: TestUser, id: number) => (await user.call('GET', `/v2/deals/${id}`)).body.data
const stageNames = async (user: TestUser) =>
  (await user.call('GET', '/v2/stages?limit=500')).body.data.map((stage: { name: string }) => stage.name)

test('a stage goes with its deals moved, those that are won or deleted too; the log has each', async () => {
  const { user, pipelineId, from, to, deal } = await aPipeline()
  const won = await aDeal(user, { title: 'Won', stage_id: from, status: 'won' })
  const gone = await aDeal(user, { title: 'Gone', stage_id: from })
  await user.call('DELETE', `/v2/deals/${gone.id}`)
  expect((await app(user, 'GET', '/stageDeals')).body.data).toContainEqual({ stage_id: from, open: 1, closed: 1 })

  const reply = await app(user, 'POST', `/stages/${from}/removal`, { stage_id: to })

  expect(reply.body.data).toEqual({ id: from, stage_id: to, moved: 3 })
  for (const id of [deal, won.id, gone.id])
    expect(await stageOf(user, id)).toMatchObject({ stage_id: to, pipeline_id: pipelineId })
  expect(await stageNames(user)).not.toContain('From')
  const lines = await crm.sql`
    select entity_id from crm.change where company_id = ${user.companyId} and entity = 'deal' and action = 'updated' and bulk`
  expect(lines.map(line => Number(line.entity_id)).sort()).toEqual([deal, won.id, gone.id].sort())
})

test('409 while deals are in it and nobody says where they go, 400 for nowhere, 403 for others, and nothing has changed', async () => {
  const { user, pipelineId, from, to, deal } = await aPipeline()
  const nora = await crm.colleague(user)
  const stranger = await aPipeline()
  const tries: [TestUser, string, object, number][] = [
    [user, `/stages/${from}/removal`, {}, 409],
    [user, `/stages/${from}/removal`, { stage_id: from }, 400],
    [user, `/stages/${from}/removal`, { stage_id: stranger.to }, 400],
    [user, `/pipelines/${pipelineId}/removal`, {}, 409],
    [user, `/pipelines/${pipelineId}/removal`, { stage_id: to }, 400],
    [user, `/stages/${stranger.from}/removal`, { stage_id: to }, 404],
    [nora, `/stages/${from}/removal`, { stage_id: to }, 403],
    [nora, `/pipelines/${pipelineId}/removal`, { stage_id: to }, 403],
  ]
  for (const [by, path, body, status] of tries)
    expect((await app(by, 'POST', path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(status)
  expect((await stageOf(user, deal)).stage_id).toBe(from)
  expect(await stageNames(user)).toContain('From')
  expect(await stageOf(stranger.user, stranger.deal)).toMatchObject({ stage_id: stranger.from })

  expect((await app(user, 'POST', `/stages/${to}/removal`, {})).body.data).toEqual({ id: to, stage_id: null, moved: 0 })
})

test('a pipeline goes with its deals moved elsewhere; the last one stays, and its deals with it', async () => {
  const { user, pipelineId, deal } = await aPipeline()
  const [first] = (await user.call('GET', '/v2/stages?sort_by=order_nr')).body.data

  expect((await app(user, 'POST', `/pipelines/${pipelineId}/removal`, { stage_id: first.id })).body.data.moved).toBe(1)
  expect(await stageOf(user, deal)).toMatchObject({ stage_id: first.id, pipeline_id: first.pipeline_id })

  const other = await aPipeline()
  expect((await app(user, 'POST', `/pipelines/${first.pipeline_id}/removal`, { stage_id: other.to })).status).toBe(400)
  expect((await stageOf(user, deal)).stage_id).toBe(first.id)
})

test('two stages that are emptied into each other at once: one of them stays, with all deals', async () => {
  const { user, from, to, deal } = await aPipeline()
  const second = await aDeal(user, { title: 'Other way', stage_id: to })
  const replies = await heldBack(crm, 'lock table crm.stage in share row exclusive mode', () => [
    app(user, 'POST', `/stages/${from}/removal`, { stage_id: to }),
    app(user, 'POST', `/stages/${to}/removal`, { stage_id: from }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  const [one, two] = [await stageOf(user, deal), await stageOf(user, second.id)]
  expect(one.stage_id).toBe(two.stage_id)
  expect((await user.call('GET', `/v2/stages/${one.stage_id}`)).body.data.is_deleted).toBe(false)
})

test('reasons for losing are kept in order, each once; 403 for others', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  expect((await app(nora, 'GET', '/lostReasons')).body.data).toEqual([])
  const reply = await app(user, 'PUT', '/lostReasons', { reasons: ['Too dear', ' Too late', 'Too dear'] })
  expect(reply.body.data).toEqual(['Too dear', 'Too late'])
  expect((await app(nora, 'GET', '/lostReasons')).body.data).toEqual(['Too dear', 'Too late'])
  expect((await app(nora, 'PUT', '/lostReasons', { reasons: [] })).status).toBe(403)
})

test('how many records have a value in a field, as far as the caller sees them', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const field = await addField(user, 'deal', 'enum', ['one', 'two'])
  const [one, two] = field.options
  await aDeal(user, { title: 'A', custom_fields: { [field.key]: one?.id }, visible_to: 1 })
  await aDeal(user, { title: 'B', custom_fields: { [field.key]: one?.id } })
  await aDeal(user, { title: 'C', custom_fields: { [field.key]: two?.id } })
  await aDeal(user, { title: 'D' })
  await aLead(user, { [field.key]: one?.id })
  const use = async (by: TestUser, code: string) => (await app(by, 'GET', `/fieldUse/${code}?kind=deal`)).body.data
  expect(await use(user, field.key)).toEqual({
    records: 4,
    options: [
      { id: one?.id, records: 3 },
      { id: two?.id, records: 1 },
    ],
  })
  expect((await use(nora, field.key)).records).toBe(3)
  const [label] = (await user.call('GET', '/v2/dealFields/label_ids')).body.data.options
  await aDeal(user, { title: 'E', label_ids: [label.id] })
  expect(await use(user, 'label_ids')).toEqual({ records: 1, options: [{ id: label.id, records: 1 }] })
  expect((await app(user, 'GET', '/fieldUse/nothing?kind=deal')).status).toBe(404)
})

test('options get an order and colours, those left out go; labels with their own right, fields with theirs', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const field = await addField(user, 'person', 'enum', ['one', 'two', 'three'])
  const [one, two, three] = field.options
  const put = (by: TestUser, code: string, options: object[]) =>
    app(by, 'PUT', `/fieldOptions/${code}?kind=person`, { options })
  const wanted = [{ id: three?.id, label: 'three', color: 'red' }, { label: 'new' }, { id: one?.id, label: 'uno' }]
  expect((await put(user, field.key, wanted)).body.data).toEqual([
    { id: three?.id, label: 'three', color: 'red' },
    { id: expect.any(Number), label: 'new', color: null },
    { id: one?.id, label: 'uno', color: null },
  ])
  expect((await put(user, field.key, [{ id: two?.id, label: 'gone' }])).status).toBe(400)
  expect((await put(nora, field.key, wanted)).status).toBe(403)
  expect((await put(nora, 'label_ids', [{ label: 'VIP', color: 'green' }])).body.data).toMatchObject([{ label: 'VIP' }])
})

test('seeing as another tells what they see and no more, and is written down; 403 for all but admins of both', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  await aDeal(user, { title: 'Secret', visible_to: 1 })
  await aDeal(user, { title: 'Open' })
  await aPerson(user, { name: 'Paula' })
  const { id: hidden } = await made(user, '/v2/pipelines', { name: 'Hidden' })
  const [{ role_id }] = (await user.call('GET', '/v1/users')).body.data.filter(
    (each: { id: number }) => each.id === nora.userId,
  )
  await user.call('PUT', `/v1/roles/${role_id}/pipelines`, { visible_pipeline_ids: { remove: [hidden] } })

  const { body } = await app(user, 'POST', `/users/${nora.userId}/view`)

  const deals = body.data.kinds.find((each: { kind: string }) => each.kind === 'deal')
  expect(deals).toMatchObject({ total: 2, visible: 1, latest: [{ name: 'Open' }] })
  expect(body.data.pipelines.map((each: { name: string }) => each.name)).toEqual(['Pipeline'])
  expect(body.data).toMatchObject({ user_id: nora.userId, is_admin: false })
  const [line] = await crm.sql`select action, subject, user_id from crm.audit order by id desc limit 1`
  expect(line).toEqual({ action: 'seen_as', subject: `user ${nora.userId}`, user_id: user.userId })

  expect((await app(nora, 'POST', `/users/${user.userId}/view`)).status).toBe(403)
  expect((await app(user, 'POST', `/users/${(await crm.company()).userId}/view`)).status).toBe(404)
  await crm.sql`update crm.app_user set is_admin = false where company_id = ${user.companyId} and id = ${user.userId}`
  await expect.poll(async () => (await app(user, 'POST', `/users/${nora.userId}/view`)).status).toBe(403)
})

test('a company is renamed and gets another currency, its rates with it; the log has before and after', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const put = (by: TestUser, body: object) => app(by, 'PUT', '/company', body)
  await user.call('PUT', '/v1/currencies/rates', { rates: { EUR: 1.25, GBP: 2 } })

  expect((await put(user, { name: 'Renamed', default_currency: 'EUR' })).body.data).toMatchObject({
    name: 'Renamed',
    default_currency: 'EUR',
  })

  const { base, rates } = (await user.call('GET', '/v1/currencies/rates')).body.data
  expect([base, rates]).toEqual(['EUR', { USD: 0.8, GBP: 1.6 }])
  const [line] = await crm.sql`select action, detail from crm.audit order by id desc limit 1`
  expect(line).toMatchObject({
    action: 'company_changed',
    detail: { before: { default_currency: 'USD' }, after: { name: 'Renamed', default_currency: 'EUR' } },
  })
  expect((await put(user, { default_currency: 'XXZ' })).status).toBe(400)
  expect((await put(nora, { name: 'Mine' })).status).toBe(403)
  expect((await app(nora, 'GET', '/usage')).status).toBe(403)
  await aDeal(user)
  expect((await app(user, 'GET', '/usage')).body.data).toMatchObject({ users: 2, deals: 1, files: 0 })
})

test('the stream of a session tells of fields, and of rights that were taken; that of a token does not', async () => {
  const user = await crm.company()
  const nora = await crm.colleague(user)
  const open = async (headers: Record<string, string>, token: string) =>
    readEvents(crm.origin, { ...nora, token }, '/v2/changes/stream', headers)
  const readers = [await open(await crm.session(nora), ''), await open({}, nora.token)] as const
  await Promise.all(readers.map(reader => expect.poll(reader.lastId).not.toBe('')))
  const names = (reader: (typeof readers)[number]) => reader.text().match(/event: \w+/g) ?? []

  await addField(user, 'deal', 'varchar')
  await expect.poll(() => readers[0].text()).toContain('{"items":["dealField"]}')
  await takeRights(crm, nora, 'can_delete_deals')
  await expect.poll(() => names(readers[0])).toContain('event: access_changed')
  await aDeal(user, { title: 'Last' })
  await readers[1].until(1)
  expect(names(readers[1])).toEqual(['event: change'])
  await Promise.all(readers.map(reader => reader.close()))
})
