import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import { containing } from '../search/query.ts'
import { courseKey } from './course.ts'
import type { Filters } from './filters.ts'
import { usualCondition } from './rules.ts'

/** Books a viewer may buy: on sale, and not their own. */
export function listedFor(viewer: string | undefined): Fragment {
  const listed = fragment`book.status = 0 and book.deleted_at is null`
  return viewer === undefined ? listed : fragment`${listed} and book.owner_id <> ${viewer}`
}

export function inCart(viewer: string | undefined): Fragment {
  if (viewer === undefined) return fragment`false as "inCart"`
  return fragment`exists (select from market.cart_item item
                          where item.account_id = ${viewer} and item.book_id = book.id) as "inCart"`
}

/** Conditions to add to a list of books; an empty text is no filter. */
export function filtered({ minPrice, maxPrice, condition, course, edition }: Filters): Fragment {
  const conditions: Fragment[] = []
  if (minPrice !== undefined) conditions.push(fragment`and book.price_cents >= ${Math.round(minPrice * 100)}`)
  if (maxPrice !== undefined) conditions.push(fragment`and book.price_cents <= ${Math.round(maxPrice * 100)}`)
  if (condition) conditions.push(inCondition(condition))
  if (course) conditions.push(fragment`and book.course_key = ${courseKey(course)}`)
  if (edition !== undefined) conditions.push(fragment`and book.edition = ${edition}`)
  return joined(conditions, ' ')
}

/** One of the usual words is meant alone; of what sellers wrote in their own words, a part is enough. */
function inCondition(asked: string): Fragment {
  const usual = usualCondition(asked)
  if (usual) return fragment`and book.condition = ${usual}`
  return fragment`and lower(book.condition) like ${containing(asked.trim().toLowerCase())}`
}
