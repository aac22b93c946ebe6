/** `required_fields` of a field definition, as far as somebody said it. */
export interface RequiredRule {
  enabled?: boolean
  /** Of deals alone: the stages in which it is demanded. */
  stage_ids?: readonly number[]
  /** Of deals alone: the statuses for which it is demanded, by the pipeline. */
  statuses?: Readonly<Record<string, readonly string[]>>
}

/** Where a deal stands; other records stand nowhere. */
export interface Place {
  stage_id: number
  pipeline_id: number
  status: string
}

/** Without stages and statuses a field is always demanded. */
export function isDemanded(rule: RequiredRule, place: Place | undefined): boolean {
  if (!rule.enabled) return false
  const { stage_ids = [], statuses = {} } = rule
  const forStatuses = Object.values(statuses).some(list => list.length > 0)
  if (stage_ids.length === 0 && !forStatuses) return true
  if (!place) return false
  return stage_ids.includes(place.stage_id) || statuses[place.pipeline_id]?.includes(place.status) === true
}

/** For people who read a refusal. */
export function whereDemanded({ stage_ids = [], statuses = {} }: RequiredRule): string {
  return stage_ids.length > 0 || Object.keys(statuses).length > 0 ? ' in this stage or status' : ''
}
