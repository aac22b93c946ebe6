import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { cursorQuery, cursorQueryOf, nextCursor } from '../../../base/lists/cursor.ts'
import { dealSearch, itemSearch, leadSearch, organizationSearch, personSearch, productSearch } from '../declared.ts'
import { searchField } from '../fieldValues.ts'
import { searchedKinds } from '../kinds.ts'
import { ANY_FIELD, FIELDS, narrowed, projectsAbout, termQuery } from '../query.ts'
import { searchByCursor } from '../run.ts'
import { AnyItem, foundItems, ITEMS } from '../shape.ts'

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

const searchDeals = v2({
  route: 'GET /deals/search',
  ...dealSearch,
  query: { ...dealSearch.query, ...cursorQuery },
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, ['deal'], { ...query, where: { deal: narrowed(query, 'org_id') } }, query),
})

const searchPersons = v2({
  route: 'GET /persons/search',
  ...personSearch,
  query: { ...personSearch.query, ...cursorQuery },
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, ['person'], { ...query, where: { person: narrowed(query, 'org_id') } }, query),
})

const searchOrganization = v2({
  route: 'GET /organizations/search',
  ...organizationSearch,
  query: { ...organizationSearch.query, ...cursorQuery },
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => searchByCursor(crm, ['organization'], query, query),
})

const searchProducts = v2({
  route: 'GET /products/search',
  ...productSearch,
  query: { ...productSearch.query, ...cursorQuery },
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => searchByCursor(crm, ['product'], query, query),
})

const searchLeads = v2({
  route: 'GET /leads/search',
  ...leadSearch,
  query: { ...leadSearch.query, ...cursorQuery },
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, ['lead'], { ...query, where: { lead: narrowed(query, 'organization_id') } }, query),
})

const searchProjects = v2({
  route: 'GET /projects/search',
  summary: 'Search projects',
  scopes: ['projects:read', 'projects:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.project),
    person_id: optional(Id),
    organization_id: optional(Id),
    ...cursorQuery,
  },
  reply: foundItems(ITEMS.project),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, ['project'], { ...query, where: { project: projectsAbout(query) } }, query),
})

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
