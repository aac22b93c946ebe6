import type { Company } from './companies.ts'
import type { Known } from './measures.ts'

const DAY_MS = 86_400_000

/** Looks up what calls name, and makes the filters and goals they need, once for each company. */
export async function learn(company: Company): Promise<Known> {
  const { sql, deals } = company
  const [owner] = await sql<{ id: number; company_id: number }[]>`
    select id, company_id from crm.app_user order by id limit 1`
  const companyId = owner?.company_id ?? 0
  const [middle] = await sql<{ id: number; stage_id: number; pipeline_id: number }[]>`
    select id, stage_id, pipeline_id from crm.deal where company_id = ${companyId} order by id offset ${Math.floor(deals / 2)} limit 1`
  const [person] = await sql<{ id: number }[]>`
    select id from crm.person where company_id = ${companyId} order by id offset ${Math.floor(deals / 4)} limit 1`
  const [field] = await sql<{ id: number }[]>`
    select id from crm.field where company_id = ${companyId} and entity = 'deal' and is_custom order by id limit 1`
  const [last] = await sql<{ day: string }[]>`
    select to_char(max(add_time), 'YYYY-MM-DD') as day from crm.deal where company_id = ${companyId} and id < ${deals}`
  const lastDay = last?.day ?? ''
  const [ownField, valueField] = [await fieldNamed(company, 'user_id'), await fieldNamed(company, 'value')]
  return {
    company,
    dealId: middle?.id ?? 0,
    stageId: middle?.stage_id ?? 0,
    pipelineId: middle?.pipeline_id ?? 0,
    ownerId: owner?.id ?? 0,
    cursor: cursorAt(middle?.id),
    personCursor: cursorAt(person?.id),
    feedCursor: await feedCursorAt(company, companyId),
    textFilter: await addFilter(company, 'text', [[field?.id ?? 0, '=', 'value 7']]),
    ownerFilter: await addFilter(company, 'owner', [
      [ownField, '=', String(owner?.id)],
      [valueField, '>', '40000'],
    ]),
    goals: {
      won: await addGoal(company, companyId, 'deals_won'),
      started: await addGoal(company, companyId, 'deals_started'),
      forecast: await addGoal(company, companyId, 'revenue_forecast'),
      done: await addGoal(company, companyId, 'activities_completed'),
    },
    lastDay,
    firstDay: new Date(Date.parse(lastDay) - 730 * DAY_MS).toISOString().slice(0, 10),
  }
}

function cursorAt(id: number | undefined): string {
  return Buffer.from(JSON.stringify([id])).toString('base64url')
}

/** The cursor of the first page, moved to the middle of the log. */
async function feedCursorAt({ sql, origin, token, deals }: Company, companyId: number): Promise<string> {
  const [line] = await sql<{ seq: number; at: number }[]>`
    select seq, (extract(epoch from at) * 1000000)::bigint as at from crm.change
    where company_id = ${companyId} order by seq offset ${deals} limit 1`
  const response = await fetch(`${origin}/api/v2/changes?limit=1`, { headers: { 'x-api-token': token } })
  const { additional_data } = (await response.json()) as { additional_data: { next_cursor: string } }
  const sight = Buffer.from(additional_data.next_cursor, 'base64url').toString().split('.')[2]
  return Buffer.from(`${line?.seq}.${line?.at}.${sight}`).toString('base64url')
}

async function fieldNamed({ sql }: Company, slug: string): Promise<number> {
  const [field] = await sql<
    { id: number }[]
  >`select id from crm.field where entity = 'deal' and key in (${slug}, 'owner_id') order by key = ${slug} desc limit 1`
  return field?.id ?? 0
}

type Condition = readonly [fieldId: number, operator: string, value: string]

async function addFilter(company: Company, name: string, wanted: readonly Condition[]): Promise<number> {
  const all = wanted.map(([field_id, operator, value]) => ({
    object: 'deal',
    field_id,
    operator,
    value,
    extra_value: null,
  }))
  const parts = [
    { glue: 'and', conditions: all },
    { glue: 'or', conditions: [] },
  ]
  const body = { name, type: 'deals', conditions: { glue: 'and', conditions: parts } }
  return (await post<{ id: number }>(company, '/v1/filters', body)).id
}

async function addGoal(company: Company, companyId: number, type: string): Promise<number> {
  const [currency] = await company.sql<{ id: number }[]>`
    select id from crm.currency where company_id = ${companyId} and code = 'USD'`
  const counted = type.startsWith('activities')
  const body = {
    title: type,
    assignee: { id: companyId, type: 'company' },
    type: { name: type, params: counted ? { activity_type_id: null } : { pipeline_id: null } },
    expected_outcome: counted
      ? { target: 100, tracking_metric: 'quantity' }
      : { target: 100, tracking_metric: 'sum', currency_id: currency?.id },
    duration: { start: '2020-01-01', end: '2030-12-31' },
    interval: 'yearly',
  }
  return (await post<{ goal: { id: number } }>(company, '/v1/goals', body)).goal.id
}

async function post<T>({ origin, token }: Company, path: string, body: object): Promise<T> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data: T }
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status} ${JSON.stringify(answer)}`)
  return answer.data
}
