import { listOf, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { maySeeActivity } from '../../../work/activities/visibility.ts'
import { mailOfDeal } from '../../../work/mail/mailTotals.ts'

/** Facts about a deal that v2 readers get when they ask for them with `include_fields`. */
const Count = optional(Type.Integer())
const Id = optional(nullable(Type.Integer()))
const Time = optional(nullable(Type.String()))

export const includedInDeal = {
  next_activity_id: Id,
  last_activity_id: Id,
  first_won_time: Time,
  products_count: Count,
  files_count: Count,
  notes_count: Count,
  followers_count: Count,
  email_messages_count: Count,
  activities_count: Count,
  done_activities_count: Count,
  undone_activities_count: Count,
  participants_count: Count,
  last_incoming_mail_time: Time,
  last_outgoing_mail_time: Time,
  smart_bcc_email: optional(Type.String()),
  source_lead_id: optional(nullable(Type.String())),
}

export type IncludedInDeal = keyof typeof includedInDeal

export const includeQuery = {
  include_fields: optional(listOf(oneOf(Object.keys(includedInDeal) as IncludedInDeal[]))),
}

const activities = sql`from crm.activity a where a.company_id = d.company_id and a.deal_id = d.id and not a.is_deleted`

/** What depends on who is asking. */
type Personal = 'smart_bcc_email' | 'next_activity_id' | 'last_activity_id' | Mail
type Mail = 'email_messages_count' | 'last_incoming_mail_time' | 'last_outgoing_mail_time'

/** The other facts as SQL about `crm.deal d`. */
const FACTS: Record<Exclude<IncludedInDeal, Personal | 'source_lead_id'>, Fragment> = {
  first_won_time: sql`crm.time_v2(d.first_won_time)`,
  products_count: sql`(select count(*) from crm.deal_product x where x.company_id = d.company_id and x.deal_id = d.id)`,
  files_count: sql`d.files_count`,
  notes_count: sql`d.notes_count`,
  followers_count: sql`(select count(*) from crm.follower x where x.company_id = d.company_id and x.entity = 'deal' and x.entity_id = d.id)`,
  activities_count: sql`(select count(*) ${activities})`,
  done_activities_count: sql`(select count(*) ${activities} and a.done)`,
  undone_activities_count: sql`(select count(*) ${activities} and not a.done)`,
  participants_count: sql`((select count(*) from crm.participant x where x.company_id = d.company_id and x.deal_id = d.id and x.person_id is distinct from d.person_id)
    + case when d.person_id is null then 0 else 1 end)`,
}

function personalFacts({ actor, services }: Crm): Record<Personal, Fragment> {
  const mail = (column: Fragment) =>
    sql`(select ${column} from (select d.company_id, d.id) record ${mailOfDeal(actor, 'record')})`
  const seen = sql`${activities} and ${maySeeActivity(actor, 'a')}`
  return {
    email_messages_count: mail(sql`mail.all`),
    last_incoming_mail_time: mail(sql`crm.time_v2(mail.received)`),
    last_outgoing_mail_time: mail(sql`crm.time_v2(mail.sent)`),
    smart_bcc_email: sql`replace(${services.mailboxOf(actor, 'deal0')}::text, '+deal0@', '+deal' || d.id || '@')`,
    next_activity_id: sql`(select a.id ${seen} and not a.done order by a.due_date, a.due_time nulls first limit 1)`,
    last_activity_id: sql`(select a.id ${seen} and a.done order by a.due_date desc, a.due_time desc nulls last limit 1)`,
  }
}

/** The columns to add for the facts that were asked for. */
export function includedColumns(crm: Crm, wanted: readonly IncludedInDeal[] = []): Fragment {
  // Every v2 deal shows where it came from, asked or not.
  const names = [...new Set(wanted)].filter(name => name !== 'source_lead_id')
  if (names.length === 0) return sql``
  const facts = { ...FACTS, ...personalFacts(crm) }
  return names.reduce<Fragment>((columns, name) => sql`${columns}, ${facts[name]} as ${sql(name)}`, sql``)
}
