import { Id, listOf, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { Searched } from './kinds.ts'
import { ANY_INCLUDED, FIELDS, ITEM_TYPES, narrowed, projectsAbout, termQuery } from './query.ts'
import type { Search } from './run.ts'
import { AnyItem, foundItems, ITEMS } from './shape.ts'

/** What the search calls of both versions declare alike: all but their routes, pages and costs. */

/** What a search of one kind may be asked for, beside its page. */
export interface Asked extends Pick<Search, 'term' | 'fields' | 'exact_match' | 'include_fields'> {
  person_id?: number
  organization_id?: number
  status?: string
}

/** Conditions of such a search beside its term, on the records of its kind. */
export type Where = (asked: Asked) => NonNullable<Search['where']>

export interface KindSearch<Query extends TProperties, Reply extends TSchema> {
  kind: Searched
  summary: string
  scopes: string[]
  query: Query
  reply: Reply
  where: Where
}

const nothingMore: Where = () => ({})

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
  kind: 'deal' as const,
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
  where: (asked => ({ deal: narrowed(asked, 'org_id') })) satisfies Where,
}

export const personSearch = {
  kind: 'person' as const,
  summary: 'Search persons',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.person),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['person.picture']))),
  },
  reply: foundItems(ITEMS.person),
  where: (asked => ({ person: narrowed(asked, 'org_id') })) satisfies Where,
}

export const organizationSearch = {
  kind: 'organization' as const,
  summary: 'Search organizations',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: termQuery(FIELDS.organization),
  reply: foundItems(ITEMS.organization),
  where: nothingMore,
}

export const productSearch = {
  kind: 'product' as const,
  summary: 'Search products',
  scopes: ['products:read', 'products:full', 'search:read'],
  query: { ...termQuery(FIELDS.product), include_fields: optional(listOf(oneOf(['product.price']))) },
  reply: foundItems(ITEMS.product),
  where: nothingMore,
}

export const leadSearch = {
  kind: 'lead' as const,
  summary: 'Search leads',
  scopes: ['leads:read', 'leads:full', 'search:read'],
  query: {
    ...termQuery(FIELDS.lead),
    person_id: optional(Id),
    organization_id: optional(Id),
    include_fields: optional(listOf(oneOf(['lead.was_seen']))),
  },
  reply: foundItems(ITEMS.lead),
  where: (asked => ({ lead: narrowed(asked, 'organization_id') })) satisfies Where,
}

export const projectSearch = {
  kind: 'project' as const,
  summary: 'Search projects',
  scopes: ['projects:read', 'projects:full', 'search:read'],
  query: { ...termQuery(FIELDS.project), person_id: optional(Id), organization_id: optional(Id) },
  reply: foundItems(ITEMS.project),
  where: (asked => ({ project: projectsAbout(asked) })) satisfies Where,
}
