import type { Database } from '@portico/kit/database'
import { failure } from '@portico/kit/failure'
import { openMemory } from '@portico/kit/memory'
import type { Sql } from '@portico/kit/sql'
import type { Crm } from '../api/context.ts'

/** A stage that deals can go to: neither it nor its pipeline is deleted. */
export interface OpenStage {
  id: number
  pipeline_id: number
}

export interface StageCatalog {
  /** In the order of pipelines and stages. */
  of(sql: Sql, companyId: number): Promise<readonly OpenStage[]>
  forget(companyId: number): void
}

/** Told by the database when stages or pipelines of a company change. */
const STAGES_CHANNEL = 'crm_stages'

/** Every new deal asks for its stage: remembered until the database says otherwise. */
export async function openStageCatalog(database: Database): Promise<StageCatalog> {
  const memory = await openMemory<readonly OpenStage[]>(database, STAGES_CHANNEL)
  return {
    forget: memory.forget,
    of: (sql, companyId) => memory.recall(companyId, 'stages', () => openStages(sql, companyId)),
  }
}

async function openStages(sql: Sql, companyId: number): Promise<readonly OpenStage[]> {
  return sql<OpenStage[]>`
    select s.id, s.pipeline_id from crm.stage s
    join crm.pipeline p on p.company_id = s.company_id and p.id = s.pipeline_id
    where s.company_id = ${companyId} and not s.is_deleted and not p.is_deleted
    order by p.order_nr, s.order_nr, s.id`
}

/** For whoever changes stages or pipelines: this process knows it with the commit, the others a moment later. */
export function stagesChanged({ services, actor, afterCommit }: Crm): void {
  afterCommit(() => services.stages.forget(actor.companyId))
}

export interface StageWanted {
  stage_id?: number | undefined
  pipeline_id?: number | undefined
}

/** The stage a deal goes to: the named one, the first of the named pipeline, or the first of the first pipeline. */
export async function findStage({ sql, actor, services }: Crm, wanted: StageWanted): Promise<OpenStage> {
  const known = fitting(await services.stages.of(sql, actor.companyId), wanted)
  if (known) return known
  // It may have been added by another process a moment ago.
  services.stages.forget(actor.companyId)
  const found = fitting(await services.stages.of(sql, actor.companyId), wanted)
  if (!found) throw noSuchStage(wanted)
  return found
}

function fitting(stages: readonly OpenStage[], { stage_id, pipeline_id }: StageWanted): OpenStage | undefined {
  return stages.find(
    stage => (!stage_id || stage.id === stage_id) && (!pipeline_id || stage.pipeline_id === pipeline_id),
  )
}

function noSuchStage({ stage_id, pipeline_id }: StageWanted) {
  const field = stage_id ? 'stage_id' : 'pipeline_id'
  return failure(
    'invalid',
    `${field} does not name a stage that is there${stage_id && pipeline_id ? ' in that pipeline' : ''}`,
    { field },
  )
}
