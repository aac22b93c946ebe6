import { oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorQuery, cursorQueryOf, nextCursor } from '../../../base/lists/cursor.ts'
import {
  type Asked,
  dealSearch,
  itemSearch,
  type KindSearch,
  leadSearch,
  organizationSearch,
  personSearch,
  productSearch,
  projectSearch,
} from '../declared.ts'
import { searchField } from '../fieldValues.ts'
import { searchedKinds } from '../kinds.ts'
import { ANY_FIELD, termQuery } from '../query.ts'
import { type CursorPage, searchByCursor } from '../run.ts'
import { AnyItem } from '../shape.ts'

const searchItem = v2({
  route: 'GET /itemSearch',
  ...itemSearch,
  query: { ...termQuery(ANY_FIELD), ...itemSearch.query, ...cursorQueryOf({ most: 100 }) },
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, searchedKinds(query.item_types), { ...query, related: query.search_for_related_items }, query),
})

const searchItemByField = v2({
  route: 'GET /itemSearch/field',
  summary: 'Search the values of one field; upper and lower case differ',
  scopes: ['search:read'],
  query: {
    term: Type.String(),
    entity_type: oneOf(['deal', 'lead', 'person', 'organization', 'product', 'project']),
    match: optional(oneOf(['exact', 'beginning', 'middle'], { default: 'exact' })),
    field: Type.String(),
    ...cursorQuery,
  },
  reply: Type.Array(AnyItem),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => searchField(crm, query),
})

/** A search of one kind, in pages of v2. */
function byCursor<Query extends TProperties, Reply extends TSchema>(declared: KindSearch<Query, Reply>) {
  const { kind, where, ...search } = declared
  return {
    ...search,
    query: { ...search.query, ...cursorQuery },
    beside: nextCursor,
    cost: 20,
    run: ({ query }: { query: Asked & CursorPage }, crm: Crm) =>
      searchByCursor(crm, [kind], { ...query, where: where(query) }, query),
  }
}

const searchDeals = v2({ route: 'GET /deals/search', ...byCursor(dealSearch) })
const searchPersons = v2({ route: 'GET /persons/search', ...byCursor(personSearch) })
const searchOrganization = v2({ route: 'GET /organizations/search', ...byCursor(organizationSearch) })
const searchProducts = v2({ route: 'GET /products/search', ...byCursor(productSearch) })
const searchLeads = v2({ route: 'GET /leads/search', ...byCursor(leadSearch) })
const searchProjects = v2({ route: 'GET /projects/search', ...byCursor(projectSearch) })

export const search = [
  searchItem,
  searchItemByField,
  searchDeals,
  searchPersons,
  searchOrganization,
  searchProducts,
  searchLeads,
  searchProjects,
]
