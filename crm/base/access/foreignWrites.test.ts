import type { Operation } from '@portico/kit/api/operation'
import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../operations.ts'
import { addField, addFieldsOfEachKind } from '../../testing/addField.ts'
import { everyRow } from '../../testing/everyRow.ts'
import { minimalBody } from '../../testing/minimalBody.ts'
import { PREFIX } from '../../testing/prefix.ts'
import { recordsOfEachKind } from '../../testing/recordsOfEachKind.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

/**
 * Every operation that writes is called with the ids of another company, wherever an id can be given: in the path, in
 * the query, in the body. Not one row of that company changes. Those of the web app take no API token and have tests of
 * their own.
 */
const crm = await startTestCrm()
const writing = operations.filter(({ method, api }) => method !== 'GET' && api !== 'crm-app')
const byId = writing.filter(({ path }) => path.includes('{'))
const others = writing.filter(({ path }) => !path.includes('{'))
const named = (list: typeof writing) =>
  list.map(operation => [`${operation.api} ${operation.name}`, operation] as const)

let other: TestUser
/** The rows of the other company, table by table. */
let before: Record<string, string>

beforeAll(async () => {
  other = await crm.company()
  const custom = await addFieldsOfEachKind(other)
  await addField(other, 'project', 'varchar')
  await recordsOfEachKind(crm, other, { text: 'theirs', visible_to: 7, value: 100, custom })
  await other.call('POST', '/v2/persons', { name: 'Theirs as well' })
  await other.call('POST', '/v1/leadLabels', { name: 'Theirs', color: 'red' })
  await crm.sql`insert into crm.export (company_id, user_id, format, kinds, state)
    values (${other.companyId}, ${other.userId}, 'csv', '{deals}', 'done')`
  await other.call('POST', '/v1/legacyTeams', { name: 'Theirs', manager_id: other.userId })
  await other.call('POST', '/v1/meetings/userProviderLinks', {
    ...{ user_provider_id: '00000000-0000-4000-8000-000000000001', marketplace_client_id: 'theirs' },
    ...{ user_id: other.userId, company_id: other.companyId },
  })
  before = await rowsOfOther()
})

test.each(named(byId))('404 for %s with the ids of another company', async (_, operation) => {
  const path = await pathOf(operation)

  const { status, body } = await send(operation, path, await bodyOf(operation))

  // Fields of products are said to be gone, and the contract has 400 for channels.
  expect(operation.path === '/channels/{id}' ? [400] : [404, 410], `${path} ${JSON.stringify(body)}`).toContain(status)
  expect(await rowsOfOther()).toEqual(before)
})

test.each(named(others))('nothing of another company changes by %s', async (_, operation) => {
  const query = 'ids' in operation.query.properties ? `?ids=${await idIn(tableOf(operation.path))}` : ''

  const { status } = await send(operation, `${PREFIX[operation.api]}${operation.path}${query}`, await bodyOf(operation))

  expect(status).toBeLessThan(500)
  expect(await rowsOfOther()).toEqual(before)
})

test('a changed row of the other company is noticed', async () => {
  await crm.sql`update crm.deal set title = title || '!' where company_id = ${other.companyId}`
  expect(await rowsOfOther()).not.toEqual(before)
  await crm.sql`update crm.deal set title = left(title, -1) where company_id = ${other.companyId}`
})

async function send({ method, bodyKind, body: schema }: Operation<never>, path: string, body: object) {
  if (bodyKind !== 'multipart') return crm.owner.call(method, path, schema && body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  for (const name of ['file', 'data']) form.set(name, new Blob(['not a picture']), 'file.png')
  const reply = await fetch(crm.origin + path, { method, headers: { 'x-api-token': crm.owner.token }, body: form })
  return { status: reply.status, body: await reply.json() }
}

async function pathOf({ api, path }: Operation<never>): Promise<string> {
  const ids = new Map<string, string>()
  for (const [, name = ''] of path.matchAll(/\{([\w-]+)\}/g)) ids.set(name, await idIn(tableOf(path, name), path))
  return PREFIX[api] + path.replace(/\{([\w-]+)\}/g, (_, name) => ids.get(name) ?? '')
}

/** A body that the operation takes, with ids of the other company wherever it names records. */
async function bodyOf({ body, path }: Operation<never>): Promise<object> {
  const given = minimalBody(body)
  for (const name of Object.keys(given)) {
    const place = name === 'merge_with_id' ? tableOf(path) : TABLE_OF[name]
    const id = place && (await idIn(place, '', name === 'merge_with_id' ? 'last' : 'first'))
    const value = Number(id) || id
    const isList = Array.isArray(Object.getOwnPropertyDescriptor(given, name)?.value)
    if (id) Object.assign(given, { [name]: isList ? [value] : value })
  }
  return given
}

/** Tables whose name does not follow from that of the path or the parameter. */
const TABLE_OF: Record<string, string> = {
  deal_id: 'deal',
  person_id: 'person',
  org_id: 'organization',
  organization_id: 'organization',
  rel_owner_org_id: 'organization',
  rel_linked_org_id: 'organization',
  product_id: 'product',
  pipeline_id: 'pipeline',
  stage_id: 'stage',
  lead_id: 'lead',
  item_id: 'deal',
  user_id: 'app_user',
  owner_id: 'app_user',
  follower_id: 'app_user',
  installment_id: 'deal_installment',
  discount_id: 'deal_discount',
  product_attachment_id: 'deal_product',
  product_variation_id: 'product_variation',
  deal_participant_id: 'participant',
  users: 'app_user',
  manager_id: 'app_user',
  parent_role_id: 'role',
  legacyTeams: 'team',
  commentId: 'comment',
  mailbox: 'mail_thread',
  board_id: 'project_board',
  boards: 'project_board',
  phase_id: 'project_phase',
  phases: 'project_phase',
  deal_ids: 'deal',
  person_ids: 'person',
  org_ids: 'organization',
  project_id: 'project',
  changes: 'change.seq',
  group_id: 'project_group',
  taskId: 'task',
  task_id: 'task',
  parent_task_id: 'task',
  activityId: 'activity',
  template_id: 'project_template',
  projects_board_id: 'project_board',
  assignee_id: 'app_user',
  assignee_ids: 'app_user',
  'channel-id': 'channel',
  'conversation-id': 'channel_message.conversation_id',
  meetings: 'user_provider_link.user_provider_id',
}

/** `/organizationRelationships/{id}` is about `organization_relationship`. */
function tableOf(path: string, parameter = 'id'): string {
  if (parameter !== 'id' && TABLE_OF[parameter]) return TABLE_OF[parameter]
  const [, kind = ''] = path.split('/')
  if (kind.endsWith('Fields')) return parameter === 'field_code' ? 'field.key' : 'field'
  const single = kind.replace(/ies$/, 'y').replace(/s$/, '')
  return TABLE_OF[kind] ?? single.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** The id of a row of the other company; of a field, of one that was added to the records the path is about. */
async function idIn(place: string, path = '', which: 'first' | 'last' = 'first'): Promise<string> {
  const [table = '', column = 'id'] = place.split('.')
  const entity = /^\/(\w+)Fields/.exec(path)?.[1]
  const added = table === 'field' && entity ? crm.sql`and entity = ${entity} and key ~ '^[0-9a-f]{40}$'` : crm.sql``
  const [row] = await crm.sql`
    select ${crm.sql(column)} as id from crm.${crm.sql(table)} where company_id = ${other.companyId} ${added}
    order by 1 ${which === 'first' ? crm.sql`asc` : crm.sql`desc`} limit 1`
  if (!row) throw new Error(`the other company has nothing in crm.${table}, which ${path} needs`)
  return String(row.id)
}

const rowsOfOther = () => everyRow(crm, other.companyId)
