import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { leadFields } from '../fields.ts'

const Link = nullable(Type.Integer())

export const LeadValue = Type.Object({ amount: Type.Number(), currency: Type.String() })

/** A lead. Custom fields (those of deals) come beside these, flat, as far as the lead has a value for them. */
export const Lead = named(
  'Lead',
  Type.Object(
    {
      id: Type.String(),
      title: Type.String(),
      owner_id: Type.Integer(),
      creator_id: Type.Integer(),
      label_ids: Type.Array(Type.String()),
      person_id: Link,
      organization_id: Link,
      source_name: Type.String(),
      origin: Type.String(),
      source_deal_id: Link,
      is_archived: Type.Boolean(),
      archive_time: nullable(Type.String()),
      value: nullable(LeadValue),
      ...plainShape(leadFields),
      next_activity_id: Link,
      add_time: Type.String(),
      update_time: Type.String(),
      visible_to: oneOf(['1', '3', '5', '7']),
      cc_email: Type.String(),
    },
    { additionalProperties: true },
  ),
)

export type Lead = Static<typeof Lead>
