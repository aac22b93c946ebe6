import { named, nullable } from '@portico/kit/api/schemas'
import { fragment } from '@portico/kit/database/sql'
import Type from 'typebox'

/** The shape of a book on the wire, in SQL and as a schema, for a row `book` of market.book. */
export const BOOK = fragment`
  book.id as "_id", book.name, book.author, book.edition, book.course, book.price_cents / 100::float8 as price, book.condition,
  book.comments, book.comments as "Comments", book.isbn as "ISBN", book.isbn13, book.isbn_warning as "isbnWarning",
  book.status, book.owner_id as owner, market.ms(book.listed_at) as date,
  case when book.pictures = '{}' then '{}'
       else (select array_agg('/market/pictures/' || picture order by at)
             from unnest(book.pictures) with ordinality as each (picture, at)) end as pictures`

/** Columns that only the seller, the buyer and the staff see. */
export const SALE = fragment`
  coalesce(book.buyer_id, '') as buyer, market.ms(book.verified_at) as "verifiedDate",
  market.ms(book.sold_at) as "soldDate", book.purchase_id as transaction,
  (select item.fee_cents / 100::float8 from market.purchase_item item
   where item.purchase_id = book.purchase_id and item.book_id = book.id) as fee,
  (select (item.price_cents + item.fee_cents) / 100::float8 from market.purchase_item item
   where item.purchase_id = book.purchase_id and item.book_id = book.id) as total`

const bookFields = {
  _id: Type.String(),
  name: Type.String(),
  author: Type.String({ description: 'Empty when nobody said it' }),
  edition: Type.Integer(),
  course: Type.String(),
  price: Type.Number(),
  condition: Type.String(),
  comments: Type.String(),
  Comments: Type.String(),
  ISBN: Type.String(),
  isbn13: nullable(Type.String()),
  isbnWarning: nullable(Type.String()),
  status: Type.Integer(),
  owner: Type.String(),
  date: Type.Integer({ description: 'Milliseconds since 1970; when it was last put on sale' }),
  pictures: Type.Array(Type.String()),
}

const saleFields = {
  ...bookFields,
  buyer: Type.String(),
  verifiedDate: nullable(Type.Integer()),
  soldDate: nullable(Type.Integer()),
  transaction: nullable(Type.String()),
  fee: nullable(Type.Number({ description: 'The share of this book in the fee of its checkout' })),
  total: nullable(Type.Number({ description: 'What the buyer pays: price and fee' })),
}

export const Book = named('Book', Type.Object(bookFields))
export const ListedBook = named('ListedBook', Type.Object({ ...bookFields, inCart: Type.Boolean() }))
export const SaleBook = named('SaleBook', Type.Object(saleFields))

export const Books = Type.Object({ books: Type.Array(Book) })
export const ListedBooks = Type.Object({ books: Type.Array(ListedBook) })
export const SaleBooks = Type.Object({ books: Type.Array(SaleBook) })

/** What is told of a book that somebody has bought: what everybody could read while it was on sale. */
export const SoldBook = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  author: Type.String(),
  course: Type.String(),
  edition: Type.Integer(),
  ISBN: Type.String(),
})
