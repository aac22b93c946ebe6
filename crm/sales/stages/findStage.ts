import { failure } from '@portico/kit/api/failure'
import type { Actor } from '../../base/access/actor.ts'
import type { Crm } from '../../base/api/context.ts'
import type { OpenStage } from '../../base/api/stageCatalog.ts'

export interface StageWanted {
  stage_id?: number | undefined
  pipeline_id?: number | undefined
}

/** The stage a deal goes to: the named one, the first of the named pipeline, or the first of the first pipeline. */
export async function findStage({ sql, actor, services }: Crm, wanted: StageWanted): Promise<OpenStage> {
  const known = fitting(await services.stages.of(sql, actor.companyId), wanted, actor)
  if (known) return known
  // It may have been added by another process a moment ago.
  services.stages.forget(actor.companyId)
  const found = fitting(await services.stages.of(sql, actor.companyId), wanted, actor)
  if (!found) throw noSuchStage(wanted)
  return found
}

/** Deals go into no pipeline that the caller does not see. */
function fitting(
  stages: readonly OpenStage[],
  { stage_id, pipeline_id }: StageWanted,
  { hiddenPipelines }: Actor,
): OpenStage | undefined {
  return stages.find(
    stage =>
      (!stage_id || stage.id === stage_id) &&
      (!pipeline_id || stage.pipeline_id === pipeline_id) &&
      !hiddenPipelines.includes(stage.pipeline_id),
  )
}

function noSuchStage({ stage_id, pipeline_id }: StageWanted) {
  if (stage_id) {
    const text = `stage_id ${stage_id} does not exist${pipeline_id ? ` in pipeline ${pipeline_id}` : ''}`
    return failure('invalid', `${text}: GET /v2/stages lists the stages`, { field: 'stage_id' })
  }
  const text = pipeline_id
    ? `pipeline_id ${pipeline_id} does not exist or has no stages`
    : 'There is no pipeline with stages'
  return failure('invalid', `${text}: GET /v2/pipelines lists the pipelines`, { field: 'pipeline_id' })
}

/** For whoever changes stages or pipelines: this process knows it with the commit, the others a moment later. */
export function stagesChanged({ services, actor, afterCommit }: Crm): void {
  afterCommit(() => services.stages.forget(actor.companyId))
}
