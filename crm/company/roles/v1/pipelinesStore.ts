import type { Crm } from '../../../base/api/context.ts'

/** The pipelines of the company, and whether users in a role see them. */
export async function listRolePipelines({ sql, actor }: Crm, roleId: number) {
  return sql<{ id: number; visible: boolean }[]>`
    select p.id, h.pipeline_id is null as visible
    from crm.pipeline p
    left join crm.role_hidden_pipeline h on h.company_id = p.company_id and h.pipeline_id = p.id and h.role_id = ${roleId}
    where p.company_id = ${actor.companyId} and not p.is_deleted
    order by p.order_nr, p.id`
}

export async function showPipelines({ sql, actor }: Crm, roleId: number, ids: readonly number[]): Promise<void> {
  await sql`
    delete from crm.role_hidden_pipeline
    where company_id = ${actor.companyId} and role_id = ${roleId} and pipeline_id = any(${ids}::bigint[])`
}

export async function hidePipelines({ sql, actor }: Crm, roleId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into crm.role_hidden_pipeline (company_id, role_id, pipeline_id)
    select ${actor.companyId}, ${roleId}, id from unnest(${ids}::bigint[]) id on conflict do nothing`
}
