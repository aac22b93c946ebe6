import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addField } from './addField.ts'
import { made } from './builders.ts'
import { randomFrom } from './randomFrom.ts'
import { recordsOfEachKind } from './recordsOfEachKind.ts'
import type { TestCrm, TestUser } from './startTestCrm.ts'

/** Stands before a server: every tenth call fails, at random, and every answer takes a moment. */
export async function startUnreliable(behind: string): Promise<{ origin: string; stop(): void }> {
  const random = randomFrom(7)
  const server = createServer(async (request, response) => {
    await new Promise(resolve => setTimeout(resolve, 1))
    const failing = random()
    if (failing < 0.04) {
      response.destroy()
      return
    }
    if (failing < 0.07) {
      response.writeHead(429, { 'retry-after': '0' }).end('{"success":false,"error":"slow down","errorCode":429}')
      return
    }
    if (failing < 0.1) {
      response.writeHead(502).end('<html>bad gateway</html>')
      return
    }
    const headers = { 'x-api-token': String(request.headers['x-api-token']) }
    const answer = await fetch(behind + request.url, { headers })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

/** One of everything that can be copied, some of it naming what is listed later. */
export async function aWorld(from: TestCrm, owner: TestUser): Promise<void> {
  const field = async (entity: 'deal' | 'person' | 'organization' | 'product', type: string, options?: string[]) =>
    addField(owner, entity, type as 'varchar', options)
  const custom = {
    deal: (await field('deal', 'varchar')).key,
    person: (await field('person', 'varchar')).key,
    organization: (await field('organization', 'varchar')).key,
    product: (await field('product', 'varchar')).key,
    people: (await field('deal', 'people')).key,
    org: (await field('deal', 'org')).key,
  }
  await recordsOfEachKind(from, owner, { text: 'Abc', visible_to: 7, value: 5, custom })
  const colleague = await from.colleague(owner)
  const [first] = (await owner.call('GET', '/v1/roles')).body.data
  const role = (await made(owner, '/v1/roles', { name: 'Branch', parent_role_id: first.id })).id
  await owner.call('POST', `/v1/roles/${role}/assignments`, { user_id: colleague.userId })
  await owner.call('POST', `/v1/roles/${role}/settings`, { setting_key: 'deal_default_visibility', value: 3 })
  const pipeline = await made(owner, '/v2/pipelines', { name: 'Renewals', is_deal_probability_enabled: true })
  const stage = await made(owner, '/v2/stages', { name: 'Due', pipeline_id: pipeline.id, deal_probability: 40 })
  await owner.call('PUT', `/v1/roles/${role}/pipelines`, { visible_pipeline_ids: { [pipeline.id]: false } })
  const size = await field('deal', 'enum', ['Small', 'Large'])
  const areas = await field('organization', 'set', ['North', 'South'])
  const contact = await field('organization', 'people')
  const budget = await field('deal', 'monetary')
  const person = await made(owner, '/v2/persons', {
    name: 'Zoe Late',
    owner_id: colleague.userId,
    emails: [{ value: 'zoe@example.com', label: 'home', primary: true }],
    birthday: '1990-02-03',
  })
  const organization = await made(owner, '/v2/organizations', {
    name: 'Names a person',
    visible_to: 3,
    custom_fields: { [contact.key]: person.id, [areas.key]: areas.options.map(({ id }) => id) },
  })
  const label = (await owner.call('GET', '/api/v2/dealFields/label_ids')).body.data.options[1]
  const deal = await made(owner, '/v2/deals', {
    title: 'Won long ago',
    owner_id: colleague.userId,
    stage_id: stage.id,
    org_id: organization.id,
    status: 'won',
    won_time: '2024-05-06T07:08:09Z',
    close_time: '2024-05-06T07:08:09Z',
    label_ids: [label.id],
    custom_fields: { [size.key]: size.options[1]?.id, [budget.key]: { value: 12.5, currency: 'EUR' } },
  })
  await owner.call('POST', `/v1/deals/${deal.id}/participants`, { person_id: person.id })
  await owner.call('POST', `/v2/deals/${deal.id}/followers`, { user_id: colleague.userId })
  const leadLabel = (await owner.call('GET', '/v1/leadLabels')).body.data[0]
  await made(owner, '/v1/leads', {
    title: 'Labelled',
    person_id: person.id,
    label_ids: [leadLabel.id],
    [size.key]: String(size.options[0]?.id),
    [budget.key]: 7,
    [`${budget.key}_currency`]: 'USD',
  })
  const [project] = (await owner.call('GET', '/api/v2/projects')).body.data
  const parent = await made(owner, '/v2/tasks', { title: 'Parent', project_id: project.id })
  await made(owner, '/v2/tasks', { title: 'Child', project_id: project.id, parent_task_id: parent.id })
}

/** Answers of the hosted original, as it has them: more than Portico shows, and less. */
export const RECORDED: Record<string, unknown> = {
  '/v1/users/me': { id: 14200001, company_id: 9400001, name: 'Ana', email: 'ana@original.example' },
  '/v1/users': [
    {
      ...{ id: 14200001, name: 'Ana', email: 'ana@original.example', active_flag: true, is_admin: 1, role_id: 1 },
      ...{ timezone_name: 'Europe/Tallinn', locale: 'et_EE', lang: 1, created: '2021-03-04 05:06:07', access: [] },
    },
    { id: 14200002, name: 'Ben', email: 'ben@original.example', active_flag: false, role_id: 1, access: [] },
  ],
  '/v1/roles': [{ id: 1, parent_role_id: null, name: '(Unassigned users)', active_flag: true, level: 1 }],
  '/api/v2/dealFields': [
    { field_code: 'title', field_name: 'Title', field_type: 'varchar', is_custom_field: false, options: null },
    {
      field_code: 'a'.repeat(40),
      field_name: 'Plan',
      field_type: 'enum',
      is_custom_field: true,
      options: [{ id: 27, label: 'Gold' }],
    },
    { field_code: 'b'.repeat(40), field_name: 'Magic', field_type: 'ai_summary', is_custom_field: true, options: null },
  ],
  '/api/v2/pipelines': [{ id: 1, name: 'Sales', order_nr: 0, is_selected: true, is_deal_probability_enabled: true }],
  '/api/v2/stages': [{ id: 4, pipeline_id: 1, name: 'Offer', order_nr: 1, deal_probability: 60, days_to_rotten: null }],
  '/v1/activityTypes': [
    { id: 1, name: 'Call', key_string: 'call', icon_key: 'call', active_flag: true, is_custom_flag: false },
  ],
  '/api/v2/persons': [
    {
      ...{ id: 10, name: 'Pia', first_name: 'Pia', last_name: null, owner_id: 14200002, org_id: 99, visible_to: 3 },
      ...{
        emails: [{ value: 'pia@x.example', primary: true, label: 'work' }],
        phones: [],
        add_time: '2022-01-02T03:04:05Z',
      },
      ...{
        update_time: '2022-01-02T03:04:05Z',
        label_ids: [],
        custom_fields: {},
        picture_id: null,
        some_new_key: { a: 1 },
      },
    },
  ],
  '/api/v2/deals': [
    {
      ...{
        id: 20,
        title: 'Deal',
        owner_id: 14200001,
        creator_user_id: 14999999,
        person_id: 10,
        org_id: null,
        stage_id: 4,
      },
      ...{
        pipeline_id: 1,
        value: 1200.5,
        currency: 'EUR',
        status: 'open',
        visible_to: 3,
        label_ids: [],
        probability: null,
      },
      ...{
        add_time: '2022-01-02T03:04:05Z',
        update_time: '2022-02-02T03:04:05Z',
        is_archived: false,
        participants_count: 0,
      },
      ...{
        followers_count: 0,
        products_count: 0,
        acv: null,
        custom_fields: { ['a'.repeat(40)]: 27, ['b'.repeat(40)]: 'x' },
      },
    },
  ],
  '/v1/notes': [
    {
      ...{
        id: 30,
        content: '<p onclick="x()">Hello <script>1</script></p>',
        deal_id: 20,
        user_id: 14200001,
        active_flag: true,
      },
      ...{ pinned_to_deal_flag: 1, add_time: '2022-01-02 03:04:05', update_time: '2022-01-02 03:04:05', lead_id: null },
    },
    { id: 31, content: 'Lost its deal', deal_id: 404, user_id: 14200001, add_time: '2022-01-02 03:04:05' },
  ],
}
