import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { pagination } from '../../../base/lists/v1/offset.ts'
import { ContactRelatedObjects } from '../../v1/contacts.ts'
import { contactsV1 } from '../../v1/pages.ts'
import { organizationFields } from '../fields.ts'
import { OrganizationV1 } from './shape.ts'
import { type OrganizationRowV1, relatedOf, selectOrganizationsV1 } from './store.ts'

export const besideOrganization = { related_objects: optional(ContactRelatedObjects) }
export const organizationsReply = nullable(Type.Array(OrganizationV1))
export const organizationsBeside = { ...pagination, ...besideOrganization }

export const organizationReads = contactsV1<OrganizationV1, OrganizationRowV1>({
  entity: 'organization',
  name: 'Organization',
  alias: 'o',
  filters: 'org',
  fields: organizationFields,
  select: selectOrganizationsV1,
  relatedOf,
})
