import { failure } from '@portico/kit/api/failure'
import type { Static } from 'typebox'
import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import { KINDS } from '../../company/fields/kinds.ts'
import { FILTER_OBJECTS, type FilterObject } from './columns.ts'
import { compileConditions } from './condition.ts'
import { type Conditions, type GivenCondition, type GivenConditions, readConditions } from './conditions.ts'
import { type FilterRow, lockFilter } from './store.ts'

export interface FilterInput {
  name?: string | undefined
  conditions?: Static<typeof GivenConditions> | undefined
  visible_to?: number | undefined
}

export async function createFilter(crm: Crm, type: FilterType, input: FilterInput & { name: string }) {
  requireSharing(crm, input)
  const conditions = input.conditions ? await checked(crm, type, input.conditions) : { all: [], any: [] }
  return insertRecord<FilterRow & Record<string, unknown>>(crm, 'filter', {
    name: input.name,
    type,
    conditions,
    user_id: crm.actor.userId,
    visible_to: input.visible_to ?? 1,
    add_time: crm.now,
    update_time: null,
  })
}

export async function updateFilter(crm: Crm, id: number, input: FilterInput): Promise<FilterRow> {
  const filter = await lockFilter(crm, id)
  requireSharing(crm, input, filter)
  const conditions = input.conditions ? await checked(crm, filter.type, input.conditions) : undefined
  const { name, visible_to } = input
  const updated = await updateRecord<FilterRow & Record<string, unknown>>(crm, 'filter', id, {
    ...(name !== undefined && { name }),
    ...(visible_to !== undefined && { visible_to }),
    ...(conditions && { conditions }),
  })
  if (!updated) throw failure('missing', 'Filter not found')
  return updated
}

/** To send back what a filter has shares nothing. */
function requireSharing(crm: Crm, { visible_to = 1 }: FilterInput, before: { visible_to: number } = { visible_to: 1 }) {
  if (visible_to !== 1 && visible_to !== before.visible_to) requireRight(crm, 'can_share_filters')
}

/** Deleted filters keep their row for the log; nobody can use them any more. */
export async function removeFilter(crm: Crm, id: number): Promise<void> {
  await lockFilter(crm, id)
  await updateRecord(crm, 'filter', id, { active: false }, { action: 'deleted' })
}

/** Conditions are compiled once when they are written, so that a filter that is stored can be used. */
async function checked(crm: Crm, type: FilterType, given: Static<typeof GivenConditions>): Promise<Conditions> {
  const ids = await fieldIds(crm, type, given)
  const conditions = readConditions(given, (condition, path) => {
    if (condition.field_id !== null && condition.field_id !== undefined) return String(condition.field_id)
    const id = ids.get(`${condition.object}/${condition.field_code}`)
    if (id) return id
    const field = condition.field_code ? `${path}.field_code` : `${path}.field_id`
    throw failure('invalid', `${field} does not name a field of ${condition.object}`, { field })
  })
  await compileConditions(crm, type, conditions, 'record')
  return conditions
}

/** Ids of fields by the code a caller gave instead: the key in either version, or the name. */
async function fieldIds(crm: Crm, type: FilterType, given: Static<typeof GivenConditions>) {
  const ids = new Map<string, string>()
  const byCode = (condition: Static<typeof GivenCondition> | null) => condition?.field_code && !condition.field_id
  if (!given.conditions.some(group => group.conditions?.some(byCode))) return ids
  for (const object of FILTER_OBJECTS) {
    const { byKey } = await fieldsOf(crm, type === 'leads' && object === 'deal' ? 'lead' : object)
    for (const { id, key, slug } of byKey.values())
      for (const code of [slug, nameInV1(object, key), key]) ids.set(`${object}/${code}`, String(id))
  }
  return ids
}

function nameInV1(object: FilterObject, key: string): string {
  const fields: FieldTable = KINDS[object].fields
  return fields[key]?.v1 ?? key
}
