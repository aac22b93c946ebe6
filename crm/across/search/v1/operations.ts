import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, pagination } from '../../../base/lists/v1/offset.ts'
import { searchFieldV1 } from '../fieldValues.ts'
import { searchedKinds } from '../kinds.ts'
import { ANY_FIELD_V1, ANY_INCLUDED, FIELDS, ITEM_TYPES, narrowed, termQuery } from '../query.ts'
import { searchByOffset } from '../run.ts'
import { AnyItem, foundItems, ITEMS } from '../shape.ts'

/** The older search calls; they differ from the newer in their paging. */

const MOST_ITEMS = 100

const searchItem = v1({
  route: 'GET /itemSearch',
  summary: 'Search records of several kinds',
  scopes: ['search:read'],
  query: {
    ...termQuery(ANY_FIELD_V1),
    item_types: optional(listOf(oneOf(ITEM_TYPES))),
    search_for_related_items: optional(Type.Boolean()),
    include_fields: optional(listOf(oneOf(ANY_INCLUDED))),
    ...offsetQuery,
  },
  reply: Type.Object({ items: Type.Array(AnyItem), related_items: optional(Type.Array(AnyItem)) }),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(
      crm,
      searchedKinds(query.item_types),
      { ...query, related: query.search_for_related_items },
      query,
      MOST_ITEMS,
    ),
})

/** `$field_key` is how the contract writes "the key of the field". */
const FieldValue = Type.Object(
  { id: optional(Type.Union([Type.Integer(), Type.String()])), $field_key: optional(Type.Unknown()) },
  { additionalProperties: true },
)

const searchItemByField = v1({
  route: 'GET /itemSearch/field',
  summary: 'Search the values of one field',
  scopes: ['search:read'],
  query: {
    term: Type.String(),
    field_type: oneOf(['dealField', 'leadField', 'personField', 'organizationField', 'productField', 'projectField']),
    exact_match: optional(Type.Boolean({ default: false })),
    field_key: Type.String(),
    return_item_ids: optional(Type.Boolean()),
    ...offsetQuery,
  },
  reply: Type.Array(FieldValue),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => searchFieldV1(crm, query),
})

const searchDeals = v1({
  route: 'GET /deals/search',
  summary: 'Search deals',
  scopes: ['deals:read', 'deals:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.deal),
    person_id: optional(Id),
    organization_id: optional(Id),
    status: optional(oneOf(['open', 'won', 'lost'])),
    include_fields: optional(listOf(oneOf(['deal.cc_email']))),
    ...offsetQuery,
  },
  reply: foundItems(ITEMS.deal),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(crm, ['deal'], { ...query, where: { deal: narrowed(query, 'org_id') } }, query),
})

const searchPersons = v1({
  route: 'GET /persons/search',
  summary: 'Search persons',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.person),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['person.picture']))),
    ...offsetQuery,
  },
  reply: foundItems(ITEMS.person),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(crm, ['person'], { ...query, where: { person: narrowed(query, 'org_id') } }, query),
})

const searchOrganization = v1({
  route: 'GET /organizations/search',
  summary: 'Search organizations',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: { ...termQuery(FIELDS.organization), ...offsetQuery },
  reply: foundItems(ITEMS.organization),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => searchByOffset(crm, ['organization'], query, query),
})

const searchProducts = v1({
  route: 'GET /products/search',
  summary: 'Search products',
  scopes: ['products:read', 'products:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.product),
    include_fields: optional(listOf(oneOf(['product.price']))),
    ...offsetQuery,
  },
  reply: foundItems(ITEMS.product),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => searchByOffset(crm, ['product'], query, query),
})

const searchLeads = v1({
  route: 'GET /leads/search',
  summary: 'Search leads',
  scopes: ['leads:read', 'leads:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.lead),
    person_id: optional(Id),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['lead.was_seen']))),
    ...offsetQuery,
  },
  reply: foundItems(ITEMS.lead),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(crm, ['lead'], { ...query, where: { lead: narrowed(query, 'organization_id') } }, query),
})

export const searchV1 = [
  searchItem,
  searchItemByField,
  searchDeals,
  searchPersons,
  searchOrganization,
  searchProducts,
  searchLeads,
]
