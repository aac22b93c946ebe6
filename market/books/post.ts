import { type Failure, failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import type { Sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { text } from '../auth/schemas.ts'
import { requireMember } from '../auth/signIn.ts'
import { matchBook } from '../matches/matching.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { readSettings } from '../settings/store.ts'
import { BookId } from './ids.ts'
import { moveOrRefuse } from './move.ts'
import { statusWord } from './moves.ts'
import { dropPictures } from './pictures.ts'
import { describeBook } from './rules.ts'
import { readSaleBook } from './saleStore.ts'
import { type BookRow, changeBook, findOwnBook, insertBook, removeBook, renewListing } from './store.ts'
import { SaleBook } from './wire.ts'

/** What a client sends besides (`status`, `owner`, `date`) is not taken: the server knows better. */
const BookFields = {
  name: text(300),
  author: optional(Type.String({ maxLength: 200 })),
  edition: Type.Integer({ minimum: 0, maximum: 900 }),
  course: text(40),
  price: Type.Number(),
  condition: text(40),
  comments: optional(Type.String({ maxLength: 2000 })),
  Comments: optional(Type.String({ maxLength: 2000 })),
  ISBN: optional(Type.String({ maxLength: 40 })),
}

const OneBook = Type.Object({ book: SaleBook })

export const postBook = operation({
  route: 'POST /books/postBook',
  summary: 'Post a book for sale',
  body: BookFields,
  reply: OneBook,
  async run({ body }, { sql, user, now }) {
    await requireMember(sql, user)
    const described = describeBook(body, await readSettings(sql))
    const id = await insertBook(sql, user.id, described, now)
    await notify(sql, now, [marketEvent('bookPosted', id, { account: user.id }, { book: id, name: described.name })])
    await matchBook(sql, id, now)
    return readSaleBook(sql, id)
  },
})

export const editBook = operation({
  route: 'POST /books/editBook',
  summary: 'Change a book of yours that is not in a sale',
  body: { bookID: BookId, ...BookFields },
  reply: OneBook,
  async run({ body }, { sql, user, now }) {
    const book = await findOwnBook(sql, body.bookID, user.id)
    const described = describeBook(body, await readSettings(sql))
    if (!(await changeBook(sql, book.id, user.id, described))) throw await inSale(sql, 'changed', book)
    await matchBook(sql, book.id, now)
    return readSaleBook(sql, book.id)
  },
})

export const deleteBook = operation({
  route: 'POST /books/deleteBook',
  summary: 'Delete a book of yours that is not in a sale',
  body: { bookID: BookId },
  reply: Type.Object({ bookID: Type.String() }),
  async run({ body }, { sql, user, now }) {
    const book = await findOwnBook(sql, body.bookID, user.id)
    const pictures = await removeBook(sql, book.id, user.id, now)
    if (!pictures) throw await inSale(sql, 'deleted', book)
    await dropPictures(sql, pictures)
    return { bookID: book.id }
  },
})

export const unlistBook = operation({
  route: 'POST /books/unlistBook',
  summary: 'Take a book of yours off the list for now',
  body: { bookID: BookId },
  reply: OneBook,
  async run({ body }, { sql, user, now }) {
    const book = await findOwnBook(sql, body.bookID, user.id)
    await moveOrRefuse(sql, { book: book.id, move: 'unlist', mover: 'seller', by: user.id, now })
    return readSaleBook(sql, book.id)
  },
})

export const reactivateBook = operation({
  route: 'POST /books/reactivateBook',
  summary: 'Put an unlisted book of yours back on sale, as if posted now',
  body: { bookID: BookId },
  reply: OneBook,
  async run({ body }, { sql, user, now }) {
    await requireMember(sql, user)
    const book = await findOwnBook(sql, body.bookID, user.id)
    await moveOrRefuse(sql, { book: book.id, move: 'reactivate', mover: 'seller', by: user.id, now })
    await matchBook(sql, book.id, now)
    return readSaleBook(sql, book.id)
  },
})

export const renewBook = operation({
  route: 'POST /books/renewBook',
  summary: 'Say that a book is still on sale, so that it is not unlisted for its age',
  body: { bookID: BookId },
  reply: OneBook,
  async run({ body }, { sql, user, now }) {
    const book = await findOwnBook(sql, body.bookID, user.id)
    if (!(await renewListing(sql, book.id, now))) throw await inSale(sql, 'renewed', book)
    return readSaleBook(sql, book.id)
  },
})

/** Asked again, since it was on sale a moment ago if somebody has just bought it. */
async function inSale(sql: Sql, what: string, { id, ownerId }: BookRow): Promise<Failure> {
  const { status } = await findOwnBook(sql, id, ownerId)
  return failure('conflict', `This book cannot be ${what}: it is ${statusWord(status)}`, { status })
}
