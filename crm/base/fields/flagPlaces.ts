import type { Crm } from '../api/context.ts'
import { doesNotExist } from '../records/doesNotExist.ts'
import type { Flags } from './flags.ts'

/** Refuses flags that name a stage or a pipeline that is not there. Those a field names already may stay. */
export async function checkFlagPlaces({ sql, actor, services }: Crm, given: Flags, stored: Flags): Promise<void> {
  const named = placesIn(given)
  if (named.length === 0) return
  const stages = await services.stages.of(sql, actor.companyId)
  const known = new Set([
    ...stages.map(stage => placeOf('stage_ids', stage.id)),
    ...stages.map(stage => placeOf('statuses', stage.pipeline_id)),
    ...placesIn(stored).map(({ kind, id }) => placeOf(kind, id)),
  ])
  const unknown = named.find(({ kind, id }) => !known.has(placeOf(kind, id)))
  if (unknown) throw doesNotExist(`${unknown.group}.${unknown.kind}`, unknown.id)
}

function placeOf(kind: string, id: number | string): string {
  return `${kind}/${id}`
}

function placesIn(flags: Flags): { group: string; kind: string; id: string }[] {
  return ['important_fields', 'required_fields'].flatMap(group => {
    const { stage_ids = [], statuses = {} } = flags[group] ?? {}
    const stages = Array.isArray(stage_ids) ? stage_ids : []
    return [
      ...stages.map(id => ({ group, kind: 'stage_ids', id: String(id) })),
      ...Object.keys(statuses ?? {}).map(id => ({ group, kind: 'statuses', id })),
    ]
  })
}
