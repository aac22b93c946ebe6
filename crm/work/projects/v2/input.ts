import { Id, NameText, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainInput } from '../../../base/fields/derive.ts'
import { customFromV2 } from '../../../base/fields/values.ts'
import { CustomFields } from '../../../base/limits/atRest.ts'
import { LabelIds } from '../../../base/records/labelIds.ts'
import { projectFields } from '../fields.ts'
import { LinkedIds, type ProjectInput } from '../input.ts'
import type { SHOWN_STATUSES } from '../rules.ts'

/** What a v2 caller may write; `title` and `status` are added by create and update, which differ in them. */
export const writableV2 = {
  ...plainInput(projectFields),
  board_id: optional(Id),
  phase_id: optional(Id),
  owner_id: optional(Id),
  deal_ids: optional(LinkedIds),
  person_ids: optional(LinkedIds),
  org_ids: optional(LinkedIds),
  label_ids: optional(LabelIds),
  template_id: optional(Id),
  is_archived: optional(Type.Boolean()),
  custom_fields: optional(CustomFields),
}

const Body = Type.Object({ title: optional(NameText), ...writableV2 })

export function projectFromV2(
  fields: Fields,
  body: Static<typeof Body> & { status?: (typeof SHOWN_STATUSES)[number] | undefined },
): ProjectInput {
  const { custom_fields, label_ids, ...plain } = body
  return {
    ...plain,
    label_ids: label_ids && [...new Set(label_ids)],
    custom: () => customFromV2(fields, custom_fields),
  }
}
