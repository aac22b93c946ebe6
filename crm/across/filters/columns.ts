import { type Fragment, fragment as sql } from '@portico/kit/sql'
import type { Kind } from './operators.ts'

/** Kinds of records a condition can look at. */
export const FILTER_OBJECTS = ['deal', 'person', 'organization', 'product', 'activity', 'lead'] as const
export type FilterObject = (typeof FILTER_OBJECTS)[number]

/** Where the value of a field everyone has is found, for a table under an alias. */
export interface Column {
  value(alias: string): Fragment
  /** Where the type of the field does not say it. */
  kind?: Kind
  /** The currency of an amount of money. */
  currency?(alias: string): Fragment
}

export function columnOf(object: FilterObject, code: string): Column | undefined {
  const columns = COLUMNS[object]
  return Object.hasOwn(columns, code) ? columns[code] : undefined
}

type Columns = Readonly<Record<string, Column>>

const COLUMNS: Record<FilterObject, Columns> = {
  deal: {
    ...plain(
      'id title owner_id currency label_ids person_id org_id pipeline_id stage_id status probability lost_reason',
      'expected_close_date visible_to add_time update_time stage_change_time won_time lost_time close_time is_archived',
      'archive_time origin origin_id channel channel_id',
    ),
    value: money(at('value'), 'currency'),
    creator_user_id: at('creator_id'),
    source_lead_id: as('word', d => sql`${sql(d)}.source_lead_id::text`),
    ...activityFacts('deal', 'deal_id'),
    products_count: of(
      d =>
        sql`(select count(*) from crm.deal_product x where x.company_id = ${sql(d)}.company_id and x.deal_id = ${sql(d)}.id)`,
    ),
    participants_count: of(
      d =>
        sql`(select count(*) from crm.participant x where x.company_id = ${sql(d)}.company_id and x.deal_id = ${sql(d)}.id)`,
    ),
    weighted_value: money(of(weightedValue), 'currency'),
    rotten_time: of(rottenTime),
  },
  person: {
    ...plain(
      'id name first_name last_name owner_id org_id label_ids job_title birthday notes picture_id visible_to add_time update_time',
    ),
    emails: { kind: 'contacts', value: p => sql`${sql(p)}.emails` },
    phones: { kind: 'contacts', value: p => sql`${sql(p)}.phones` },
    im: { kind: 'contacts', value: p => sql`${sql(p)}.im` },
    postal_address: at('postal_address'),
    marketing_status: as('word', p => sql`${sql(p)}.marketing_status`),
    ...activityFacts('person', 'person_id'),
    ...dealCounts('person_id'),
  },
  organization: {
    ...plain(
      'id name owner_id label_ids address website linkedin industry annual_revenue employee_count picture_id visible_to',
      'add_time update_time',
    ),
    people_count: of(
      o =>
        sql`(select count(*) from crm.person x where x.company_id = ${sql(o)}.company_id and x.org_id = ${sql(o)}.id and not x.is_deleted)`,
    ),
    ...activityFacts('organization', 'org_id'),
    ...dealCounts('org_id'),
  },
  product: plain(
    'id name code description category unit tax owner_id is_linkable visible_to billing_frequency billing_frequency_cycles',
    'add_time update_time',
  ),
  activity: {
    ...plain(
      'id subject owner_id due_date due_time done marked_as_done_time busy deal_id person_id org_id project_id location',
      'public_description note priority outcome conference_meeting_client conference_meeting_url conference_meeting_id',
      'add_time update_time',
    ),
    type: as('word', a => sql`${sql(a)}.type`),
    creator_user_id: at('creator_id'),
    duration: of(a => sql`${sql(a)}.duration::time`),
    lead_id: as('word', a => sql`${sql(a)}.lead_id::text`),
  },
  lead: {
    ...plain(
      'title owner_id creator_id label_ids person_id organization_id source_name origin origin_id channel channel_id',
      'is_archived was_seen expected_close_date visible_to add_time update_time',
    ),
    id: as('word', l => sql`${sql(l)}.id::text`),
    value: money(at('value_amount'), 'value_currency'),
  },
}

/** Fields whose column is called like them. */
function plain(...lines: string[]): Columns {
  return Object.fromEntries(lines.flatMap(line => line.split(' ')).map(code => [code, at(code)]))
}

function at(column: string): Column {
  return { value: alias => sql`${sql(alias)}.${sql(column)}` }
}

function of(value: Column['value']): Column {
  return { value }
}

function money(amount: Column, currency: string): Column {
  return { ...amount, currency: at(currency).value }
}

function as(kind: Kind, value: Column['value']): Column {
  return { kind, value }
}

function activityFacts(entity: string, link: string): Columns {
  const activities = (r: string, what: Fragment, which: Fragment) => sql`(select ${what} from crm.activity x
    where x.company_id = ${sql(r)}.company_id and x.${sql(link)} = ${sql(r)}.id and not x.is_deleted and ${which})`
  return {
    next_activity_date: of(r => activities(r, sql`min(x.due_date)`, sql`not x.done`)),
    last_activity_date: of(r => activities(r, sql`max(x.due_date)`, sql`x.done`)),
    activities_count: of(r => activities(r, sql`count(*)`, sql`true`)),
    done_activities_count: of(r => activities(r, sql`count(*)`, sql`x.done`)),
    undone_activities_count: of(r => activities(r, sql`count(*)`, sql`not x.done`)),
    followers_count: of(
      r => sql`(select count(*) from crm.follower x where x.company_id = ${sql(r)}.company_id
      and x.entity = ${entity} and x.entity_id = ${sql(r)}.id)`,
    ),
  }
}

function dealCounts(link: string): Columns {
  const deals = (which: Fragment) =>
    of(
      r =>
        sql`(select count(*) from crm.deal x where x.company_id = ${sql(r)}.company_id and x.${sql(link)} = ${sql(r)}.id and ${which})`,
    )
  return {
    open_deals_count: deals(sql`x.status = 'open'`),
    closed_deals_count: deals(sql`x.status in ('won', 'lost')`),
    won_deals_count: deals(sql`x.status = 'won'`),
    lost_deals_count: deals(sql`x.status = 'lost'`),
  }
}

function weightedValue(d: string): Fragment {
  return sql`(select ${sql(d)}.value * coalesce(${sql(d)}.probability::numeric,
      case when p.is_deal_probability_enabled then s.deal_probability end, 100) / 100
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${sql(d)}.company_id and s.id = ${sql(d)}.stage_id)`
}

function rottenTime(d: string): Fragment {
  return sql`(select coalesce(${sql(d)}.stage_change_time, ${sql(d)}.add_time) + make_interval(days => s.days_to_rotten)
    from crm.stage s where s.company_id = ${sql(d)}.company_id and s.id = ${sql(d)}.stage_id
      and s.is_deal_rot_enabled and ${sql(d)}.status = 'open')`
}
