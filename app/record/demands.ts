import type { Field, ShownRecord } from './fieldValue.ts'

/** Whether the record has to have a value here; with neither stages nor statuses it always has to. */
export function isRequired({ required_fields: demand }: Field, record: ShownRecord): boolean {
  if (!demand?.enabled) return false
  const stages = demand.stage_ids ?? []
  const statuses = Object.entries(demand.statuses ?? {})
  if (stages.length === 0 && statuses.length === 0) return true
  return (
    stages.includes(Number(record.stage_id)) ||
    statuses.some(
      ([pipeline, those]) => Number(pipeline) === record.pipeline_id && those.includes(String(record.status)),
    )
  )
}

export function isImportant({ important_fields: weight }: Field, record: ShownRecord): boolean {
  if (!weight?.enabled) return false
  const stages = weight.stage_ids ?? []
  return stages.length === 0 || stages.includes(Number(record.stage_id))
}
