import { type Answered, answer } from '@portico/kit/api/answer'
import { Id, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { searchFieldV1 } from '../fieldValues.ts'
import { type Searched, searchedKinds } from '../kinds.ts'
import { ITEM_TYPES, narrowed } from '../query.ts'
import { foundItemsOf, type OffsetPage, offsetFacts, type Search } from '../run.ts'
import type { ITEMS } from '../shape.ts'
import { Found, FoundDeal, FoundPerson, FoundProduct, FoundResult } from './shape.ts'

/** The searches that came before `itemSearch`, which programs of that time still send. Their lists are flat. */

const term = { term: Type.String({ description: 'At least two characters' }) }

async function olderPage<Item, Shown>(
  crm: Crm,
  kinds: readonly Searched[],
  search: Search,
  query: OffsetPage,
  show: (item: Item) => Shown,
): Promise<Answered<Shown[] | null>> {
  const page = pageOf(query)
  const { items, more } = await foundItemsOf<Item>(crm, kinds, search, page)
  const data = items.length === 0 ? null : items.map(show)
  return answer(data, { beside: { additional_data: offsetFacts(page, more) } })
}

const findDeals = v1({
  route: 'GET /deals/find',
  summary: 'Find deals by title, as older clients ask for it',
  scopes: ['deals:read', 'deals:full', 'search:read'],
  query: { ...term, person_id: optional(Id), org_id: optional(Id), ...offsetQuery },
  reply: nullable(Type.Array(FoundDeal)),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    olderPage(
      crm,
      ['deal'],
      {
        term: query.term,
        fields: ['title'],
        where: { deal: narrowed({ ...query, ...byOrganization(query.org_id) }, 'org_id') },
      },
      query,
      ({ owner, stage, person, organization, visible_to, ...deal }: Static<typeof ITEMS.deal>) => ({
        id: deal.id,
        title: deal.title,
        value: deal.value,
        currency: deal.currency,
        status: deal.status,
        user_id: owner.id,
        stage_id: stage.id,
        person_id: person?.id ?? null,
        person_name: person?.name ?? null,
        org_id: organization?.id ?? null,
        org_name: organization?.name ?? null,
        visible_to: String(visible_to),
      }),
    ),
})

const findPersons = v1({
  route: 'GET /persons/find',
  summary: 'Find persons by name or by e-mail address, as older clients ask for it',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: { ...term, org_id: optional(Id), search_by_email: optional(Type.Boolean()), ...offsetQuery },
  reply: nullable(Type.Array(FoundPerson)),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    olderPage(
      crm,
      ['person'],
      {
        term: query.term,
        fields: query.search_by_email ? ['email'] : ['name'],
        where: { person: narrowed(byOrganization(query.org_id), 'org_id') },
      },
      query,
      ({ id, name, emails, phones, organization, visible_to }: Static<typeof ITEMS.person>) => ({
        id,
        name,
        email: emails[0] ?? null,
        phone: phones[0] ?? null,
        org_id: organization?.id ?? null,
        org_name: organization?.name ?? null,
        visible_to: String(visible_to),
      }),
    ),
})

const findOrganizations = v1({
  route: 'GET /organizations/find',
  summary: 'Find organizations by name, as older clients ask for it',
  scopes: ['contacts:read', 'contacts:full', 'search:read'],
  query: { ...term, ...offsetQuery },
  reply: nullable(Type.Array(Found)),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    olderPage(
      crm,
      ['organization'],
      { term: query.term, fields: ['name'] },
      query,
      ({ id, name, visible_to }: Static<typeof ITEMS.organization>) => ({ id, name, visible_to: String(visible_to) }),
    ),
})

const findProducts = v1({
  route: 'GET /products/find',
  summary: 'Find products by name, as older clients ask for it',
  scopes: ['products:read', 'products:full', 'search:read'],
  query: { ...term, ...offsetQuery },
  reply: nullable(Type.Array(FoundProduct)),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    olderPage(
      crm,
      ['product'],
      { term: query.term, fields: ['name'] },
      query,
      ({ id, name, code, visible_to }: Static<typeof ITEMS.product>) => ({
        id,
        name,
        code,
        visible_to: String(visible_to),
      }),
    ),
})

interface AnyItem {
  type: string
  id: number | string
  name?: string
  title?: string
}

const getSearchResults = v1({
  route: 'GET /searchResults',
  summary: 'Search records of all kinds, as older clients ask for it',
  scopes: ['search:read'],
  query: {
    ...term,
    item_type: optional(oneOf(ITEM_TYPES)),
    exact_match: optional(Type.Boolean()),
    ...offsetQuery,
  },
  reply: nullable(Type.Array(FoundResult)),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) =>
    olderPage(
      crm,
      searchedKinds(query.item_type ? [query.item_type] : undefined),
      query,
      query,
      ({ type, id, name, title, ...details }: AnyItem) => ({ type, id, title: title ?? name ?? '', details }),
    ),
})

const getSearchResultsOfField = v1({
  route: 'GET /searchResults/field',
  summary: 'Search the values of one field, as older clients ask for it',
  scopes: ['search:read'],
  query: {
    ...term,
    field_type: oneOf(['dealField', 'personField', 'organizationField', 'productField']),
    field_key: Type.String(),
    exact_match: optional(Type.Boolean({ default: false })),
    return_item_ids: optional(Type.Boolean()),
    ...offsetQuery,
  },
  reply: Type.Array(
    Type.Object({ id: optional(Type.Union([Type.Integer(), Type.String()])) }, { additionalProperties: true }),
  ),
  beside: pagination,
  cost: 40,
  run: ({ query }, crm) => searchFieldV1(crm, query),
})

function byOrganization(id: number | undefined): { organization_id?: number } {
  return id === undefined ? {} : { organization_id: id }
}

export const olderSearches = [
  findDeals,
  findPersons,
  findOrganizations,
  findProducts,
  getSearchResults,
  getSearchResultsOfField,
]
