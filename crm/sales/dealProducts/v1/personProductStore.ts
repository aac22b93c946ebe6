import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import { activityTotals } from '../../../work/activities/activityTotals.ts'
import { mailOfDeal } from '../../../work/mail/mailTotals.ts'

/** The wire texts of the products on the deals of a person that the caller may see. */
export async function selectPersonProducts(
  { sql, actor }: Crm,
  personId: number,
  { start, limit }: { start: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ wire: string }[]>`
    select json_build_object(d.id, json_build_object('deal', deal.wire, 'product', product.wire))::text as wire
    from (
      select distinct x.deal_id, x.product_id from crm.deal_product x
      join crm.deal d on d.company_id = x.company_id and d.id = x.deal_id
      join crm.product p on p.company_id = x.company_id and p.id = x.product_id
      where x.company_id = ${actor.companyId} and not d.is_deleted and not p.is_deleted
        and (d.person_id = ${personId} or exists (select from crm.participant t
          where t.company_id = d.company_id and t.deal_id = d.id and t.person_id = ${personId}))
        and ${maySee(actor, 'deal', 'd')} and ${maySee(actor, 'product', 'p')}
      order by x.deal_id, x.product_id ${rowWindow(start, limit)}
    ) line
    join crm.deal d on d.company_id = ${actor.companyId} and d.id = line.deal_id
    join crm.product p on p.company_id = ${actor.companyId} and p.id = line.product_id
    ${activityTotals(actor, 'deal_id', 'd')} ${mailOfDeal(actor, 'd')}
    cross join lateral (select row_to_json(r) as wire from (select
      d.id, d.company_id, d.creator_id as creator_user_id, d.owner_id as user_id, d.person_id, d.org_id, d.stage_id, d.title,
      d.value, d.currency, crm.time_v1(d.add_time) as add_time, crm.time_v1(d.add_time) as first_add_time,
      crm.time_v1(d.update_time) as update_time, crm.time_v1(d.stage_change_time) as stage_change_time,
      d.status = 'open' as active, d.is_deleted as deleted, d.status, d.probability,
      next.due_date as next_activity_date, to_char(next.due_time, 'HH24:MI:SS') as next_activity_time,
      next.id as next_activity_id, last.id as last_activity_id, last.due_date as last_activity_date, d.lost_reason,
      d.visible_to::text as visible_to, crm.time_v1(d.close_time) as close_time, d.pipeline_id,
      crm.time_v1(d.won_time) as won_time, crm.time_v1(d.first_won_time) as first_won_time,
      crm.time_v1(d.lost_time) as lost_time,
      (select count(*) from crm.deal_product c where c.company_id = d.company_id and c.deal_id = d.id) as products_count,
      d.files_count, d.notes_count,
      (select count(*) from crm.follower c where c.company_id = d.company_id and c.entity = 'deal' and c.entity_id = d.id) as followers_count,
      mail.all as email_messages_count, activities.all as activities_count, activities.done as done_activities_count,
      activities.all - activities.done as undone_activities_count,
      (select count(*) from crm.participant c where c.company_id = d.company_id and c.deal_id = d.id)
        + case when d.person_id is null then 0 else 1 end as participants_count,
      d.expected_close_date, crm.time_v1(mail.received) as last_incoming_mail_time,
      crm.time_v1(mail.sent) as last_outgoing_mail_time,
      case when d.label_ids = '{}' then null else array_to_string(d.label_ids, ',') end as label) r) deal
    cross join lateral (select row_to_json(r) as wire from (select
      p.id, p.company_id, p.name, coalesce(p.code, '') as code, coalesce(p.description, '') as description,
      coalesce(p.unit, '') as unit, p.tax, p.category::text as category, not p.is_deleted as active_flag,
      p.is_linkable as selectable, lower(left(p.name, 1)) as first_char, p.visible_to::text as visible_to, p.owner_id,
      p.files_count, crm.time_v1(p.add_time) as add_time, crm.time_v1(p.update_time) as update_time, d.id as deal_id) r) product
    order by line.deal_id, line.product_id`
  return rows.map(row => row.wire)
}
