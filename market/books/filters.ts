import { optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import Type from 'typebox'
import { PagingQuery } from '../api/paging.ts'
import { courseKey } from './course.ts'

export interface Filters {
  minPrice?: number | undefined
  maxPrice?: number | undefined
  condition?: string | undefined
  course?: string | undefined
  edition?: number | undefined
}

export const FilterQuery = {
  minPrice: optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  maxPrice: optional(Type.Number({ minimum: 0, maximum: 1e6 })),
  condition: optional(Type.String({ maxLength: 40 })),
  course: optional(Type.String({ maxLength: 40 })),
  edition: optional(Type.Integer({ minimum: 0, maximum: 900 })),
  ...PagingQuery,
}

/** Conditions to add to a list of books; an empty text is no filter. */
export function filtered({ minPrice, maxPrice, condition, course, edition }: Filters): Fragment {
  const conditions: Fragment[] = []
  if (minPrice !== undefined) conditions.push(fragment`and book.price_cents >= ${Math.round(minPrice * 100)}`)
  if (maxPrice !== undefined) conditions.push(fragment`and book.price_cents <= ${Math.round(maxPrice * 100)}`)
  if (condition) conditions.push(fragment`and lower(book.condition) = ${condition.toLowerCase()}`)
  if (course) conditions.push(fragment`and book.course_key = ${courseKey(course)}`)
  if (edition !== undefined) conditions.push(fragment`and book.edition = ${edition}`)
  return joined(conditions, ' ')
}
