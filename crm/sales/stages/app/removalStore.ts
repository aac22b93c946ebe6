import type { Crm } from '../../../base/api/context.ts'
import type { OpenStage } from '../../../base/api/stageCatalog.ts'
import { updateRecords } from '../../../base/changes/write.ts'

export interface StageDeals {
  stage_id: number
  open: number
  closed: number
}

/** How many deals that are not deleted each stage has. */
export async function countDealsByStage({ sql, actor }: Crm): Promise<StageDeals[]> {
  return sql<StageDeals[]>`
    select s.id as stage_id, (count(d.id) filter (where d.status = 'open'))::int as open,
      (count(d.id) filter (where d.status <> 'open'))::int as closed
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    left join crm.deal d on d.company_id = s.company_id and d.stage_id = s.id and not d.is_deleted
    where s.company_id = ${actor.companyId} and not s.is_deleted and not p.is_deleted
    group by s.id order by s.id`
}

/** Stages that are there, locked one after the other in the order of their ids, so that two removals cannot wait for each other. */
export async function lockStages({ sql, actor }: Crm, ids: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from crm.stage where company_id = ${actor.companyId} and id = any(${ids}::bigint[]) and not is_deleted
    order by id for update`
  return rows.map(row => row.id)
}

export async function stageIdsOf({ sql, actor }: Crm, pipelineId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from crm.stage where company_id = ${actor.companyId} and pipeline_id = ${pipelineId} order by id`
  return rows.map(row => row.id)
}

/** Deals in these stages that are not deleted. */
export async function countDealsIn({ sql, actor }: Crm, stageIds: readonly number[]): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from crm.deal
    where company_id = ${actor.companyId} and stage_id = any(${stageIds}::bigint[]) and not is_deleted`
  return found?.count ?? 0
}

/** So many rows are in memory at a time. */
const AT_ONCE = 1_000

/** Moves every deal out of these stages, deleted ones too: whoever brings one back finds it where the others are. */
export async function moveDeals(crm: Crm, stageIds: readonly number[], to: OpenStage): Promise<number> {
  const { sql, actor, now } = crm
  for (let moved = 0; ; ) {
    const rows = await sql<{ id: number }[]>`
      select id from crm.deal where company_id = ${actor.companyId} and stage_id = any(${stageIds}::bigint[])
      order by id limit ${AT_ONCE} for update`
    if (rows.length === 0) return moved
    const ids = rows.map(row => row.id)
    const place = { stage_id: to.id, pipeline_id: to.pipeline_id, stage_change_time: now }
    await updateRecords(crm, 'deal', sql`id = any(${ids}::bigint[])`, place, { bulk: true })
    moved += ids.length
  }
}
