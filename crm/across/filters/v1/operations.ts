import { Id, listOf, NameText, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { v1 } from '../../../base/api/operation.ts'
import { FILTER_TYPES } from '../../../base/lists/filterTypes.ts'
import { VisibleToV1 } from '../../../base/records/v1/input.ts'
import { GivenConditions } from '../conditions.ts'
import { findFilter, listFilters } from '../store.ts'
import { createFilter, removeFilter, updateFilter } from '../write.ts'
import { FilterHelpers, filterHelpers } from './helpers.ts'
import { Filter, FilterWithConditions } from './shape.ts'
import { filterWire, filterWithConditions } from './wire.ts'

const READ = ['deals:read', 'deals:full', 'activities:read', 'activities:full', 'contacts:read', 'contacts:full']
const WRITE = ['deals:full', 'activities:full', 'contacts:full']

const params = { id: Id }
const query = { include_field_code: optional(Type.Boolean()) }
const Shared = optional(VisibleToV1)

const getFilters = v1({
  route: 'GET /filters',
  summary: 'Get all filters',
  scopes: READ,
  query: { type: optional(oneOf(FILTER_TYPES)) },
  reply: Type.Array(Filter),
  cost: 20,
  run: async ({ query }, crm) => (await listFilters(crm, query.type)).map(filter => filterWire(crm, filter)),
})

const getFilterHelpers = v1({
  route: 'GET /filters/helpers',
  summary: 'Get the operators, relative dates and parts of addresses that conditions can use',
  scopes: READ,
  reply: FilterHelpers,
  cost: 20,
  run: async () => filterHelpers(),
})

const getFilter = v1({
  route: 'GET /filters/{id}',
  summary: 'Get a filter with its conditions',
  scopes: READ,
  params,
  query,
  reply: FilterWithConditions,
  cost: 2,
  run: async ({ params, query }, crm) =>
    filterWithConditions(crm, await findFilter(crm, params.id), query.include_field_code),
})

const addFilter = v1({
  route: 'POST /filters',
  summary: 'Add a filter',
  scopes: WRITE,
  query,
  body: { name: NameText, conditions: GivenConditions, type: oneOf(FILTER_TYPES), visible_to: Shared },
  reply: FilterWithConditions,
  cost: 10,
  async run({ query, body }, crm) {
    const filter = await createFilter(crm, body.type, { ...body, visible_to: numberOf(body.visible_to) })
    return filterWithConditions(crm, filter, query.include_field_code)
  },
})

const updateFilterV1 = v1({
  route: 'PUT /filters/{id}',
  summary: 'Update a filter',
  scopes: WRITE,
  params,
  query,
  body: { name: optional(NameText), conditions: optional(GivenConditions), visible_to: Shared },
  reply: FilterWithConditions,
  cost: 10,
  async run({ params, query, body }, crm) {
    const filter = await updateFilter(crm, params.id, { ...body, visible_to: numberOf(body.visible_to) })
    return filterWithConditions(crm, filter, query.include_field_code)
  },
})

const deleteFilter = v1({
  route: 'DELETE /filters/{id}',
  summary: 'Delete a filter',
  scopes: WRITE,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    await removeFilter(crm, params.id)
    return { id: params.id }
  },
})

const deleteFilters = v1({
  route: 'DELETE /filters',
  summary: 'Delete several filters; all of them or none',
  scopes: WRITE,
  query: { ids: listOf(Id, { minItems: 1, maxItems: 500 }) },
  reply: Type.Object({ id: Type.Array(Type.Integer()) }),
  cost: 10,
  async run({ query }, crm) {
    const ids = [...new Set(query.ids)].sort((a, b) => a - b)
    for (const id of ids) await removeFilter(crm, id)
    return { id: ids }
  },
})

function numberOf(visibleTo: string | undefined): number | undefined {
  return visibleTo === undefined ? undefined : Number(visibleTo)
}

export const filters = [getFilters, getFilterHelpers, getFilter, addFilter, updateFilterV1, deleteFilter, deleteFilters]
