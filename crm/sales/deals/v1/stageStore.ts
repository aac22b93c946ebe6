import type { Crm } from '../../../base/api/context.ts'

/** Stages as v1 writes them beside the deals that are in them, each with its pipeline. */
export async function selectStagesV1(
  { sql, actor }: Crm,
  ids: readonly number[],
): Promise<{ stage: { id: number }; pipeline: { id: number } }[]> {
  return sql<{ stage: { id: number }; pipeline: { id: number } }[]>`
    select json_build_object('id', s.id, 'order_nr', s.order_nr, 'name', s.name, 'active_flag', not s.is_deleted,
        'deal_probability', s.deal_probability, 'pipeline_id', s.pipeline_id, 'rotten_flag', s.is_deal_rot_enabled,
        'rotten_days', s.days_to_rotten, 'add_time', crm.time_v1(s.add_time), 'update_time', crm.time_v1(s.update_time)) as stage,
      json_build_object('id', p.id, 'name', p.name, 'url_title', regexp_replace(lower(p.name), '[^a-z0-9]+', '-', 'g'),
        'order_nr', p.order_nr, 'active', not p.is_deleted, 'deal_probability', p.is_deal_probability_enabled,
        'add_time', crm.time_v1(p.add_time), 'update_time', crm.time_v1(p.update_time)) as pipeline
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and s.id = any(${ids}::bigint[])`
}
