import { nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainFrom, plainInput } from '../../../base/fields/derive.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import { TimeText } from '../../../base/limits/atRest.ts'
import { addressFromV1 } from '../../../base/records/address.ts'
import { LabelIds } from '../../../base/records/labelIds.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { IdV1, idFromV1, LabelsV1, labelsFromV1, VisibleToV1 } from '../../../base/records/v1/input.ts'
import { organizationFields } from '../fields.ts'
import type { OrganizationInput } from '../input.ts'

/** What a v1 caller may write; custom fields and the parts of the address come flat beside these. */
export const writableV1 = {
  owner_id: optional(IdV1),
  label: optional(nullable(LabelsV1)),
  label_ids: optional(nullable(LabelIds)),
  visible_to: optional(VisibleToV1),
  ...plainInput(organizationFields),
  add_time: optional(TimeText),
  active_flag: optional(Type.Boolean({ description: 'true brings a deleted organization back' })),
}

const Body = Type.Object({ name: optional(Type.String()), ...writableV1 })

export function organizationFromV1(fields: Fields, { actor }: Crm, body: Static<typeof Body>): OrganizationInput {
  const { label, label_ids, active_flag, visible_to } = body
  return {
    name: body.name,
    owner_id: idFromV1(body.owner_id),
    label_ids: label_ids === undefined ? labelsFromV1(label, 'label') : labelsFromV1(label_ids, 'label_ids'),
    visible_to: visible_to === undefined ? undefined : Number(visible_to),
    ...plainFrom(organizationFields, body),
    is_deleted: active_flag === undefined ? undefined : !active_flag,
    add_time: readTimeV1(body.add_time, 'add_time') ?? undefined,
    address: stored => addressFromV1(body, 'address', stored),
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}
