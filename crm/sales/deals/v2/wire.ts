import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Fields } from '../../../base/fields/catalog.ts'
import { customFieldsV2 } from '../../../base/fields/values.ts'
import { dealRecurringValues } from '../../dealProducts/recurring.ts'

/** The columns of a deal on the v2 wire, for `crm.deal d`; written once for each state of a company's fields. */
export function dealColumnsV2(fields: Fields): Fragment {
  const known = columns.get(fields)
  if (known) return known
  const made = columnsOf(fields)
  columns.set(fields, made)
  return made
}

const columns = new WeakMap<Fields, Fragment>()

function columnsOf(fields: Fields): Fragment {
  return sql`
  d.id, d.title, d.creator_id as creator_user_id, d.owner_id, d.person_id, d.org_id, d.pipeline_id, d.stage_id, d.value,
  d.currency, crm.time_v2(d.add_time) as add_time, crm.time_v2(d.update_time) as update_time,
  crm.time_v2(d.stage_change_time) as stage_change_time, d.is_deleted, d.is_archived,
  crm.time_v2(d.archive_time) as archive_time, d.status, d.probability, d.lost_reason, d.visible_to,
  crm.time_v2(d.close_time) as close_time, crm.time_v2(d.won_time) as won_time, crm.time_v2(d.lost_time) as lost_time,
  d.expected_close_date, d.label_ids, d.origin, d.origin_id, d.channel, d.channel_id, d.source_lead_id,
  ${dealRecurringValues('d')}, ${customFieldsV2(fields, 'd')} as custom_fields`
}
