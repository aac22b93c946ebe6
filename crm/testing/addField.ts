import { expect } from 'vitest'
import { made } from './builders.ts'
import type { TestUser } from './startTestCrm.ts'

/** A custom field of a company, made the way a user makes it: with the answer, its server knows it. */
export async function addField(
  admin: TestUser,
  entity: 'deal' | 'person' | 'organization' | 'product' | 'project',
  type: string,
  options?: readonly string[],
): Promise<{ key: string; options: readonly { id: number; label: string }[] }> {
  const made = await admin.call('POST', `/v2/${entity}Fields`, {
    field_name: `Own ${type}`,
    field_type: type,
    ...(options && { options: options.map(label => ({ label })) }),
  })
  expect(made.body).toMatchObject({ success: true })
  return { key: made.body.data.field_code, options: made.body.data.options ?? [] }
}

export interface FieldOfV1 {
  id: number
  key: string
  name: string
  options: { id: number; label: string }[]
}

/** The same over v1, where a field has a number as well. */
export async function addFieldV1(
  admin: TestUser,
  field_type: string,
  more: object = {},
  of = 'dealFields',
): Promise<FieldOfV1> {
  const { status, body } = await admin.call('POST', `/v1/${of}`, { name: `A ${field_type}`, field_type, ...more })
  expect([status, body.error]).toEqual([of === 'productFields' ? 201 : 200, undefined])
  return body.data
}

export const withOptions = (...labels: string[]) => ({ options: labels.map(label => ({ label })) })

/** A field of deals as conditions of filters name it, with the ids of its options. */
export async function addDealField(admin: TestUser, field_type: string, labels: readonly string[] = []) {
  const { id, key, options } = await addFieldV1(admin, field_type, labels.length > 0 ? withOptions(...labels) : {})
  return { id, key, ids: (options ?? []).map(option => option.id) }
}

/** A field of deals with two options. */
export async function addColourField(admin: TestUser): Promise<{ colourField: string; red: number }> {
  const colour = { field_name: 'Favourite colour', field_type: 'enum', ...withOptions('red', 'green') }
  const { field_code, options } = await made(admin, '/v2/dealFields', colour)
  return { colourField: field_code, red: options[0].id }
}

/** Keys of a text field of each kind of record, and of fields of deals that name a person and an organization. */
export async function addFieldsOfEachKind(admin: TestUser) {
  const key = async (...[entity, type]: [Parameters<typeof addField>[1], string]) =>
    (await addField(admin, entity, type)).key
  return {
    deal: await key('deal', 'varchar'),
    person: await key('person', 'varchar'),
    organization: await key('organization', 'varchar'),
    product: await key('product', 'varchar'),
    people: await key('deal', 'people'),
    org: await key('deal', 'org'),
  }
}
