import { nullable } from '@portico/kit/api/schemas'
import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'

/** A saved search on the wire, for a row `search` of market.saved_search. */
export const SEARCH = fragment`
  search.id as "_id", search.name, search.line as query, (search.filters->>'minPrice')::float8 as "minPrice",
  (search.filters->>'maxPrice')::float8 as "maxPrice", search.filters->>'condition' as condition,
  search.filters->>'course' as course, (search.filters->>'edition')::integer as edition, search.mail,
  market.ms(search.created_at) as date`

export const SavedSearch = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  query: Type.String({ description: 'Words as typed; empty for a search by course alone' }),
  minPrice: nullable(Type.Number()),
  maxPrice: nullable(Type.Number()),
  condition: nullable(Type.String()),
  course: nullable(Type.String()),
  edition: nullable(Type.Integer()),
  mail: Type.Boolean({ description: 'Whether new books come by mail too, once a day' }),
  date: Type.Integer(),
})
