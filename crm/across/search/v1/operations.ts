import { oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, pagination } from '../../../base/lists/v1/offset.ts'
import {
  type Asked,
  dealSearch,
  itemSearch,
  type KindSearch,
  leadSearch,
  organizationSearch,
  personSearch,
  productSearch,
} from '../declared.ts'
import { searchFieldV1 } from '../fieldValues.ts'
import { searchedKinds } from '../kinds.ts'
import { ANY_FIELD_V1, termQuery } from '../query.ts'
import { type OffsetPage, searchByOffset } from '../run.ts'
import { olderSearches } from './older.ts'
import { FieldValue } from './shape.ts'

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

/** A search of one kind, in pages of v1. */
function byOffset<Query extends TProperties, Reply extends TSchema>(declared: KindSearch<Query, Reply>) {
  const { kind, where, ...search } = declared
  return {
    ...search,
    query: { ...search.query, ...offsetQuery },
    beside: pagination,
    cost: 40,
    run: ({ query }: { query: Asked & OffsetPage }, crm: Crm) =>
      searchByOffset(crm, [kind], { ...query, where: where(query) }, query),
  }
}

const searchDeals = v1({ route: 'GET /deals/search', ...byOffset(dealSearch) })
const searchPersons = v1({ route: 'GET /persons/search', ...byOffset(personSearch) })
const searchOrganization = v1({ route: 'GET /organizations/search', ...byOffset(organizationSearch) })
const searchProducts = v1({ route: 'GET /products/search', ...byOffset(productSearch) })
const searchLeads = v1({ route: 'GET /leads/search', ...byOffset(leadSearch) })

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
