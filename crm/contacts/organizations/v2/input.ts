import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainInput } from '../../../base/fields/derive.ts'
import { customFromV2 } from '../../../base/fields/values.ts'
import { CustomFields } from '../../../base/limits/atRest.ts'
import { AddressInput, addressFromV2 } from '../../../base/records/address.ts'
import { LabelIds } from '../../../base/records/labelIds.ts'
import { Name } from '../../../base/records/name.ts'
import { readTime } from '../../../base/records/time.ts'
import { organizationFields } from '../fields.ts'
import type { OrganizationInput } from '../input.ts'

/** What a v2 caller may write; `name` is added by create and update, which differ in it. */
const writable = {
  owner_id: optional(Id),
  visible_to: optional(Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(5), Type.Literal(7)])),
  label_ids: optional(LabelIds),
  address: optional(nullable(AddressInput)),
  ...plainInput(organizationFields),
  custom_fields: optional(CustomFields),
}

export const newOrganizationV2 = {
  name: Name,
  ...writable,
  add_time: optional(Type.String({ maxLength: 40, description: 'RFC 3339' })),
}

/** `is_deleted: false` brings a deleted organization back. */
export const changedOrganizationV2 = { name: optional(Name), ...writable, is_deleted: optional(Type.Boolean()) }

const Body = Type.Object({ ...newOrganizationV2, ...changedOrganizationV2 })

export function organizationFromV2(fields: Fields, body: Static<typeof Body>): OrganizationInput {
  const { custom_fields, add_time, address, ...plain } = body
  return {
    ...plain,
    add_time: add_time === undefined ? undefined : readTime(add_time, 'add_time'),
    address: () => addressFromV2(address, 'address'),
    custom: () => customFromV2(fields, custom_fields),
  }
}
