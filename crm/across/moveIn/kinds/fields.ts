import type { FieldEntity } from '../../../base/fields/catalog.ts'
import { CUSTOM_TYPES } from '../../../base/fields/types.ts'
import { flagIn, numberIn, recordsIn, textIn, timeIn } from '../given.ts'
import type { MovedKind, Placing } from '../kind.ts'
import type { Given, List } from '../source.ts'
import { addField, type FoundField, findField, keepOptions } from './fieldStore.ts'

/** Kinds of records with fields of a company's own, and where their fields are listed. */
export const CUSTOM_ENTITIES = {
  organization: '/api/v2/organizationFields',
  person: '/api/v2/personFields',
  product: '/api/v2/productFields',
  deal: '/api/v2/dealFields',
  project: '/api/v2/projectFields',
} as const satisfies Partial<Record<FieldEntity, string>>

/** How the ids of the options of a field are called among the ids of a move. */
export function optionsOf(entity: string, code: string): string {
  return `option of ${entity} ${code}`
}

/** Fields keep their keys, so that programs which know them go on; those that every company has get the options of the source. */
export const fieldKinds: MovedKind[] = Object.entries(CUSTOM_ENTITIES).map(([entity, path]) => ({
  name: `${entity} field`,
  lists: [{ path, paging: 'cursor', limit: 500 } satisfies List],
  idOf: record => String(record.field_code),
  async place(move, record, look) {
    const code = String(record.field_code)
    const found = await findField(move.author, entity, code)
    if (!found && !flagIn(record.is_custom_field)) return null
    const field = found ?? (await newField(move, entity, record))
    if (!field) {
      look.without(`itself, because there are no fields of the type ${String(record.field_type)} here`)
      return null
    }
    if (field.takesOptions) await takeOptions(move, entity, field, record)
    return field.key
  },
}))

async function newField(move: Placing, entity: string, record: Given): Promise<FoundField | undefined> {
  const type = CUSTOM_TYPES.find(known => known === record.field_type)
  if (!type) return undefined
  const name = textIn(record.field_name) ?? String(record.field_code)
  return addField(move.author, {
    entity,
    key: String(record.field_code),
    name,
    type,
    description: textIn(record.description),
  })
}

async function takeOptions(move: Placing, entity: string, field: FoundField, record: Given): Promise<void> {
  const given = recordsIn(record.options).flatMap(option => {
    const id = numberIn(option.id)
    return id === null
      ? []
      : [{ id, label: textIn(option.label) ?? String(id), color: textIn(option.color), since: timeIn(option.add_time) }]
  })
  const kept = await keepOptions(move, field, given)
  for (const [sourceId, id] of kept) move.remember(optionsOf(entity, field.key), String(sourceId), id)
}
