import { type Fragment, fragment } from '@portico/kit/database/sql'

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
