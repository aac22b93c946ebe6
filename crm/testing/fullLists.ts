import { aDeal, anOrganization, aPerson, aProduct, aProject, made } from './builders.ts'
import type { TestCrm } from './startTestCrm.ts'

/** A list with a limit: how its table is filled up to it, the call that adds one more, and what the refusal says. */
export type FullList = [text: string, table: string, fill: string, path: string, body: object]

/** The lists that the database counts row by row, of the company of the owner. */
export async function fullLists({ owner, sql }: TestCrm): Promise<FullList[]> {
  const company = owner.companyId
  const { id: deal } = await aDeal(owner)
  const { id: person } = await aPerson(owner)
  const { id: organization } = await anOrganization(owner)
  const { id: other } = await anOrganization(owner, { name: 'Other' })
  const { id: product } = await aProduct(owner)
  const { id: project } = await aProject(owner)
  const { id: team } = await made(owner, '/v1/legacyTeams', { name: 'Full', manager_id: owner.userId })
  const [pipeline] = await sql<{ id: number }[]>`
    insert into crm.pipeline (company_id, name, order_nr) values (${company}, 'Full', 9) returning id::int`
  const [board] = await sql<{ id: number }[]>`
    insert into crm.project_board (company_id, name, order_nr) values (${company}, 'Full', 9) returning id::int`
  return [
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
    // The one with the lower limit first: rows of the other would count for it.
    [
      'A company has at most 20 bulk changes and imports under way',
      'long_change',
      `(company_id, user_id, work, title, asked, state, total, correlation_id) select ${company}, ${owner.userId}, 'bulk', 'x', '{}', 'waiting', 1, 'x' from generate_series(1, 20)`,
      '/app/api/bulk',
      { kind: 'person', ids: [person], action: { delete: true } },
    ],
    [
      'A company has at most 2000 bulk changes and imports',
      'long_change',
      `(company_id, user_id, work, title, asked, state, total, correlation_id) select ${company}, ${owner.userId}, 'bulk', 'x', '{}', 'done', 1, 'x' from generate_series(1, 2000)`,
      '/app/api/bulk',
      { kind: 'person', ids: [person], action: { delete: true } },
    ],
  ]
}
