import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../api/context.ts'
import { checkReferences } from '../records/references.ts'
import type { FieldEntity } from './catalog.ts'
import { type CustomPatch, referencesOf } from './values.ts'

/** Refuses custom field values that name users, organizations, people or currencies that are not there. */
export async function checkCustom(crm: Crm, entity: FieldEntity, patch: CustomPatch): Promise<void> {
  const fields = await fieldsOf(crm, entity)
  for (const { name, references } of referencesOf(fields, patch)) await checkReferences(crm, references, name)
}

/** Refuses labels that are no option of the record's label field. */
export async function checkLabels(crm: Crm, entity: FieldEntity, labels: readonly number[] | undefined): Promise<void> {
  if (!labels || labels.length === 0) return
  const field = (await fieldsOf(crm, entity)).byKey.get('label_ids')
  const known = new Set(field?.options.map(option => option.id))
  const unknown = labels.find(id => !known.has(id))
  if (unknown !== undefined) throw failure('invalid', `label_ids has no option ${unknown}`, { field: 'label_ids' })
}

/** Refuses a value of a choice that is no option of its field. */
export async function checkOption(
  crm: Crm,
  entity: FieldEntity,
  key: string,
  value: number | null | undefined,
): Promise<void> {
  if (value === null || value === undefined) return
  const field = (await fieldsOf(crm, entity)).byKey.get(key)
  if (!field?.options.some(option => option.id === value))
    throw failure('invalid', `${key} has no option ${value}`, { field: key })
}

export function fieldsOf({ sql, actor, services }: Crm, entity: FieldEntity) {
  return services.fields.of(sql, actor.companyId, entity)
}
