import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v2 } from '../../../base/api/operation.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { searchField } from '../fieldValues.ts'
import { searchedKinds } from '../kinds.ts'
import { ANY_FIELD, ANY_INCLUDED, FIELDS, ITEM_TYPES, narrowed, projectsAbout, termQuery } from '../query.ts'
import { searchByCursor } from '../run.ts'
import { AnyItem, foundItems, ITEMS } from '../shape.ts'

const upTo100 = { ...cursorQuery, limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })) }

const searchItem = v2({
  route: 'GET /itemSearch',
  summary: 'Search records of several kinds',
  scopes: ['search:read'],
  query: {
    ...termQuery(ANY_FIELD),
    item_types: optional(listOf(oneOf(ITEM_TYPES))),
    search_for_related_items: optional(Type.Boolean()),
    include_fields: optional(listOf(oneOf(ANY_INCLUDED))),
    ...upTo100,
  },
  reply: Type.Object({ items: Type.Array(AnyItem), related_items: optional(Type.Array(AnyItem)) }),
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
  summary: 'Search deals',
  scopes: ['deals:read', 'deals:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.deal),
    person_id: optional(Id),
    organization_id: optional(Id),
    status: optional(oneOf(['open', 'won', 'lost'])),
    include_fields: optional(listOf(oneOf(['deal.cc_email']))),
    ...cursorQuery,
  },
  reply: foundItems(ITEMS.deal),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, ['deal'], { ...query, where: { deal: narrowed(query, 'org_id') } }, query),
})

const searchPersons = v2({
  route: 'GET /persons/search',
  summary: 'Search persons',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.person),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['person.picture']))),
    ...cursorQuery,
  },
  reply: foundItems(ITEMS.person),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) =>
    searchByCursor(crm, ['person'], { ...query, where: { person: narrowed(query, 'org_id') } }, query),
})

const searchOrganization = v2({
  route: 'GET /organizations/search',
  summary: 'Search organizations',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: { ...termQuery(FIELDS.organization), ...cursorQuery },
  reply: foundItems(ITEMS.organization),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => searchByCursor(crm, ['organization'], query, query),
})

const searchProducts = v2({
  route: 'GET /products/search',
  summary: 'Search products',
  scopes: ['products:read', 'products:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.product),
    include_fields: optional(listOf(oneOf(['product.price']))),
    ...cursorQuery,
  },
  reply: foundItems(ITEMS.product),
  beside: nextCursor,
  cost: 20,
  run: ({ query }, crm) => searchByCursor(crm, ['product'], query, query),
})

const searchLeads = v2({
  route: 'GET /leads/search',
  summary: 'Search leads',
  scopes: ['leads:read', 'leads:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.lead),
    person_id: optional(Id),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['lead.was_seen']))),
    ...cursorQuery,
  },
  reply: foundItems(ITEMS.lead),
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
