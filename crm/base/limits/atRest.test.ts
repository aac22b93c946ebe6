import type { Sql } from '@portico/kit/database/sql'
import { expect, test } from 'vitest'
import { addUsers } from '../../company/users/addUsersStore.ts'
import { addField } from '../../testing/addField.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'
import { LIMITS } from './atRest.ts'

const crm = await startTestCrm()
const { owner, sql } = crm
const post = async (path: string, body: object) => {
  const reply = await owner.call('POST', path, body)
  return { status: reply.status, id: reply.body.data?.id, error: reply.body.error }
}
const idOf = async (path: string, body: object) => (await post(path, body)).id

const company = owner.companyId
const deal = await idOf('/api/v2/deals', { title: 'Full' })
const person = await idOf('/api/v2/persons', { name: 'Ada' })
const organization = await idOf('/api/v2/organizations', { name: 'Acme' })
const other = await idOf('/api/v2/organizations', { name: 'Other' })
const product = await idOf('/api/v2/products', { name: 'Chair' })
const team = await idOf('/v1/legacyTeams', { name: 'Full', manager_id: owner.userId })
const [pipeline] = await sql<{ id: number }[]>`
  insert into crm.pipeline (company_id, name, order_nr) values (${company}, 'Full', 9) returning id::int`
const [board] = await sql<{ id: number }[]>`
  insert into crm.project_board (company_id, name, order_nr) values (${company}, 'Full', 9) returning id::int`

const project = await idOf('/api/v2/projects', { title: 'Full' })

/** One list each: how to fill it, how to add one more, and what the refusal says. */
const LISTS: [text: string, table: string, fill: string, path: string, body: object][] = [
  [
    'A deal has at most 500 products',
    'deal_product',
    `(company_id, deal_id, product_id, item_price, quantity) select ${company}, ${deal}, ${product}, 1, 1 from generate_series(1, 500)`,
    `/api/v2/deals/${deal}/products`,
    { product_id: product, item_price: 1, quantity: 1 },
  ],
  [
    'A deal has at most 100 discounts',
    'deal_discount',
    `(company_id, deal_id, type, amount, description, created_by) select ${company}, ${deal}, 'amount', 0.01, 'x', ${owner.userId} from generate_series(1, 100)`,
    `/api/v2/deals/${deal}/discounts`,
    { description: 'x', amount: 0.01, type: 'amount' },
  ],
  [
    'A deal has at most 500 installments',
    'deal_installment',
    `(company_id, deal_id, amount, billing_date, description) select ${company}, ${deal}, 0.01, '2026-03-01', 'x' from generate_series(1, 500)`,
    `/api/v2/deals/${deal}/installments`,
    { amount: 0.01, billing_date: '2026-03-01', description: 'x' },
  ],
  [
    'A deal has at most 500 participants',
    'participant',
    `(company_id, deal_id, person_id, added_by) select ${company}, ${deal}, p.id, ${owner.userId} from crm.person p where p.name = 'Many'`,
    `/v1/deals/${deal}/participants`,
    { person_id: person },
  ],
  [
    'A record has at most 1000 followers',
    'follower',
    `(company_id, entity, entity_id, user_id) select ${company}, 'deal', ${deal}, u.id from crm.app_user u where u.name = 'Many'`,
    `/v1/deals/${deal}/followers`,
    { user_id: owner.userId },
  ],
  [
    'An organization has at most 500 relationships as owner',
    'organization_relationship',
    `(company_id, type, owner_org_id, linked_org_id) select ${company}, 'related', ${organization}, o.id from crm.organization o where o.name = 'Many'`,
    '/v1/organizationRelationships',
    { type: 'related', rel_owner_org_id: organization, rel_linked_org_id: other },
  ],
  [
    'A product has at most 500 variations',
    'product_variation',
    `(company_id, product_id, name) select ${company}, ${product}, 'x' from generate_series(1, 500)`,
    `/api/v2/products/${product}/variations`,
    { name: 'One more' },
  ],
  [
    'A project has at most 5000 tasks',
    'task',
    `(company_id, project_id, title, creator_id) select ${company}, ${project}, 'x', ${owner.userId} from generate_series(1, 5000)`,
    '/api/v2/tasks',
    { title: 'One more', project_id: project },
  ],
  [
    'A project has at most 5000 activities',
    'activity',
    `(company_id, project_id, subject, type, owner_id, creator_id, due_date) select ${company}, ${project}, 'x', 'call', ${owner.userId}, ${owner.userId}, '2030-01-01' from generate_series(1, 5000)`,
    '/api/v2/activities',
    { project_id: project },
  ],
  [
    'A project has at most 200 groups',
    'project_group',
    `(company_id, project_id, name, order_nr) select ${company}, ${project}, 'x', 1 from generate_series(1, 200)`,
    `/api/v2/projects/${project}/groups`,
    { name: 'One more' },
  ],
  [
    'A company has at most 500 templates of projects',
    'project_template',
    `(company_id, title, projects_board_id, owner_id) select ${company}, 'x', ${board?.id}, ${owner.userId} from generate_series(1, 500)`,
    '/api/v2/projectTemplates',
    { title: 'One more', projects_board_id: board?.id },
  ],
  [
    'A user has at most 500 filters',
    'filter',
    `(company_id, name, type, user_id, conditions) select ${company}, 'x', 'deals', ${owner.userId}, '{"all": [], "any": []}' from generate_series(1, 500)`,
    '/v1/filters',
    { name: 'One more', type: 'deals', conditions: { glue: 'and', conditions: [{ glue: 'and' }, { glue: 'or' }] } },
  ],
  [
    'A company has at most 200 pipelines',
    'pipeline',
    `(company_id, name, order_nr) select ${company}, 'x', nr from generate_series(11, 210) nr`,
    '/api/v2/pipelines',
    { name: 'One more' },
  ],
  [
    'A pipeline has at most 100 stages',
    'stage',
    `(company_id, pipeline_id, name, order_nr) select ${company}, ${pipeline?.id}, 'x', nr from generate_series(1, 100) nr`,
    '/api/v2/stages',
    { name: 'One more', pipeline_id: pipeline?.id },
  ],
  [
    'A board of projects has at most 100 phases',
    'project_phase',
    `(company_id, board_id, name, order_nr) select ${company}, ${board?.id}, 'x', nr from generate_series(1, 100) nr`,
    '/api/v2/phases',
    { name: 'One more', board_id: board?.id },
  ],
  [
    'A company has at most 200 boards of projects',
    'project_board',
    `(company_id, name, order_nr) select ${company}, 'x', nr from generate_series(11, 210) nr`,
    '/api/v2/boards',
    { name: 'One more' },
  ],
  [
    'A company has at most 500 lead labels',
    'lead_label',
    `(company_id, name, color) select ${company}, 'x', 'red' from generate_series(1, 500)`,
    '/v1/leadLabels',
    { name: 'One more', color: 'red' },
  ],
  [
    'A company has at most 1000 activity types',
    'activity_type',
    `(company_id, name, key_string, icon_key, order_nr) select ${company}, 'x', 'x' || nr, 'task', nr from generate_series(1, 1000) nr`,
    '/v1/activityTypes',
    { name: 'One more', icon_key: 'task' },
  ],
  [
    'A company has at most 500 custom fields',
    'field',
    `(company_id, entity, key, name, slug, type, is_custom, order_nr) select ${company}, 'deal', 'k' || nr, 'x', 's' || nr, 'varchar', true, 1000 + nr from generate_series(1, 500) nr`,
    '/api/v2/dealFields',
    { field_name: 'One more', field_type: 'varchar' },
  ],
  [
    'A company has at most 500 roles',
    'role',
    `(company_id, parent_id, name) select ${company}, r.id, 'x' from crm.role r, generate_series(1, 500) where r.company_id = ${company} and r.parent_id is null`,
    '/v1/roles',
    { name: 'One more' },
  ],
  [
    'A company has at most 500 permission sets',
    'permission_set',
    `(company_id, app, type, name) select ${company}, 'sales', 'custom', 'x' || nr from generate_series(1, 500) nr`,
    '/app/api/permissionSets',
    { name: 'One more', app: 'sales', contents: [] },
  ],
  [
    'A team has at most 1000 users',
    'team_member',
    `(company_id, team_id, user_id) select ${company}, ${team}, u.id from crm.app_user u where u.name = 'Many'`,
    `/v1/legacyTeams/${team}/users`,
    { users: [owner.userId] },
  ],
  [
    'A company has at most 500 teams',
    'team',
    `(company_id, name, manager_id, created_by_user_id) select ${company}, 'x', ${owner.userId}, ${owner.userId} from generate_series(1, 500)`,
    '/v1/legacyTeams',
    { name: 'One more', manager_id: owner.userId },
  ],
  [
    'A company has at most 100 OAuth apps',
    'oauth_app',
    `(company_id, client_id, secret_digest, secret_sealed, name, redirect_uri, scopes) select ${company}, 'x' || nr, '', '', 'x', 'https://x.test', '{base}' from generate_series(1, 100) nr`,
    '/oauth/apps',
    { name: 'One more', redirect_uri: 'https://x.test', scopes: [] },
  ],
  [
    'A user has at most 100 API tokens',
    'api_token',
    `(company_id, user_id, digest) select ${company}, ${owner.userId}, int4send(nr) from generate_series(1, 100) nr`,
    '/app/api/tokens',
    { name: 'One more' },
  ],
]

test('lists that grow row by row end where the database says', async () => {
  await sql`insert into crm.person (company_id, name, owner_id, visible_to)
    select ${company}, 'Many', ${owner.userId}, 3 from generate_series(1, 500)`
  await sql`insert into crm.organization (company_id, name, owner_id, visible_to)
    select ${company}, 'Many', ${owner.userId}, 3 from generate_series(1, 500)`
  const people = Array.from({ length: 1000 }, (_, nr) => ({ name: 'Many', email: `${nr}@many.test` }))
  await addUsers(sql, company, people)

  for (const [text, table, rows, path, body] of LISTS) {
    // Filled without counting, which would take its time a thousand times over.
    await sql.unsafe(`alter table crm.${table} disable trigger user; insert into crm.${table} ${rows};
      alter table crm.${table} enable trigger user`)
    const reply = await post(path, body)

    expect({ path, ...reply }).toEqual({ path, status: 400, id: undefined, error: text })
  }
}, 120_000)

test('two that come at once do not both get the last place', async () => {
  const full = await idOf('/api/v2/deals', { title: 'Almost full' })
  const rows = (
    count: number,
  ) => `insert into crm.deal_discount (company_id, deal_id, type, amount, description, created_by)
    select ${company}, ${full}, 'percentage', 1, 'x', ${owner.userId} from generate_series(1, ${count})`
  await sql.unsafe(rows(99))

  const second = await crm.database.write(async first => {
    await first.unsafe(rows(1))
    const outcome = sql.unsafe(rows(1)).then(
      () => 'stored',
      error => (error instanceof Error ? error.message : String(error)),
    )
    await untilSomebodyWaits(first)
    return { outcome }
  })

  expect(await second.outcome).toBe('A deal has at most 100 discounts')
})

async function untilSomebodyWaits(on: Sql) {
  for (let tries = 0; tries < 500; tries++) {
    const [found] =
      await on`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    if (found) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('nobody waits')
}

test('400 naming the list when a person gets too many e-mails, phones or labels, in both versions', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, nr) => ({ value: `${nr}@x.test` }))
  const ids = Array.from({ length: LIMITS.labels + 1 }, (_, nr) => nr + 1)

  for (const list of ['emails', 'phones', 'im'])
    expect(
      await owner.call('POST', '/api/v2/persons', { name: 'X', [list]: many(LIMITS.contactPoints + 1) }),
    ).toMatchObject({ status: 400, body: { error: expect.stringContaining(list) } })
  expect(await owner.call('POST', '/v1/persons', { name: 'X', email: many(LIMITS.contactPoints + 1) })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('email') },
  })
  expect(await owner.call('POST', '/api/v2/deals', { title: 'X', label_ids: ids })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('label_ids') },
  })
  expect(await owner.call('POST', '/v1/deals', { title: 'X', label: ids.join() })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('label') },
  })
  expect((await post('/api/v2/persons', { name: 'X', emails: many(LIMITS.contactPoints) })).status).toBe(200)
})

test('400 when a merge would bring more e-mails together than a person may have', async () => {
  const emails = (name: string, count: number) =>
    Array.from({ length: count }, (_, nr) => ({ value: `${name}${nr}@x.test` }))
  const merged = await idOf('/api/v2/persons', { name: 'A', emails: emails('a', 30) })
  const survivor = await idOf('/api/v2/persons', { name: 'B', emails: emails('b', 21) })

  const reply = await owner.call('PUT', `/v1/persons/${merged}/merge`, { merge_with_id: survivor })

  expect(reply).toMatchObject({ status: 400, body: { error: 'emails of both are more than 50' } })
})

test('400 when the custom fields of a record hold too much in all, however many updates it takes', async () => {
  const alone = await crm.company()
  const keys = []
  for (let nr = 0; nr < 4; nr++) keys.push((await addField(alone, 'deal', 'text')).key)
  const long = 'x'.repeat(LIMITS.textCharacters)
  const { body } = await alone.call('POST', '/api/v2/deals', { title: 'X', custom_fields: { [keys[0] ?? '']: long } })
  const change = (key = '') => alone.call('PATCH', `/api/v2/deals/${body.data.id}`, { custom_fields: { [key]: long } })
  expect([(await change(keys[1])).status, (await change(keys[2])).status]).toEqual([200, 200])

  const refused = { status: 400, body: { error: 'custom_fields of a record hold at most 256 kB in all' } }
  expect(await change(keys[3])).toMatchObject(refused)
  const all = Object.fromEntries(keys.map(key => [key, long]))
  expect(await alone.call('POST', '/api/v2/deals', { title: 'X', custom_fields: all })).toMatchObject(refused)
})

test('GET /filters gives no conditions, which may be long', async () => {
  const alone = await crm.company()
  await sql`insert into crm.filter (company_id, name, type, user_id, conditions)
    values (${alone.companyId}, 'x', 'deals', ${alone.userId}, '{"all": [], "any": []}')`
  const { body } = await alone.call('GET', '/v1/filters')

  expect(body.data).toHaveLength(1)
  expect(body.data[0]).not.toHaveProperty('conditions')
})
