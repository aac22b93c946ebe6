import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { postalAddressV1 } from '../../../base/records/address.ts'
import { ContactEntry, ExpandedOrganization } from '../../../base/records/v1/shape.ts'
import { countedV1, ExpandedOwner, PictureV1 } from '../../v1/contacts.ts'
import { personFields } from '../fields.ts'

const Text = nullable(Type.String())

const plain = {
  id: Type.Integer(),
  company_id: Type.Integer(),
  name: Type.String(),
  first_name: Text,
  last_name: Text,
  ...countedV1,
  participant_open_deals_count: Type.Integer(),
  participant_closed_deals_count: Type.Integer(),
  last_incoming_mail_time: Text,
  last_outgoing_mail_time: Text,
  active_flag: Type.Boolean(),
  phone: Type.Array(ContactEntry),
  email: Type.Array(ContactEntry),
  first_char: Type.String(),
  add_time: Type.String(),
  update_time: Type.String(),
  delete_time: Text,
  visible_to: Type.String(),
  picture_id: nullable(PictureV1),
  label: nullable(Type.Integer()),
  label_ids: Type.Array(Type.Integer()),
  org_name: Text,
  owner_name: Type.String(),
  cc_email: Type.String(),
  im: Type.Array(ContactEntry),
  ...postalAddressV1,
  ...plainShape(personFields),
  marketing_status: Type.String(),
}

/** A person in v1; the company's own fields come beside these, flat. */
export const PersonV1 = named(
  'PersonV1',
  Type.Object(
    { ...plain, owner_id: ExpandedOwner, org_id: nullable(ExpandedOrganization) },
    { additionalProperties: true },
  ),
)

export type PersonV1 = Static<typeof PersonV1>

/** The survivor of a merge, which names its owner and organization by their ids alone. */
export const MergedPerson = named(
  'MergedPerson',
  Type.Object(
    { ...plain, owner_id: Type.Integer(), org_id: nullable(Type.Integer()), merge_what_id: Type.Integer() },
    { additionalProperties: true },
  ),
)

/** A person as the collection lists it. */
export const CollectedPerson = named(
  'CollectedPerson',
  Type.Object(
    {
      id: Type.Integer(),
      active_flag: Type.Boolean(),
      owner_id: Type.Integer(),
      org_id: nullable(Type.Integer()),
      name: Type.String(),
      email: Type.Array(ContactEntry),
      phone: Type.Array(ContactEntry),
      update_time: Type.String(),
      delete_time: Text,
      add_time: Type.String(),
      visible_to: Type.String(),
      picture_id: nullable(Type.Integer()),
      label: nullable(Type.Integer()),
      label_ids: Type.Array(Type.Integer()),
      cc_email: Type.String(),
      marketing_status: optional(Type.String()),
    },
    { additionalProperties: true },
  ),
)

export type CollectedPerson = Static<typeof CollectedPerson>
