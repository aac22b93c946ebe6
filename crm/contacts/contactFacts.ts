import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../base/access/actor.ts'
import type { Fields } from '../base/fields/catalog.ts'
import { type ActivityLink, activityCounts, lastActivity, nextActivity } from '../work/activities/activityTotals.ts'
import { mailOfOrganization, mailOfPerson } from '../work/mail/mailTotals.ts'

/**
 * Facts about a person or an organization that are counted up from other records: v1 always shows them, v2 when it
 * is asked to by `include_fields`. Facts come in groups of one joined sub-select each, so that a reader pays only for
 * the groups it names.
 */
interface FactGroup {
  /** Name of the fact → where it is in the joined sub-select. */
  facts: Readonly<Record<string, Fragment>>
  join: Fragment
}

/** The columns of the wanted facts, each with a comma before it, and what they need to be joined with. */
export interface ContactFacts {
  columns: Fragment
  joins: Fragment
}

export function selectFacts(groups: readonly FactGroup[], wanted: readonly string[]): ContactFacts {
  const used = groups.filter(group => wanted.some(name => name in group.facts))
  return {
    columns: joined(
      wanted.map(name => sql`, ${factNamed(used, name)} as ${sql(name)}`),
      '',
    ),
    joins: joined(
      used.map(group => group.join),
      ' ',
    ),
  }
}

function factNamed(groups: readonly FactGroup[], name: string): Fragment {
  for (const { facts } of groups) if (facts[name]) return facts[name]
  throw new Error(`no group of facts knows ${name}`)
}

/** Facts of `crm.person` under the alias `p`; `dealFields` are the custom fields of deals. */
export function personFactGroups(actor: Actor, dealFields: Fields, version: Version): FactGroup[] {
  return [
    ownDeals('p', sql`d.person_id = p.id`),
    relatedDeals('p', sql`d.person_id is distinct from p.id`, [
      sql`select x.deal_id from crm.participant x where x.company_id = p.company_id and x.person_id = p.id`,
      ...dealsNaming(dealFields, 'people', sql`p.company_id`, sql`p.id`),
    ]),
    participantDeals,
    ...activities(actor, 'person_id', 'p'),
    counted('p'),
    mail(mailOfPerson(actor, 'p'), version),
    followers('p', 'person'),
  ]
}

/** Facts of `crm.organization` under the alias `o`. */
export function organizationFactGroups(actor: Actor, dealFields: Fields, version: Version): FactGroup[] {
  return [
    ownDeals('o', sql`d.org_id = o.id`),
    relatedDeals('o', sql`d.org_id is distinct from o.id`, [
      sql`select x.id from crm.deal x join crm.person q on q.company_id = x.company_id and q.id = x.person_id
        where q.company_id = o.company_id and q.org_id = o.id`,
      ...dealsNaming(dealFields, 'org', sql`o.company_id`, sql`o.id`),
    ]),
    people,
    ...activities(actor, 'org_id', 'o'),
    counted('o'),
    mail(mailOfOrganization(actor, 'o'), version),
    followers('o', 'organization'),
  ]
}

/** Deals that name a contact in a field of the company's own, one sub-select for each such field. */
export function dealsNaming(
  fields: Fields,
  type: 'people' | 'org',
  company: Fragment | number,
  contact: Fragment | number,
): Fragment[] {
  return fields.custom
    .filter(field => field.type === type)
    .map(
      field => sql`select x.id from crm.deal x where x.company_id = ${company}
        and x.custom <> '{}' and x.custom @> jsonb_build_object(${field.key}::text, ${contact}::bigint)`,
    )
}

const BY_STATUS = sql`count(*) filter (where d.status = 'open') as open, count(*) filter (where d.status = 'won') as won,
  count(*) filter (where d.status = 'lost') as lost`

function ownDeals(alias: string, mine: Fragment): FactGroup {
  return {
    facts: {
      open_deals_count: sql`own_deals.open`,
      closed_deals_count: sql`own_deals.won + own_deals.lost`,
      won_deals_count: sql`own_deals.won`,
      lost_deals_count: sql`own_deals.lost`,
    },
    join: sql`cross join lateral (select ${BY_STATUS} from crm.deal d
      where d.company_id = ${sql(alias)}.company_id and ${mine} and not d.is_archived) own_deals`,
  }
}

/** Deals that are the contact's by way of others. */
function relatedDeals(alias: string, notMine: Fragment, ways: readonly Fragment[]): FactGroup {
  const found = joined(ways, ' union ')
  return {
    facts: {
      related_open_deals_count: sql`related_deals.open`,
      related_closed_deals_count: sql`related_deals.won + related_deals.lost`,
      related_won_deals_count: sql`related_deals.won`,
      related_lost_deals_count: sql`related_deals.lost`,
    },
    join: sql`cross join lateral (select ${BY_STATUS} from (${found}) way (deal_id)
      join crm.deal d on d.company_id = ${sql(alias)}.company_id and d.id = way.deal_id
      where ${notMine} and not d.is_archived) related_deals`,
  }
}

const participantDeals: FactGroup = {
  facts: {
    participant_open_deals_count: sql`participant_deals.open`,
    participant_closed_deals_count: sql`participant_deals.won + participant_deals.lost`,
  },
  join: sql`cross join lateral (select ${BY_STATUS} from crm.participant x
    join crm.deal d on d.company_id = x.company_id and d.id = x.deal_id
    where x.company_id = p.company_id and x.person_id = p.id and not d.is_archived) participant_deals`,
}

function activities(actor: Actor, link: ActivityLink, alias: string): FactGroup[] {
  return [
    {
      facts: {
        next_activity_id: sql`next.id`,
        next_activity_date: sql`next.due_date`,
        next_activity_time: sql`to_char(next.due_time, 'HH24:MI:SS')`,
      },
      join: nextActivity(actor, link, alias),
    },
    {
      facts: { last_activity_id: sql`last.id`, last_activity_date: sql`last.due_date` },
      join: lastActivity(actor, link, alias),
    },
    {
      facts: {
        activities_count: sql`activities.all`,
        done_activities_count: sql`activities.done`,
        undone_activities_count: sql`activities.all - activities.done`,
      },
      join: activityCounts(link, alias),
    },
  ]
}

/** Counted when a file or a note comes or goes. */
function counted(alias: string): FactGroup {
  const record = sql(alias)
  return { facts: { files_count: sql`${record}.files_count`, notes_count: sql`${record}.notes_count` }, join: sql`` }
}

/** Which version writes the times. */
type Version = 'v1' | 'v2'

/** Messages from and to the contact. */
function mail(join: Fragment, version: Version): FactGroup {
  const time = sql(`crm.time_${version}`)
  return {
    facts: {
      email_messages_count: sql`mail.all`,
      last_incoming_mail_time: sql`${time}(mail.received)`,
      last_outgoing_mail_time: sql`${time}(mail.sent)`,
    },
    join,
  }
}

function followers(alias: string, entity: string): FactGroup {
  return {
    facts: { followers_count: sql`follower_counts.all` },
    join: sql`cross join lateral (select count(*) as all from crm.follower f
      where f.company_id = ${sql(alias)}.company_id and f.entity = ${entity} and f.entity_id = ${sql(alias)}.id) follower_counts`,
  }
}

const people: FactGroup = {
  facts: { people_count: sql`people.all` },
  join: sql`cross join lateral (select count(*) as all from crm.person q
    where q.company_id = o.company_id and q.org_id = o.id and not q.is_deleted) people`,
}
