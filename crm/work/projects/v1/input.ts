import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainFrom, plainInput } from '../../../base/fields/derive.ts'
import { customFromV1 } from '../../../base/fields/v1/flat.ts'
import { LabelsV1, labelsFromV1 } from '../../../base/records/v1/input.ts'
import { projectFields } from '../fields.ts'
import { LinkedIds, type ProjectInput } from '../input.ts'
import type { SHOWN_STATUSES } from '../rules.ts'

/** What a v1 caller may write; custom fields come flat beside these. */
export const writableV1 = {
  ...plainInput(projectFields),
  board_id: optional(Id),
  phase_id: optional(Id),
  owner_id: optional(Id),
  deal_ids: optional(LinkedIds),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  labels: optional(nullable(LabelsV1)),
}

const Body = Type.Object({ title: optional(Type.String()), template_id: optional(Id), ...writableV1 })

export function projectFromV1(
  fields: Fields,
  { actor }: Crm,
  body: Static<typeof Body> & { status?: (typeof SHOWN_STATUSES)[number] | undefined },
): ProjectInput {
  const { title, status, board_id, phase_id, owner_id, deal_ids, person_id, org_id, labels, template_id } = body
  return {
    title,
    ...plainFrom(projectFields, body),
    status,
    board_id,
    phase_id,
    owner_id,
    template_id,
    deal_ids,
    person_ids: oneInList(person_id),
    org_ids: oneInList(org_id),
    label_ids: labelsFromV1(labels, 'labels'),
    custom: stored => customFromV1(fields, body, stored, actor.defaultCurrency),
  }
}

/** v1 knows one person and one organization. */
function oneInList(id: number | null | undefined): number[] | undefined {
  return id === undefined ? undefined : id === null ? [] : [id]
}
