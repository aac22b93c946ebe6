import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { ANY_INCLUDED, FIELDS, ITEM_TYPES, termQuery } from './query.ts'
import { AnyItem, foundItems, ITEMS } from './shape.ts'

/** What the search calls of both versions declare alike: all but their routes, pages and costs. */

export const itemSearch = {
  summary: 'Search records of several kinds',
  scopes: ['search:read'],
  query: {
    item_types: optional(listOf(oneOf(ITEM_TYPES))),
    search_for_related_items: optional(Type.Boolean()),
    include_fields: optional(listOf(oneOf(ANY_INCLUDED))),
  },
  reply: Type.Object({ items: Type.Array(AnyItem), related_items: optional(Type.Array(AnyItem)) }),
}

export const dealSearch = {
  summary: 'Search deals',
  scopes: ['deals:read', 'deals:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.deal),
    person_id: optional(Id),
    organization_id: optional(Id),
    status: optional(oneOf(['open', 'won', 'lost'])),
    include_fields: optional(listOf(oneOf(['deal.cc_email']))),
  },
  reply: foundItems(ITEMS.deal),
}

export const personSearch = {
  summary: 'Search persons',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.person),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['person.picture']))),
  },
  reply: foundItems(ITEMS.person),
}

export const organizationSearch = {
  summary: 'Search organizations',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: termQuery(FIELDS.organization),
  reply: foundItems(ITEMS.organization),
}

export const productSearch = {
  summary: 'Search products',
  scopes: ['products:read', 'products:full', 'search:read'],
  query: { ...termQuery(FIELDS.product), include_fields: optional(listOf(oneOf(['product.price']))) },
  reply: foundItems(ITEMS.product),
}

export const leadSearch = {
  summary: 'Search leads',
  scopes: ['leads:read', 'leads:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.lead),
    person_id: optional(Id),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['lead.was_seen']))),
  },
  reply: foundItems(ITEMS.lead),
}
