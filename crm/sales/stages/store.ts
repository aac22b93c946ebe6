import { failure } from '@portico/kit/api/failure'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import { andMaySeePipeline } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { OpenStage } from '../../base/api/stageCatalog.ts'
import { insertRecord, updateRecord, updateRecords, type Values } from '../../base/changes/write.ts'
import type { Keyset, ListRow } from '../../base/lists/cursor.ts'
import { rowLimit, rowWindow } from '../../base/lists/limit.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { moveInOrder } from '../../base/records/orderStore.ts'
import { requireMatch, type WireRow } from '../../base/records/version.ts'
import { stagesChanged } from './findStage.ts'

export interface StageInput {
  name?: string | undefined
  pipeline_id?: number | undefined
  deal_probability?: number | undefined
  is_deal_rot_enabled?: boolean | undefined
  days_to_rotten?: number | null | undefined
  order_nr?: number | undefined
}

export async function findStageWire({ sql, actor }: Crm, id: number, columns: Fragment): Promise<WireRow | undefined> {
  const [row] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, s.version
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and s.id = ${id} ${andMaySeePipeline(actor, 's.pipeline_id')}`
  return row
}

/** Stages of these ids that the caller may see, deleted ones too. */
export async function stagesOfIds(
  { sql, actor }: Crm,
  ids: readonly number[],
  columns: Fragment,
): Promise<{ id: number; wire: string }[]> {
  return sql<{ id: number; wire: string }[]>`
    select s.id, (select row_to_json(r) from (select ${columns}) r)::text as wire
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and s.id = any(${ids}::bigint[]) ${andMaySeePipeline(actor, 's.pipeline_id')}`
}

export async function requireStage({ sql, actor }: Crm, id: number): Promise<void> {
  const [stage] = await sql`
    select from crm.stage s where s.company_id = ${actor.companyId} and s.id = ${id} ${andMaySeePipeline(actor, 's.pipeline_id')}`
  if (!stage) throw failure('missing', 'Stage not found')
}

/** Stages that are not deleted, of one pipeline or of all. */
export async function listStages(
  { sql, actor }: Crm,
  columns: Fragment,
  pipelineId: number | undefined,
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, s.id, ${page.sortKey} as sort_key
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and not s.is_deleted and not p.is_deleted and ${page.after} ${andMaySeePipeline(actor, 's.pipeline_id')}
      ${pipelineId ? sql`and s.pipeline_id = ${pipelineId}` : sql``}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
}

/** Adds a stage at the end of a pipeline. */
export async function createStage(crm: Crm, input: StageInput & { pipeline_id: number }): Promise<number> {
  const { sql } = crm
  stagesChanged(crm)
  const last = await lastPlace(crm, input.pipeline_id)
  const stage = await insertRecord<{ id: number }>(crm, 'stage', { ...valuesOf(input), order_nr: last + 1 })
  if (input.order_nr !== undefined)
    await moveInOrder(crm, 'stage', stage.id, input.order_nr, sql`pipeline_id = ${input.pipeline_id}`)
  return stage.id
}

export async function updateStage(crm: Crm, id: number, input: StageInput): Promise<void> {
  const { sql } = crm
  stagesChanged(crm)
  const before = await lockStage(crm, id)
  if (before.is_deleted) throw failure('gone', 'The stage is deleted')
  const moves = input.pipeline_id !== undefined && input.pipeline_id !== before.pipeline_id
  const pipelineId = input.pipeline_id ?? before.pipeline_id
  const place = moves ? { order_nr: (await lastPlace(crm, pipelineId)) + 1 } : {}
  await updateRecord(crm, 'stage', id, { ...valuesOf(input), ...place })
  // The stage decides the pipeline of its deals.
  if (moves) await updateRecords(crm, 'deal', sql`stage_id = ${id}`, { pipeline_id: pipelineId }, { bulk: true })
  if (input.order_nr !== undefined)
    await moveInOrder(crm, 'stage', id, input.order_nr, sql`pipeline_id = ${pipelineId}`)
}

/** Ends a stage; its deals stay in it and can be moved elsewhere. */
export async function removeStage(crm: Crm, id: number, options: { bulk?: boolean } = {}): Promise<void> {
  stagesChanged(crm)
  const { is_deleted } = await lockStage(crm, id)
  if (is_deleted) return
  await updateRecord(crm, 'stage', id, { is_deleted: true }, { action: 'deleted', ...options })
}

async function lockStage(crm: Crm, id: number): Promise<{ pipeline_id: number; is_deleted: boolean }> {
  const { sql, actor } = crm
  const [stage] = await sql<{ pipeline_id: number; is_deleted: boolean; version: number }[]>`
    select s.pipeline_id, s.is_deleted or p.is_deleted as is_deleted, s.version
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and s.id = ${id} for update of s`
  if (!stage) throw failure('missing', 'Stage not found')
  requireMatch(crm, stage.version)
  return stage
}

async function lastPlace({ sql, actor }: Crm, pipelineId: number): Promise<number> {
  const [pipeline] = await sql<{ last: number }[]>`
    select coalesce((select max(order_nr) from crm.stage s where s.company_id = p.company_id and s.pipeline_id = p.id and not s.is_deleted), 0)::int as last
    from crm.pipeline p where p.company_id = ${actor.companyId} and p.id = ${pipelineId} and not p.is_deleted`
  if (!pipeline) throw doesNotExist('pipeline_id', pipelineId)
  return pipeline.last
}

function valuesOf({ order_nr: _, ...input }: StageInput): Values {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** The wire texts of stages that are not deleted, in the order of their pipelines. */
export async function stagesByOffset(
  { sql, actor }: Crm,
  columns: Fragment,
  pipelineId: number | undefined,
  { start, limit }: { start: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and not s.is_deleted and not p.is_deleted ${pipelineId ? sql`and s.pipeline_id = ${pipelineId}` : sql``}
      ${andMaySeePipeline(actor, 's.pipeline_id')}
    order by p.order_nr, s.order_nr, s.id ${rowWindow(start, limit)}`
  return rows.map(row => row.wire)
}

export async function openStages(sql: Sql, companyId: number): Promise<readonly OpenStage[]> {
  return sql<OpenStage[]>`
    select s.id, s.pipeline_id from crm.stage s
    join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${companyId} and not s.is_deleted and not p.is_deleted
    order by p.order_nr, s.order_nr, s.id`
}
