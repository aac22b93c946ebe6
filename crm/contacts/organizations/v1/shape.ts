import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { organizationAddressV1 } from '../../../base/records/address.ts'
import { countedV1, ExpandedOwner, PictureV1 } from '../../v1/contacts.ts'
import { organizationFields } from '../fields.ts'

const Text = nullable(Type.String())
const Activity = nullable(Type.Record(Type.String(), Type.Unknown()))

/** An organization in v1; the company's own fields come beside these, flat. */
export const OrganizationV1 = named(
  'OrganizationV1',
  Type.Object(
    {
      id: Type.Integer(),
      company_id: Type.Integer(),
      owner_id: ExpandedOwner,
      name: Type.String(),
      ...countedV1,
      people_count: Type.Integer(),
      active_flag: Type.Boolean(),
      picture_id: nullable(PictureV1),
      country_code: Text,
      first_char: Type.String(),
      add_time: Type.String(),
      update_time: Type.String(),
      delete_time: Text,
      visible_to: Type.String(),
      label: nullable(Type.Integer()),
      label_ids: Type.Array(Type.Integer()),
      ...organizationAddressV1,
      owner_name: Type.String(),
      cc_email: Type.String(),
      ...plainShape(organizationFields),
      edit_name: optional(Type.Boolean()),
      last_activity: optional(Activity),
      next_activity: optional(Activity),
    },
    { additionalProperties: true },
  ),
)

export type OrganizationV1 = Static<typeof OrganizationV1>

/** An organization as the collection lists it. */
export const CollectedOrganization = named(
  'CollectedOrganization',
  Type.Object(
    {
      id: Type.Integer(),
      active_flag: Type.Boolean(),
      owner_id: Type.Integer(),
      name: Type.String(),
      update_time: Type.String(),
      delete_time: Text,
      add_time: Type.String(),
      visible_to: Type.String(),
      label: nullable(Type.Integer()),
      label_ids: Type.Array(Type.Integer()),
      cc_email: Type.String(),
      ...organizationAddressV1,
    },
    { additionalProperties: true },
  ),
)

export type CollectedOrganization = Static<typeof CollectedOrganization>
