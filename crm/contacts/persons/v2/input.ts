import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Fields } from '../../../base/fields/catalog.ts'
import { plainInput } from '../../../base/fields/derive.ts'
import { customFromV2 } from '../../../base/fields/values.ts'
import { CustomFields, LIMITS } from '../../../base/limits/atRest.ts'
import { AddressInput, addressFromV2 } from '../../../base/records/address.ts'
import { LabelIds } from '../../../base/records/labelIds.ts'
import { Name } from '../../../base/records/name.ts'
import { readTime } from '../../../base/records/time.ts'
import { personFields } from '../fields.ts'
import type { PersonInput } from '../input.ts'
import { MARKETING_STATUSES, readContactPoints } from '../rules.ts'

const Points = optional(
  Type.Array(
    Type.Object(
      {
        value: Name,
        primary: optional(Type.Boolean()),
        label: optional(Type.String({ maxLength: 255 })),
      },
      { additionalProperties: false },
    ),
    { maxItems: LIMITS.contactPoints },
  ),
)
const Text = optional(nullable(Type.String({ maxLength: 255 })))

/** What a v2 caller may write. */
const writable = {
  name: optional(Name),
  first_name: Text,
  last_name: Text,
  owner_id: optional(Id),
  org_id: optional(nullable(Id)),
  emails: Points,
  phones: Points,
  visible_to: optional(Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(5), Type.Literal(7)])),
  label_ids: optional(LabelIds),
  postal_address: optional(nullable(AddressInput)),
  im: Points,
  ...plainInput(personFields),
  marketing_status: optional(oneOf(MARKETING_STATUSES)),
  custom_fields: optional(CustomFields),
}

export const newPersonV2 = { ...writable, add_time: optional(Type.String({ maxLength: 40, description: 'RFC 3339' })) }

/** `is_deleted: false` brings a deleted person back. */
export const changedPersonV2 = { ...writable, is_deleted: optional(Type.Boolean()) }

const Body = Type.Object({ ...newPersonV2, ...changedPersonV2 })

export function personFromV2(fields: Fields, body: Static<typeof Body>): PersonInput {
  const { custom_fields, add_time, emails, phones, im, postal_address, ...plain } = body
  return {
    ...plain,
    emails: emails && readContactPoints(emails, 'emails'),
    phones: phones && readContactPoints(phones, 'phones'),
    im: im && readContactPoints(im, 'im'),
    add_time: add_time === undefined ? undefined : readTime(add_time, 'add_time'),
    postal_address: () => addressFromV2(postal_address, 'postal_address'),
    custom: () => customFromV2(fields, custom_fields),
  }
}
