import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { PagingQuery } from '../api/paging.ts'

export interface Filters {
  minPrice?: number | undefined
  maxPrice?: number | undefined
  condition?: string | undefined
  course?: string | undefined
  edition?: number | undefined
}

export const FilterFields = {
  minPrice: optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  maxPrice: optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  condition: optional(Type.String({ maxLength: 40 })),
  course: optional(Type.String({ maxLength: 40 })),
  edition: optional(Type.Integer({ minimum: 0, maximum: 900 })),
}

export const FilterQuery = { ...FilterFields, ...PagingQuery }
