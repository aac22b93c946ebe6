import { joined, type Sql } from '@portico/kit/database/sql'
import { addUsers } from '../company/users/addUsersStore.ts'
import { CITIES, COMPANY_KINDS, COMPANY_WORDS, DEAL_SUBJECTS, FIRST_NAMES, LAST_NAMES, LOST_REASONS } from './names.ts'

export interface SeedPlan {
  companyId: number
  deals: number
  now: Date
  /** Another number gives other records; the same one gives the same records again. */
  seed: number
  /** Keys of custom text fields of deals; each deal has one of a thousand values in each. */
  dealFields?: readonly string[]
  /** Batches that are under way at the same time; what is in which one does not depend on it. */
  atOnce?: number
}

export interface Seeded {
  users: number
  organizations: number
  persons: number
  deals: number
}

/** In each batch the ids to choose from are sent anew, which takes as long as some thousand rows. */
const BATCH = 20_000

/** How many records a plan makes, for a progress bar. */
export function seedSize({ deals }: { deals: number }): number {
  return deals + personsFor(deals) + organizationsFor(deals)
}

/**
 * Fills a company with invented records that are spread as in a real one: several owners, every stage and status, two
 * years of history, each record with its rows in the change log. Bulk SQL, a batch a transaction.
 */
export async function seedCompany(
  sql: Sql,
  plan: SeedPlan,
  inTransaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
  progress: (records: number) => void = () => {},
): Promise<Seeded> {
  const users = await inTransaction(transaction => addColleagues(transaction, plan))
  const owners = await ownersOf(sql, plan.companyId)
  const batches = async (
    table: 'organization' | 'person' | 'deal',
    total: number,
    insert: (sql: Sql, from: number, to: number) => Promise<number[]>,
  ) => {
    const starts = Array.from({ length: Math.ceil(total / BATCH) }, (_, nr) => nr * BATCH + 1)
    const made: number[][] = starts.map(() => [])
    const left = starts.entries()
    const work = async () => {
      for (const [nr, from] of left) {
        const to = Math.min(total, from + BATCH - 1)
        made[nr] = await inTransaction(async transaction => {
          // A batch is put in order without the disk.
          await transaction`set local work_mem = '128MB'`
          return insert(transaction, from, to)
        })
        progress(to - from + 1)
      }
    }
    await Promise.all(Array.from({ length: plan.atOnce ?? 1 }, work))
    // Else the next kind of record takes the table for as small as it was, and compares every row with every other.
    await sql`analyze ${sql(`crm.${table}`)}`
    return made.flat()
  }
  const orgs = await batches('organization', organizationsFor(plan.deals), (transaction, from, to) =>
    insertOrganizations(transaction, plan, owners, from, to),
  )
  const persons = await batches('person', personsFor(plan.deals), (transaction, from, to) =>
    insertPersons(transaction, plan, owners, orgs, from, to),
  )
  const deals = await batches('deal', plan.deals, (transaction, from, to) =>
    insertDeals(transaction, plan, owners, persons, from, to),
  )
  return { users, organizations: orgs.length, persons: persons.length, deals: deals.length }
}

const organizationsFor = (deals: number) => Math.ceil(deals / 4)
const personsFor = (deals: number) => Math.ceil(deals / 2)

const COLLEAGUES = 7

async function addColleagues(sql: Sql, { companyId, seed }: SeedPlan): Promise<number> {
  const wanted = await sql<{ name: string; email: string }[]>`
    select distinct on (w.email) w.name, w.email from crm.company c, generate_series(1, ${COLLEAGUES}::int) i
    cross join lateral (select ${pick(sql, FIRST_NAMES, seed, 1)} as first, ${pick(sql, LAST_NAMES, seed, 2)} as last) n
    cross join lateral (
      select first || ' ' || last as name, lower(first || '.' || last || '@' || c.domain || '.example') as email) w
    where c.id = ${companyId}
      and not exists (select from crm.app_user u where u.company_id = c.id and lower(u.email) = w.email)`
  return wanted.length === 0 ? 0 : (await addUsers(sql, companyId, wanted)).length
}

async function ownersOf(sql: Sql, companyId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from crm.app_user where company_id = ${companyId} and active and not is_deleted order by id limit 50`
  return rows.map(row => row.id)
}

async function insertOrganizations(sql: Sql, plan: SeedPlan, owners: number[], from: number, to: number) {
  const { companyId, seed } = plan
  const rows = await sql<{ id: number }[]>`
    with stored as (
      insert into crm.organization (company_id, name, owner_id, visible_to, address, website, employee_count, add_time, update_time)
      select ${companyId}, name, ${choice(sql, owners, seed, 11)}, 7,
        jsonb_build_object('value', ${pick(sql, CITIES, seed, 12)}, 'locality', ${pick(sql, CITIES, seed, 12)}),
        'https://www.' || lower(replace(name, ' ', '-')) || '.example', (5 + 2000 * ${dice(sql, seed, 13)} ^ 3)::int, at, at
      from generate_series(${from}::int, ${to}::int) i
      cross join lateral (select
        ${pick(sql, COMPANY_WORDS, seed, 14)} || ' ' || ${pick(sql, COMPANY_KINDS, seed, 15)} as name,
        ${timeOf(sql, plan, organizationsFor(plan.deals))} as at) n
      order by i
      returning *
    ), ${logAdded(sql, 'organization', plan.now)}
    select id from stored order by id`
  return rows.map(row => row.id)
}

async function insertPersons(sql: Sql, plan: SeedPlan, owners: number[], orgs: number[], from: number, to: number) {
  const { companyId, seed } = plan
  const rows = await sql<{ id: number }[]>`
    with stored as (
      insert into crm.person (company_id, name, first_name, last_name, owner_id, org_id, visible_to, emails, phones, add_time, update_time)
      select ${companyId}, first || ' ' || last, first, last, ${choice(sql, owners, seed, 21)}, ${choice(sql, orgs, seed, 22)}, 7,
        jsonb_build_array(jsonb_build_object('value', lower(first || '.' || last || i || '@mail.example'), 'label', 'work', 'primary', true)),
        jsonb_build_array(jsonb_build_object('value', '+1 555 ' || lpad((10000000 * ${dice(sql, seed, 23)})::bigint::text, 7, '0'),
          'label', 'work', 'primary', true)),
        at, at
      from generate_series(${from}::int, ${to}::int) i
      cross join lateral (select ${pick(sql, FIRST_NAMES, seed, 24)} as first, ${pick(sql, LAST_NAMES, seed, 25)} as last,
        ${timeOf(sql, plan, personsFor(plan.deals))} as at) n
      order by i
      returning *
    ), ${logAdded(sql, 'person', plan.now)}
    select id from stored order by id`
  return rows.map(row => row.id)
}

/** The older a deal, the likelier it is closed; it was open when it was added, and the log says so. */
async function insertDeals(sql: Sql, plan: SeedPlan, owners: number[], persons: number[], from: number, to: number) {
  const { companyId, seed, now } = plan
  const rows = await sql<{ id: number }[]>`
    with stages as (
      select array_agg(s.id order by s.pipeline_id, s.order_nr) as ids
      from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
      where s.company_id = ${companyId} and not s.is_deleted and not p.is_deleted
    ), drafts as (
      select i, ${choice(sql, owners, seed, 31)} as owner_id, ${choice(sql, persons, seed, 32)} as person_id,
        stages.ids[1 + floor(${dice(sql, seed, 33)} * cardinality(stages.ids))::int] as stage_id,
        ${timeOf(sql, plan, plan.deals)} as at,
        round((200 + 50000 * ${dice(sql, seed, 34)} ^ 4)::numeric, 2) as value,
        case when ${dice(sql, seed, 35)} > least(0.9, i::float8 / ${plan.deals}::float8) + 0.08
          then case when ${dice(sql, seed, 36)} < 0.55 then 'won' else 'lost' end else 'open' end as status,
        ${dice(sql, seed, 37)} as pace, ${customOf(sql, plan)} as custom
      from stages cross join generate_series(${from}::int, ${to}::int) i
    ), stored as (
      insert into crm.deal (company_id, title, owner_id, creator_id, person_id, org_id, pipeline_id, stage_id, value, currency,
        status, lost_reason, visible_to, add_time, update_time, stage_change_time, won_time, first_won_time, lost_time,
        close_time, expected_close_date, custom, version)
      select ${companyId}, coalesce(o.name, p.name) || ', ' || ${pick(sql, DEAL_SUBJECTS, seed, 38)}, d.owner_id, d.owner_id,
        p.id, p.org_id, s.pipeline_id, s.id, d.value, c.default_currency, d.status,
        case d.status when 'lost' then ${pick(sql, LOST_REASONS, seed, 39)} end, 7, d.at, coalesce(closed, d.at), d.at,
        case d.status when 'won' then closed end, case d.status when 'won' then closed end,
        case d.status when 'lost' then closed end, closed, (d.at + (10 + 90 * d.pace) * interval '1 day')::date,
        d.custom, case d.status when 'open' then 1 else 2 end
      from drafts d
      join crm.company c on c.id = ${companyId}
      join crm.person p on p.company_id = c.id and p.id = d.person_id
      left join crm.organization o on o.company_id = c.id and o.id = p.org_id
      join crm.stage s on s.company_id = c.id and s.id = d.stage_id
      cross join lateral (select case d.status when 'open' then null
        else d.at + least(d.pace * interval '60 days', ${now}::timestamptz - d.at) end as closed) x
      order by d.i
      returning *
    ), shown as (
      select stored.*, to_jsonb(stored) as row,
        case status when 'won' then '{"won_time": null, "first_won_time": null}'::jsonb
          when 'lost' then '{"lost_time": null, "lost_reason": null}' end || '{"status": "open", "close_time": null}' as unclosed
      from stored
    ), lines as (
      select id, owner_id, add_time as at, 'added' as action, null::jsonb as before, case status when 'open' then row
        else row || (unclosed || jsonb_build_object('version', 1, 'update_time', add_time)) end as after
      from shown
      union all select id, owner_id, close_time, 'updated', unclosed, row from shown where status <> 'open'
    ), logged as (
      insert into crm.change (company_id, at, actor_id, source, entity, entity_id, action, before, after, bulk)
      select ${companyId}, least(at, ${now}), owner_id, 'seed', 'deal', id::text, action, before, after, true
      from lines order by at, action
    )
    select id from stored order by id`
  return rows.map(row => row.id)
}

function customOf(sql: Sql, { dealFields = [], seed }: SeedPlan) {
  const values = dealFields.map((key, nr) => sql`${key}::text, 'value ' || floor(1000 * ${dice(sql, seed, 50 + nr)})`)
  return sql`jsonb_build_object(${joined(values, ', ')})`
}

/** The log's row for the birth of each record, which is as it was then. */
function logAdded(sql: Sql, entity: string, now: Date) {
  return sql`logged as (
    insert into crm.change (company_id, at, actor_id, source, entity, entity_id, action, after, bulk)
    select company_id, least(add_time, ${now}), owner_id, 'seed', ${entity}, id::text, 'added', to_jsonb(stored), true
    from stored order by add_time)`
}

/** A number from 0 to 1 that follows from the row's number `i`, so that the same plan gives the same records. */
function dice(sql: Sql, seed: number, throw_: number) {
  return sql`((hashint8extended(i, ${seed * 1000 + throw_}::bigint) & 2147483647)::float8 / 2147483648.0)`
}

function pick(sql: Sql, words: readonly string[], seed: number, throw_: number) {
  return sql`(${[...words]}::text[])[1 + floor(${dice(sql, seed, throw_)} * ${words.length})::int]`
}

/**
 * Which of the ids row `i` gets. A subselect of its own, which PostgreSQL reads once: the text would be taken apart again for
 * every row.
 */
function choice(sql: Sql, ids: readonly number[], seed: number, throw_: number) {
  return sql`(select string_to_array(${ids.join()}, ',')::bigint[])[1 + floor(${dice(sql, seed, throw_)} * ${ids.length})::int]`
}

const HISTORY_DAYS = 730

/** Row `i` of `total`, somewhere in its share of the last two years: ids and times grow together. */
function timeOf(sql: Sql, plan: SeedPlan, total: number) {
  return sql`(${plan.now}::timestamptz
    - ${HISTORY_DAYS} * (1 - (i - ${dice(sql, plan.seed, 40)}) / ${total}::float8) * interval '1 day')`
}
