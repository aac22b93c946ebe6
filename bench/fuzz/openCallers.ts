import { randomBytes } from 'node:crypto'
import { createCompany } from '@portico/crm/company/companies/createCompany'
import { hashPassword } from '@portico/kit/access/password'
import type { BenchServer } from '../benchServer.ts'
import { seedShelf } from '../seedShelf.ts'
import { chanceOf } from './chance.ts'
import type { Caller } from './fuzz.ts'
import { openKnownIds } from './knownIds.ts'

/** Lists whose ids calls are made with. */
const LISTS = [
  '/v2/deals',
  '/v2/persons',
  '/v2/organizations',
  '/v2/products',
  '/v2/activities',
  '/v2/stages',
  '/v2/pipelines',
  '/v1/leads',
  '/v1/leadLabels',
  '/v1/notes',
  '/v1/users',
  '/v1/roles',
  '/v1/filters',
  '/v1/permissionSets',
  '/v1/activityTypes',
  '/v1/currencies',
  '/v1/dealFields',
  '/v1/personFields',
  '/v1/organizationFields',
  '/v1/productFields',
  '/v1/activityFields',
]

/** A company's owner, with samples and one record of each kind that samples do not have. */
export async function openCompany({ sql, origin }: BenchServer, number: number): Promise<Caller> {
  const name = `fuzzed-${number}`
  const apiToken = randomBytes(20).toString('hex')
  const owner = { name, email: `${name}@example.com`, passwordHash: 'none', apiToken }
  await createCompany(sql, { name, domain: name, owner })
  const caller = { headers: { 'x-api-token': apiToken }, ids: openKnownIds() }
  const make = (path: string, body: object) => made(origin, path, body, caller)
  await make('/app/api/sample-data', {})
  for (const list of LISTS) await learn(origin, list, caller)
  const chance = chanceOf(number)
  const id = (kind: string) => Number(caller.ids.pick(kind, chance))
  const note = await make('/v1/notes', { content: 'Fuzzed', deal_id: id('deals') })
  await make(`/v1/notes/${note}/comments`, { content: 'Fuzzed' })
  const board = await make('/api/v2/boards', { name: 'Fuzzed' })
  const phase = await make('/api/v2/phases', { name: 'Fuzzed', board_id: board })
  const project = await make('/api/v2/projects', { title: 'Fuzzed', board_id: board, phase_id: phase })
  await make('/api/v2/tasks', { title: 'Fuzzed', project_id: project })
  await make('/api/v2/projectTemplates', { title: 'Fuzzed', projects_board_id: board })
  await make(`/api/v2/deals/${id('deals')}/products`, { product_id: id('products'), item_price: 10, quantity: 1 })
  await make('/v1/webhooks', { subscription_url: 'https://example.com/told', event_action: '*', event_object: '*' })
  await make('/v1/filters', { name: 'Fuzzed', type: 'deals', conditions: NO_CONDITIONS })
  await make('/v1/callLogs', CALL_LOG)
  await make('/v1/channels', { name: 'Fuzzed', provider_channel_id: 'fuzzed' })
  const organization = await make('/api/v2/organizations', { name: 'Fuzzed' })
  const related = { rel_owner_org_id: organization, rel_linked_org_id: id('organizations') }
  if (related.rel_linked_org_id !== organization)
    await make('/v1/organizationRelationships', { type: 'related', ...related })
  return caller
}

const NO_CONDITIONS = {
  glue: 'and',
  conditions: [
    { glue: 'and', conditions: [] },
    { glue: 'or', conditions: [] },
  ],
}
const CALL_LOG = {
  to_phone_number: '+1 555',
  outcome: 'connected',
  start_time: '2026-03-01 08:00:00',
  end_time: '2026-03-01 08:10:00',
}

/** A student with books for sale around. */
export async function openMarket({ sql, origin }: BenchServer): Promise<Caller> {
  const [emailAddress, password] = ['bench1@campus.edu', 'a password of the bench']
  await seedShelf(sql, 200)
  await sql`update market.account set password_hash = ${await hashPassword(password)} where email = ${emailAddress}`
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress, password }),
  })
  const { data } = (await reply.json()) as { data: { token: string } }
  const caller = { headers: { authorization: `Bearer ${data.token}` }, ids: openKnownIds() }
  await learn(origin, '/api/books', caller)
  return caller
}

async function made(origin: string, path: string, body: object, { headers, ids }: Caller): Promise<unknown> {
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await reply.json()) as { data?: { id?: unknown } }
  if (!reply.ok) throw new Error(`POST ${path} answers ${reply.status} ${JSON.stringify(answer).slice(0, 200)}`)
  ids.learn(path, answer)
  return answer.data?.id
}

async function learn(origin: string, address: string, { headers, ids }: Caller): Promise<void> {
  const reply = await fetch(origin + address, { headers })
  ids.learn(address, await reply.json())
}
