import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import { andMaySeePipeline } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import type { Keyset, ListRow } from '../../base/lists/cursor.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import { makeRoom, placeAmong, placeBehind } from '../../base/records/orderStore.ts'
import { placeBefore, type Undoing, undoneIn } from '../../base/records/revert.ts'
import { requireMatch, type WireRow } from '../../base/records/version.ts'
import { stagesChanged } from '../stages/findStage.ts'

export interface PipelineInput {
  name?: string | undefined
  is_deal_probability_enabled?: boolean | undefined
  order_nr?: number | undefined
  is_deleted?: boolean | undefined
}

/** A pipeline of the company in the given columns; a deleted one can still be read. */
export async function findPipeline({ sql, actor }: Crm, id: number, columns: Fragment): Promise<WireRow | undefined> {
  const [row] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, p.version
    from crm.pipeline p where p.company_id = ${actor.companyId} and p.id = ${id} ${andMaySeePipeline(actor, 'p.id')}`
  return row
}

/** Pipelines of these ids that the caller may see, deleted ones too. */
export async function pipelinesOfIds(
  { sql, actor }: Crm,
  ids: readonly number[],
  columns: Fragment,
): Promise<{ id: number; wire: string }[]> {
  return sql<{ id: number; wire: string }[]>`
    select p.id, (select row_to_json(r) from (select ${columns}) r)::text as wire from crm.pipeline p
    where p.company_id = ${actor.companyId} and p.id = any(${ids}::bigint[]) ${andMaySeePipeline(actor, 'p.id')}`
}

export async function requirePipeline({ sql, actor }: Crm, id: number): Promise<void> {
  const [pipeline] = await sql`
    select from crm.pipeline p where p.company_id = ${actor.companyId} and p.id = ${id} ${andMaySeePipeline(actor, 'p.id')}`
  if (!pipeline) throw failure('missing', 'Pipeline not found')
}

export async function listPipelines(
  { sql, actor }: Crm,
  columns: Fragment,
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select (select row_to_json(r) from (select ${columns}) r)::text as wire, p.id, ${page.sortKey} as sort_key
    from crm.pipeline p
    where p.company_id = ${actor.companyId} and not p.is_deleted and ${page.after} ${andMaySeePipeline(actor, 'p.id')}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
}

const siblings = fragment`true`

/** Adds a pipeline behind the others, or at the given place. */
export async function createPipeline(crm: Crm, input: PipelineInput): Promise<number> {
  stagesChanged(crm)
  const wanted = input.order_nr
  const last = await placeBehind(crm, 'pipeline', siblings)
  const place = await placeAmong(crm, 'pipeline', { wanted, siblings })
  const values = { ...valuesOf(input), order_nr: last, ...place }
  const { id } = await insertRecord<{ id: number }>(crm, 'pipeline', values)
  if (wanted !== undefined) await makeRoom(crm, 'pipeline', id, { ...place, siblings })
  return id
}

/** Changes a pipeline; or undoes a change of it, a deletion too, with which its stages come back. */
export async function updatePipeline(crm: Crm, id: number, input: PipelineInput, undoing?: Undoing): Promise<void> {
  if (input.is_deleted) return removePipeline(crm, id)
  stagesChanged(crm)
  const { is_deleted } = await lockPipeline(crm, id)
  // v1 brings one back by saying that it is active; it goes behind the others, as a new one does.
  const activated = is_deleted && input.is_deleted === false
  const { columns, comesBack, options } = undoneIn('pipeline', { is_deleted: is_deleted && !activated }, undoing)
  const wanted = input.order_nr ?? placeBefore(columns)
  const last = activated && { order_nr: await placeBehind(crm, 'pipeline', siblings) }
  const place = await placeAmong(crm, 'pipeline', { wanted, siblings, id })
  await updateRecord(
    crm,
    'pipeline',
    id,
    { ...valuesOf(input), ...columns, ...last, ...place },
    { ...options, always: undoing !== undefined, ...(activated && { action: 'restored' }) },
  )
  if (wanted !== undefined || comesBack) await makeRoom(crm, 'pipeline', id, { ...place, siblings })
}

/**
 * Ends a pipeline, and with it its stages, which count as deleted for as long as it is. Its deals stay where they are
 * and can be moved elsewhere.
 */
export async function removePipeline(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  stagesChanged(crm)
  const { is_deleted } = await lockPipeline(crm, id)
  if (is_deleted) return
  await refuseLast(crm, id)
  await updateRecord(crm, 'pipeline', id, { is_deleted: true }, { action: 'deleted', ...options })
}

async function lockPipeline(crm: Crm, id: number): Promise<{ is_deleted: boolean }> {
  const { sql, actor } = crm
  const [pipeline] = await sql<{ is_deleted: boolean; version: number }[]>`
    select is_deleted, version from crm.pipeline where company_id = ${actor.companyId} and id = ${id} for update`
  if (!pipeline) throw failure('missing', 'Pipeline not found')
  requireMatch(crm, pipeline.version)
  return pipeline
}

/** New deals need somewhere to go. */
async function refuseLast({ sql, actor }: Crm, id: number) {
  const others = await sql`
    select from crm.pipeline where company_id = ${actor.companyId} and id <> ${id} and not is_deleted limit 1 for share`
  if (others.length === 0) throw failure('conflict', 'The last pipeline cannot be deleted: add another one first')
}

function valuesOf({ order_nr: _, ...input }: PipelineInput): Values {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
