import type { Answered } from '@portico/kit/api/answer'
import { optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { fieldKey, loggedText } from '../../../base/changes/v1/fieldKeys.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { RelatedObjects, relatedObjects } from '../../../base/records/v1/relatedObjects.ts'
import { type FlowEntity, type FlowRow, selectFlow } from './store.ts'

export const flowQuery = {
  ...offsetQuery,
  all_changes: optional(Type.String({ description: '1 shows changes of custom fields too' })),
  items: optional(Type.String({ description: 'Kinds of entries to show, with commas' })),
}

export const FlowItem = Type.Object({
  object: Type.String(),
  timestamp: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
})

export const flowBeside = { ...pagination, related_objects: RelatedObjects }

/**
 * Everything that happened to a record and around it, newest first; the fields of one change by their names, so that
 * pages do not overlap. Callers have made sure that the record is visible.
 */
export async function flowPage(
  crm: Crm,
  entity: FlowEntity,
  id: number | string,
  query: {
    start?: number | undefined
    limit?: number | undefined
    all_changes?: string | undefined
    items?: string | undefined
  },
): Promise<Answered<Static<typeof FlowItem>[] | null>> {
  const page = pageOf(query)
  const kinds = query.items?.split(',').map(kind => kind.trim())
  const rows = await selectFlow(crm, entity, id, { ...page, kinds, withCustom: query.all_changes === '1' })
  const shown = rows.map(row => ({ object: row.object, timestamp: timeV1(row.at), data: show(entity, row) }))
  const related_objects = await relatedObjects(crm, {
    user: rows.map(row => idIn(row, 'user_id')),
    person: rows.map(row => idIn(row, 'person_id')),
    organization: rows.map(row => idIn(row, 'org_id')),
    deal: rows.map(row => idIn(row, 'deal_id')),
  })
  return offsetPage(
    shown.map(item => JSON.stringify(item)),
    page,
    { related_objects },
  )
}

function idIn({ data }: FlowRow, name: string): number | null {
  return typeof data[name] === 'number' ? data[name] : null
}

/** Changes are stored as values; the flow shows them as text under the names of v1. */
function show(entity: FlowEntity, { object, data }: FlowRow): Record<string, unknown> {
  if (object !== `${entity}Change`) return data
  const { is_custom, field_key, old_value, new_value, ...rest } = data
  return {
    ...rest,
    field_key: is_custom || entity === 'lead' || entity === 'project' ? field_key : fieldKey(entity, String(field_key)),
    old_value: loggedText(old_value),
    new_value: loggedText(new_value),
    additional_data: {},
  }
}
