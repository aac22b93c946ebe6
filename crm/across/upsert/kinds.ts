import { NameText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { requireRight } from '../../base/access/mayDo.ts'
import { Name } from '../../base/records/name.ts'
import { changedOrganizationV2, newOrganizationV2, organizationFromV2 } from '../../contacts/organizations/v2/input.ts'
import { createOrganization, updateOrganization } from '../../contacts/organizations/write.ts'
import { changedPersonV2, newPersonV2, personFromV2 } from '../../contacts/persons/v2/input.ts'
import { createPerson, updatePerson } from '../../contacts/persons/write.ts'
import { dealFromV2, writableV2 as writableDeal } from '../../sales/deals/v2/input.ts'
import { createDeal, updateDeal } from '../../sales/deals/write.ts'
import { productFromV2, writableV2 as writableProduct } from '../../sales/products/v2/input.ts'
import { createProduct, updateProduct } from '../../sales/products/write.ts'
import { kindOf } from './upsertRecords.ts'

/** Kinds of records that are written many at a time: by upserts, bulk changes and imports. */
export const UPSERTED = {
  deal: kindOf({
    entity: 'deal',
    added: Type.Object({ title: NameText, ...writableDeal }),
    changed: Type.Object({ title: optional(NameText), ...writableDeal }),
    input: dealFromV2,
    create: async (crm, input) => (await createDeal(crm, input)).id,
    update: updateDeal,
  }),
  person: kindOf({
    entity: 'person',
    added: Type.Object(newPersonV2),
    changed: Type.Object(changedPersonV2),
    input: personFromV2,
    create: async (crm, input) => (await createPerson(crm, input)).id,
    update: updatePerson,
  }),
  organization: kindOf({
    entity: 'organization',
    added: Type.Object(newOrganizationV2),
    changed: Type.Object(changedOrganizationV2),
    input: organizationFromV2,
    create: async (crm, input) => (await createOrganization(crm, input)).id,
    update: updateOrganization,
  }),
  product: kindOf({
    entity: 'product',
    added: Type.Object({ name: Name, ...writableProduct }),
    changed: Type.Object({ name: optional(Name), ...writableProduct }),
    input: productFromV2,
    create(crm, input) {
      requireRight(crm, 'can_add_products')
      return createProduct(crm, input)
    },
    update(crm, id, input) {
      requireRight(crm, 'can_edit_products')
      return updateProduct(crm, id, input)
    },
  }),
} as const
