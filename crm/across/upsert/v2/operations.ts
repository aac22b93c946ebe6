import { NameText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { requireRight } from '../../../base/access/mayDo.ts'
import { v2 } from '../../../base/api/operation.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { Name } from '../../../base/records/name.ts'
import {
  changedOrganizationV2,
  newOrganizationV2,
  organizationFromV2,
} from '../../../contacts/organizations/v2/input.ts'
import { createOrganization, updateOrganization } from '../../../contacts/organizations/write.ts'
import { changedPersonV2, newPersonV2, personFromV2 } from '../../../contacts/persons/v2/input.ts'
import { createPerson, updatePerson } from '../../../contacts/persons/write.ts'
import { dealFromV2, writableV2 as writableDeal } from '../../../sales/deals/v2/input.ts'
import { createDeal, updateDeal } from '../../../sales/deals/write.ts'
import { productFromV2, writableV2 as writableProduct } from '../../../sales/products/v2/input.ts'
import { createProduct, updateProduct } from '../../../sales/products/write.ts'
import { kindOf, upsertRecords } from '../upsertRecords.ts'
import { UpsertedItem, upsertBody } from './shape.ts'

/** Many records in one call: each is looked for, then changed or added, and answered on its own. */

const deal = kindOf({
  entity: 'deal',
  added: Type.Object({ title: NameText, ...writableDeal }),
  changed: Type.Object({ title: optional(NameText), ...writableDeal }),
  create: async (crm, body) => (await createDeal(crm, dealFromV2(await fieldsOf(crm, 'deal'), body))).id,
  update: async (crm, id, body) => updateDeal(crm, id, dealFromV2(await fieldsOf(crm, 'deal'), body)),
})

const upsertDeals = v2({
  route: 'POST /deals/upsert',
  summary: 'Add or change up to 500 deals',
  scopes: ['deals:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, deal, body),
})

const person = kindOf({
  entity: 'person',
  added: Type.Object(newPersonV2),
  changed: Type.Object(changedPersonV2),
  create: async (crm, body) => (await createPerson(crm, personFromV2(await fieldsOf(crm, 'person'), body))).id,
  update: async (crm, id, body) => updatePerson(crm, id, personFromV2(await fieldsOf(crm, 'person'), body)),
})

const upsertPersons = v2({
  route: 'POST /persons/upsert',
  summary: 'Add or change up to 500 persons',
  scopes: ['contacts:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, person, body),
})

const organization = kindOf({
  entity: 'organization',
  added: Type.Object(newOrganizationV2),
  changed: Type.Object(changedOrganizationV2),
  create: async (crm, body) =>
    (await createOrganization(crm, organizationFromV2(await fieldsOf(crm, 'organization'), body))).id,
  update: async (crm, id, body) =>
    updateOrganization(crm, id, organizationFromV2(await fieldsOf(crm, 'organization'), body)),
})

const upsertOrganizations = v2({
  route: 'POST /organizations/upsert',
  summary: 'Add or change up to 500 organizations',
  scopes: ['contacts:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, organization, body),
})

const product = kindOf({
  entity: 'product',
  added: Type.Object({ name: Name, ...writableProduct }),
  changed: Type.Object({ name: optional(Name), ...writableProduct }),
  async create(crm, body) {
    requireRight(crm, 'can_add_products')
    return createProduct(crm, productFromV2(await fieldsOf(crm, 'product'), body))
  },
  async update(crm, id, body) {
    requireRight(crm, 'can_edit_products')
    await updateProduct(crm, id, productFromV2(await fieldsOf(crm, 'product'), body))
  },
})

const upsertProducts = v2({
  route: 'POST /products/upsert',
  summary: 'Add or change up to 500 products',
  scopes: ['products:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, product, body),
})

export const upserts = [upsertDeals, upsertPersons, upsertOrganizations, upsertProducts]
