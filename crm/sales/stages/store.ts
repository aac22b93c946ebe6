import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { andMaySeePipeline } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { OpenStage } from '../../base/api/stageCatalog.ts'
import { following } from '../../base/changes/following.ts'
import {
  type DeletionOptions,
  insertRecord,
  updateRecord,
  updateRecords,
  type Values,
} from '../../base/changes/write.ts'
import type { Keyset, ListRow } from '../../base/lists/cursor.ts'
import { rowLimit, rowWindow } from '../../base/lists/limit.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { makeRoom, placeAmong, placeBehind } from '../../base/records/orderStore.ts'
import { placeBefore, type Undoing, undoneIn } from '../../base/records/revert.ts'
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

/** Adds a stage at the end of a pipeline, or at the given place. */
export async function createStage(crm: Crm, input: StageInput & { pipeline_id: number }): Promise<number> {
  const { pipeline_id, order_nr: wanted } = input
  const siblings = ofPipeline(pipeline_id)
  stagesChanged(crm)
  const last = await placeIn(crm, pipeline_id)
  const place = await placeAmong(crm, 'stage', { wanted, siblings })
  const values = { ...valuesOf(input), order_nr: last, ...place }
  const { id } = await insertRecord<{ id: number }>(crm, 'stage', values)
  if (wanted !== undefined) await makeRoom(crm, 'stage', id, { ...place, siblings })
  return id
}

/** Changes a stage; or undoes a change of it, a deletion too. */
export async function updateStage(crm: Crm, id: number, input: StageInput, undoing?: Undoing): Promise<void> {
  stagesChanged(crm)
  const before = await lockStage(crm, id)
  const { columns, comesBack, options } = undoneIn('stage', before, undoing)
  if (before.is_pipeline_deleted) throw pipelineIsDeleted(before.pipeline_id, { comesBack })
  const pipelineId = input.pipeline_id ?? before.pipeline_id
  const siblings = ofPipeline(pipelineId)
  const moves = pipelineId !== before.pipeline_id
  const wanted = input.order_nr ?? placeBefore(columns)
  const last = moves && { order_nr: await placeIn(crm, pipelineId) }
  const place = await placeAmong(crm, 'stage', { wanted, siblings, id })
  const values = { ...valuesOf(input), ...columns, ...last, ...place }
  await updateRecord(crm, 'stage', id, values, { ...options, always: undoing !== undefined })
  if (moves) await moveDealsAlong(crm, id, pipelineId)
  if (wanted !== undefined || comesBack) await makeRoom(crm, 'stage', id, { ...place, siblings })
}

/** The stage decides the pipeline of its deals. */
async function moveDealsAlong(crm: Crm, id: number, pipelineId: number): Promise<void> {
  const options = { bulk: true, ...following('stage', id) }
  await updateRecords(crm, 'deal', crm.sql`stage_id = ${id}`, { pipeline_id: pipelineId }, options)
}

/** A stage is deleted for as long as its pipeline is. */
function pipelineIsDeleted(pipelineId: number, { comesBack }: { comesBack: boolean }) {
  if (!comesBack) return failure('gone', 'The stage is deleted')
  const text = `The stage is in pipeline ${pipelineId}, which is deleted: undo the deletion of the pipeline first`
  return failure('conflict', text)
}

/** Ends a stage; its deals stay in it and can be moved elsewhere. */
export async function removeStage(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  stagesChanged(crm)
  const { is_deleted, is_pipeline_deleted } = await lockStage(crm, id)
  if (is_deleted || is_pipeline_deleted) return
  await updateRecord(crm, 'stage', id, { is_deleted: true }, { action: 'deleted', ...options })
}

interface LockedStage {
  pipeline_id: number
  is_deleted: boolean
  is_pipeline_deleted: boolean
  version: number
}

async function lockStage(crm: Crm, id: number): Promise<LockedStage> {
  const { sql, actor } = crm
  const [stage] = await sql<LockedStage[]>`
    select s.pipeline_id, s.is_deleted, p.is_deleted as is_pipeline_deleted, s.version
    from crm.stage s join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${actor.companyId} and s.id = ${id} for update of s`
  if (!stage) throw failure('missing', 'Stage not found')
  requireMatch(crm, stage.version)
  return stage
}

/** The place behind the stages of a pipeline. */
async function placeIn(crm: Crm, pipelineId: number): Promise<number> {
  const { sql, actor } = crm
  const [pipeline] = await sql`
    select from crm.pipeline where company_id = ${actor.companyId} and id = ${pipelineId} and not is_deleted`
  if (!pipeline) throw doesNotExist('pipeline_id', pipelineId)
  return placeBehind(crm, 'stage', ofPipeline(pipelineId))
}

function ofPipeline(pipelineId: number): Fragment {
  return fragment`pipeline_id = ${pipelineId}`
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
