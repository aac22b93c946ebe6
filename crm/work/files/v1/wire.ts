import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { DRIVE_ADDRESS, NEW_FILE_ADDRESSES } from '../drive.ts'

/** The records a file hangs on, joined to `crm.file` under the given alias. Whoever sees a file sees all of them. */
export function fileJoins(alias: string): Fragment {
  const f = sql(alias)
  return sql`
    left join crm.deal deal on deal.company_id = ${f}.company_id and deal.id = ${f}.deal_id
    left join crm.person person on person.company_id = ${f}.company_id and person.id = ${f}.person_id
    left join crm.organization org on org.company_id = ${f}.company_id and org.id = ${f}.org_id
    left join crm.product product on product.company_id = ${f}.company_id and product.id = ${f}.product_id
    left join crm.lead lead on lead.company_id = ${f}.company_id and lead.id = ${f}.lead_id
    left join crm.project project on project.company_id = ${f}.company_id and project.id = ${f}.project_id`
}

/** The columns of `crm.file file` on the wire, with what it hangs on joined. */
export function fileColumns(origin: string): Fragment {
  return sql`
    file.id, file.user_id, file.deal_id, file.person_id, file.org_id, file.product_id, file.activity_id, file.lead_id,
    file.project_id, crm.time_v1(file.add_time) as add_time, crm.time_v1(file.update_time) as update_time, file.file_name,
    file.file_type, file.file_size, not file.is_deleted as active_flag, file.inline as inline_flag, file.remote_location,
    file.remote_id, file.cid, null::text as s3_bucket, file.mail_message_id::text as mail_message_id, null::text as mail_template_id,
    deal.title as deal_name, person.name as person_name, org.name as org_name, product.name as product_name,
    lead.title as lead_name, project.title as project_name, ${fileAddress('file', origin)} as url, file.name, file.description`
}

/** Where a file is fetched, or opened when it is a remote one. */
export function fileAddress(alias: string, origin: string): Fragment {
  const f = sql(alias)
  return sql`case when ${f}.file_key is not null then ${`${origin}/v1/files/`}::text || ${f}.id || '/download'
    when ${f}.remote_id is not null then ${DRIVE_ADDRESS}::text || ${f}.remote_id
    else ${JSON.stringify(NEW_FILE_ADDRESSES)}::text::jsonb ->> ${f}.file_type end`
}
