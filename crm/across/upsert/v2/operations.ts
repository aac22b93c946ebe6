import Type from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { UPSERTED } from '../kinds.ts'
import { upsertRecords } from '../upsertRecords.ts'
import { UpsertedItem, upsertBody } from './shape.ts'

/** Many records in one call: each is looked for, then changed or added, and answered on its own. */

const upsertDeals = v2({
  route: 'POST /deals/upsert',
  summary: 'Add or change up to 500 deals',
  scopes: ['deals:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, UPSERTED.deal, body),
})

const upsertPersons = v2({
  route: 'POST /persons/upsert',
  summary: 'Add or change up to 500 persons',
  scopes: ['contacts:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, UPSERTED.person, body),
})

const upsertOrganizations = v2({
  route: 'POST /organizations/upsert',
  summary: 'Add or change up to 500 organizations',
  scopes: ['contacts:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, UPSERTED.organization, body),
})

const upsertProducts = v2({
  route: 'POST /products/upsert',
  summary: 'Add or change up to 500 products',
  scopes: ['products:full'],
  rights: ['can_bulk_edit_items'],
  body: upsertBody,
  reply: Type.Array(UpsertedItem),
  cost: 100,
  run: ({ body }, crm) => upsertRecords(crm, UPSERTED.product, body),
})

export const upserts = [upsertDeals, upsertPersons, upsertOrganizations, upsertProducts]
