import type { Crm } from '../../../base/api/context.ts'
import type { FieldEntity } from '../../../base/fields/catalog.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { timeV1 } from '../../../base/records/time.ts'
import { FILTER_OBJECTS } from '../columns.ts'
import { type Conditions, nestConditions } from '../conditions.ts'
import { type FilterRow, type ListedFilter, mayChange } from '../store.ts'
import type { Filter, FilterWithConditions } from './shape.ts'

export function filterWire({ actor }: Crm, filter: ListedFilter): Filter {
  return {
    id: filter.id,
    name: filter.name,
    filter_code: null,
    is_editable: mayChange(actor, filter),
    active_flag: filter.active,
    type: filter.type,
    temporary_flag: filter.is_temporary,
    user_id: filter.user_id,
    add_time: timeV1(filter.add_time),
    update_time: filter.update_time && timeV1(filter.update_time),
    visible_to: visibility(filter.visible_to),
    last_used_time: filter.last_used_time && timeV1(filter.last_used_time),
    custom_view_id: filter.custom_view_id,
  }
}

export async function filterWithConditions(
  crm: Crm,
  filter: FilterRow,
  includeFieldCode = false,
): Promise<FilterWithConditions> {
  const codes = includeFieldCode ? await codesOf(crm, filter.conditions) : undefined
  return { ...filterWire(crm, filter), conditions: nestConditions(filter.conditions, codes) }
}

/** The keys of the fields that conditions name by id. */
async function codesOf(crm: Crm, { all, any }: Conditions): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  const objects = new Set([...all, ...any].map(condition => condition.object))
  for (const object of FILTER_OBJECTS.filter(known => objects.has(known) || known === 'lead')) {
    const { byKey } = await fieldsOf(crm, object satisfies FieldEntity)
    for (const field of byKey.values()) codes.set(String(field.id), field.key)
  }
  return codes
}

/** The database knows only these four. */
function visibility(value: number): Filter['visible_to'] {
  return (['1', '3', '5', '7'] as const).find(known => known === String(value)) ?? '1'
}
