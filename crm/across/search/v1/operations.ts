import { oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, pagination } from '../../../base/lists/v1/offset.ts'
import { dealSearch, itemSearch, leadSearch, organizationSearch, personSearch, productSearch } from '../declared.ts'
import { searchFieldV1 } from '../fieldValues.ts'
import { searchedKinds } from '../kinds.ts'
import { ANY_FIELD_V1, narrowed, termQuery } from '../query.ts'
import { searchByOffset } from '../run.ts'
import { olderSearches } from './older.ts'

const MOST_ITEMS = 100

const searchItem = v1({
  route: 'GET /itemSearch',
  ...itemSearch,
  query: { ...termQuery(ANY_FIELD_V1), ...itemSearch.query, ...offsetQuery },
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
  ...dealSearch,
  query: { ...dealSearch.query, ...offsetQuery },
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(crm, ['deal'], { ...query, where: { deal: narrowed(query, 'org_id') } }, query),
})

const searchPersons = v1({
  route: 'GET /persons/search',
  ...personSearch,
  query: { ...personSearch.query, ...offsetQuery },
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(crm, ['person'], { ...query, where: { person: narrowed(query, 'org_id') } }, query),
})

const searchOrganization = v1({
  route: 'GET /organizations/search',
  ...organizationSearch,
  query: { ...organizationSearch.query, ...offsetQuery },
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => searchByOffset(crm, ['organization'], query, query),
})

const searchProducts = v1({
  route: 'GET /products/search',
  ...productSearch,
  query: { ...productSearch.query, ...offsetQuery },
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => searchByOffset(crm, ['product'], query, query),
})

const searchLeads = v1({
  route: 'GET /leads/search',
  ...leadSearch,
  query: { ...leadSearch.query, ...offsetQuery },
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    searchByOffset(crm, ['lead'], { ...query, where: { lead: narrowed(query, 'organization_id') } }, query),
})

export const searchV1 = [
  ...olderSearches,
  searchItem,
  searchItemByField,
  searchDeals,
  searchPersons,
  searchOrganization,
  searchProducts,
  searchLeads,
]
