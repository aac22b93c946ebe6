import { withFields } from '@portico/kit/api/json'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainColumns } from '../../../base/fields/derive.ts'
import { flatten } from '../../../base/fields/v1/flat.ts'
import { nextActivity } from '../../../work/activities/activityTotals.ts'
import { leadFields } from '../fields.ts'

/** What a lead is made of, beside `crm.lead l`. */
export function leadJoins({ actor }: Crm): Fragment {
  return nextActivity(actor, 'lead_id', 'l')
}

const plain = plainColumns(leadFields, 'l')

/** The columns of a lead on the wire. */
export function leadColumns({ actor, services }: Crm): Fragment {
  return sql`
    l.id, l.title, l.owner_id, l.creator_id, l.label_ids, l.person_id, l.organization_id, l.source_name, l.origin,
    l.source_deal_id, l.is_archived, crm.time_ms(l.archive_time) as archive_time, ${plain},
    case when l.value_amount is not null then json_build_object('amount', l.value_amount, 'currency', l.value_currency) end as value,
    next.id as next_activity_id, crm.time_ms(l.add_time) as add_time, crm.time_ms(l.update_time) as update_time,
    l.visible_to::text as visible_to,
    replace(${services.mailboxOf(actor, 'lead0')}::text, '+lead0@', '+lead' || l.id || '@') as cc_email`
}

/** The whole text of a lead: custom fields it has values for are spliced in flat beside the others. */
export function leadText(fields: Fields, { wire, custom }: { wire: string; custom: string }): string {
  if (custom === '{}') return wire
  const flat = Object.entries(flatten(fields, JSON.parse(custom))).filter(([, value]) => value !== null)
  return withFields(wire, Object.fromEntries(flat))
}
