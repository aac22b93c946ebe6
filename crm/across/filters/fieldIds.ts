import { failure } from '@portico/kit/api/failure'
import type { Static } from 'typebox'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { FieldTable } from '../../base/fields/declaration.ts'
import type { FilterType } from '../../base/lists/filterTypes.ts'
import { KINDS } from '../../company/fields/kinds.ts'
import { FILTER_OBJECTS, type FilterObject } from './columns.ts'
import { type Conditions, type GivenCondition, type GivenConditions, readConditions } from './conditions.ts'

/** Conditions as they are kept: each names its field by its id, though a caller may name it by its key. */
export async function withFieldIds(
  crm: Crm,
  type: FilterType,
  given: Static<typeof GivenConditions>,
): Promise<Conditions> {
  const ids = await fieldIds(crm, type, given)
  return readConditions(given, (condition, path) => {
    if (condition.field_id !== null && condition.field_id !== undefined) return String(condition.field_id)
    const id = ids.get(`${condition.object}/${condition.field_code}`)
    if (id) return id
    const { field_code, object } = condition
    const field = field_code ? `${path}.field_code` : `${path}.field_id`
    const why = field_code ? `${field_code} is not a field of ${object}` : 'is required, unless field_code is sent'
    throw failure('invalid', `${field} ${why}`, { field })
  })
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
