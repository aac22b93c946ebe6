import type { Sql } from '@portico/kit/database/sql'

/** Begins the log of a new company with the records it has from its first day, so that readers of the log learn of them. */
export async function logFirstRecords(sql: Sql, companyId: number): Promise<void> {
  await sql`
    insert into crm.change (company_id, source, entity, entity_id, action, after)
    select ${companyId}, 'server', first.entity, first.id::text, 'added', first.record from (
      select 'user' as entity, t.id, to_jsonb(t) as record from crm.app_user t where t.company_id = ${companyId}
      union all
      select 'pipeline', t.id, to_jsonb(t) from crm.pipeline t where t.company_id = ${companyId}
      union all
      select 'stage', t.id, to_jsonb(t) from crm.stage t where t.company_id = ${companyId}
      union all
      select 'activity_type', t.id, to_jsonb(t) from crm.activity_type t where t.company_id = ${companyId}
    ) first`
}
