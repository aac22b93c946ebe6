import { failure } from '@portico/kit/api/failure'
import type { Operation } from '@portico/kit/api/operation'
import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { ProblemNote } from '@portico/kit/pages/field'
import type { Child } from 'hono/jsx'
import type { Static } from 'typebox'
import type { Market } from '../api/context.ts'
import type { Draft } from '../books/draftStore.ts'
import { attachDrafts, FORM_UPLOAD, readFormPictures } from '../books/formPictures.ts'
import { getBook } from '../books/getBook.ts'
import { lookUpIsbn } from '../books/lookUp.ts'
import { statusWord } from '../books/moves.ts'
import { removePicture } from '../books/pictures.ts'
import { editBook, postBook } from '../books/post.ts'
import { LIMITS } from '../limits.ts'
import { getPriceHistory, type PriceHistory } from '../prices/operations.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import { type BookView, isEditable, money } from './parts/book.tsx'
import { BookFields, KeptPictures, PictureField } from './parts/bookForm.tsx'
import { Icon } from './parts/icon.tsx'
import { page } from './respond.tsx'

export function sellPages(mount: Mount) {
  mount.memberGet('/market/sell', async pageRequest => {
    const { values, note } = await startFromIsbn(pageRequest, pageRequest.query('isbn').trim())
    return page(
      pageRequest,
      { title: 'Sell a book', place: 'sell' },
      <SellForm values={values} soldFor={await soldFor(pageRequest, values)}>
        <IsbnForm isbn={pageRequest.query('isbn')} note={note} />
      </SellForm>,
    )
  })

  mount.memberUpload('/market/sell', FORM_UPLOAD, pageRequest =>
    saveWithPictures(
      pageRequest,
      postBook,
      { fixed: {}, room: LIMITS.pictures },
      async (values, problem, drafts, made) =>
        made
          ? page(
              pageRequest,
              { title: 'Sell a book', place: 'sell', status: problem.status },
              <EditForm book={made} values={values} problem={problem} posted />,
            )
          : page(
              pageRequest,
              { title: 'Sell a book', place: 'sell', status: problem.status },
              <SellForm
                values={values}
                problem={problem}
                drafts={drafts}
                soldFor={await soldFor(pageRequest, values)}
              />,
            ),
    ),
  )

  mount.memberGet('/market/books/:id/edit', async pageRequest => {
    const book = await ownBook(pageRequest)
    const values = valuesOf(book)
    const sold = await soldFor(pageRequest, values)
    return page(
      pageRequest,
      { title: 'Edit a book', place: 'posts' },
      <EditForm book={book} values={values} soldFor={sold} />,
    )
  })

  mount.memberUpload('/market/books/:id/edit', FORM_UPLOAD, async pageRequest => {
    const book = await ownBook(pageRequest)
    const given = { fixed: { bookID: book._id }, room: LIMITS.pictures - book.pictures.length }
    return saveWithPictures(pageRequest, editBook, given, (values, problem, drafts, saved) =>
      page(
        pageRequest,
        { title: 'Edit a book', place: 'posts', status: problem.status },
        <EditForm book={saved ?? book} values={values} problem={problem} drafts={drafts} />,
      ),
    )
  })

  mount.memberPost('/market/books/:id/pictures/remove', async pageRequest => {
    const { picture } = await pageRequest.form()
    await pageRequest.run(removePicture, { body: { bookID: pageRequest.param('id'), picture } })
    return redirect(`/market/books/${pageRequest.param('id')}/edit?done=saved`)
  })
}

/** "Sold for $38 to $45 this year", as the price is asked for; nothing when no copy was sold. */
async function soldFor(pageRequest: MemberRequest, { ISBN = '', name = '' }: Values): Promise<string | undefined> {
  if (!ISBN && !name.trim()) return undefined
  let history: Static<typeof PriceHistory> | undefined
  await attempt(async () => {
    const query = { isbn: ISBN.slice(0, 40), name: name.slice(0, 300) }
    history = await pageRequest.run<Static<typeof PriceHistory>>(getPriceHistory, { query })
  })
  if (!history || history.lowest === null || history.highest === null) return undefined
  const { sold, lowest, highest } = history
  const range = lowest === highest ? money(lowest) : `${money(lowest)} to ${money(highest)}`
  return `${sold === 1 ? 'One was sold' : `${sold} were sold`} for ${range} this year`
}

interface Known {
  name: string
  edition: number
  course: string
  ISBN: string
  averagePrice: number | null
  listPrice: number | null
  authors: string
  source: string
}

/** What others wrote about the same book saves typing; without an ISBN, or with an unknown one, the form is empty. */
async function startFromIsbn(pageRequest: MemberRequest, isbn: string): Promise<{ values: Values; note: string }> {
  const empty = { condition: 'Good', ISBN: isbn }
  if (!isbn) return { values: empty, note: '' }
  let known: Known | undefined
  const problem = await attempt(async () => {
    known = (await pageRequest.run<{ book: Known }>(lookUpIsbn, { params: { isbn } })).book
  })
  if (!known) return { values: empty, note: problem?.message ?? '' }
  const { name, authors: author, edition, course } = known
  return { values: { ...empty, name, author, edition: String(edition), course }, note: noteOn(known) }
}

function noteOn({ source, averagePrice, listPrice }: Known): string {
  const from = source === 'catalogue' ? 'Filled in from the catalogue' : 'Filled in from earlier listings'
  const asked = averagePrice === null ? '' : ` Sellers asked for ${money(averagePrice)} on average.`
  const fresh = listPrice === null ? '' : ` New it is ${money(listPrice)}.`
  return `${from}.${asked}${fresh}`
}

function IsbnForm({ isbn, note }: { isbn: string; note: string }) {
  return (
    <div class="starter">
      <form method="get" action="/market/sell" class="inline-form">
        <label for="start-isbn">Start from the ISBN</label>
        <input id="start-isbn" name="isbn" value={isbn} maxlength={40} />
        <button class="button small quiet" type="submit">
          Look up
        </button>
      </form>
      {note && <p role="status">{note}</p>}
    </div>
  )
}

async function ownBook(pageRequest: MemberRequest, id = pageRequest.param('id')): Promise<BookView> {
  const { book } = await pageRequest.run<{ book: BookView }>(getBook, { params: { bookID: id } })
  if (book.owner !== pageRequest.user.id) throw failure('missing', 'There is no such book of yours')
  if (!isEditable(book)) throw failure('conflict', `This book cannot be changed: it is ${statusWord(book.status)}`)
  return book
}

type Refuse = (values: Values, problem: Problem, drafts: readonly Draft[], made?: BookView) => Promise<Response>

/**
 * Saves text and pictures. Pictures that can be read are stored whatever else is wrong, and a form that is refused comes
 * back with them; those that cannot are named.
 */
async function saveWithPictures(
  pageRequest: MemberRequest,
  operation: Operation<Market>,
  { fixed, room }: { fixed: Record<string, string>; room: number },
  refuse: Refuse,
): Promise<Response> {
  const { services, user, request } = pageRequest
  const { fields, good, wrong } = await readFormPictures(services, user.id, request, room)
  let saved: BookView | undefined
  const refused = await attempt(async () => {
    const { book } = await pageRequest.run<{ book: BookView }>(operation, { body: { ...fields, ...fixed } })
    saved = book
  })
  if (refused || !saved) return refuse(fields, withPictures(refused ?? UNSAVED, wrong), good)
  const id = saved._id
  if (!(await attachDrafts(services, user.id, id, good))) wrong.push('The pictures could not be added')
  if (wrong.length > 0) return refuse(fields, picturesProblem(wrong), [], await ownBook(pageRequest, id))
  return redirect(operation === postBook ? `/market/books/${id}?done=posted` : `/market/books/${id}?done=saved`)
}

function picturesProblem(wrong: readonly string[]): Problem {
  return { message: wrong.join('. '), field: 'pictures', status: 400 }
}

/** What is wrong with the text, and what is wrong with pictures, in one problem. */
function withPictures(problem: Problem, wrong: readonly string[]): Problem {
  if (wrong.length === 0 || problem.field === undefined) return problem
  const first = { field: problem.field, message: problem.message }
  return { ...problem, all: [first, { field: 'pictures', message: wrong.join('. ') }] }
}

const UNSAVED: Problem = { message: 'The book was not saved', field: undefined, status: 500 }

function valuesOf(book: BookView): Values {
  const { name, author, edition, course, price, condition, comments, ISBN } = book
  return { name, author, edition: String(edition), course, price: String(price), condition, comments, ISBN }
}

interface SellFormProps {
  values: Values
  problem?: Problem
  /** Pictures that came with the form when it was refused. */
  drafts?: readonly Draft[]
  /** What copies were sold for lately. */
  soldFor?: string | undefined
  children?: Child
}

function SellForm({ values, problem, drafts = [], soldFor, children }: SellFormProps) {
  return (
    <section class="narrow">
      <h1>Sell a book</h1>
      <p class="lead">Your listing is visible to everyone on campus at once. You get the full price you ask for.</p>
      {children}
      <form method="post" action="/market/sell" enctype="multipart/form-data" class="form">
        <ProblemNote problem={problem} />
        <BookFields values={values} problem={problem} soldFor={soldFor} />
        <KeptPictures drafts={drafts} />
        <PictureField left={LIMITS.pictures - drafts.length} problem={problem} />
        <button class="button" type="submit">
          Post the book
        </button>
      </form>
    </section>
  )
}

interface EditFormProps extends SellFormProps {
  book: BookView
  /** The book was posted just now, with some of its pictures missing. */
  posted?: boolean
}

function EditForm({ book, values, problem, drafts = [], posted = false, soldFor }: EditFormProps) {
  const left = LIMITS.pictures - book.pictures.length - drafts.length
  return (
    <section class="narrow">
      <h1>Edit your listing</h1>
      {posted && (
        <p class="flash" role="status">
          Your book is on sale. Not all pictures could be taken.
        </p>
      )}
      <form method="post" action={`/market/books/${book._id}/edit`} enctype="multipart/form-data" class="form">
        <ProblemNote problem={problem} />
        <BookFields values={values} problem={problem} soldFor={soldFor} />
        <KeptPictures drafts={drafts} />
        <PictureField left={left} problem={problem} />
        <button class="button" type="submit">
          Save
        </button>
      </form>
      {book.pictures.length > 0 && <Pictures book={book} />}
    </section>
  )
}

function Pictures({ book }: { book: BookView }) {
  return (
    <section>
      <h2>Pictures</h2>
      <ul class="thumbs large">
        {book.pictures.map((picture, at) => (
          <li>
            <img src={`${picture}/small`} alt={`Number ${at + 1} of ${book.pictures.length}`} />
            <form method="post" action={`/market/books/${book._id}/pictures/remove`}>
              <input type="hidden" name="picture" value={picture} />
              <button class="linkish" type="submit" aria-label={`Remove picture ${at + 1}`}>
                <Icon name="trash" /> Remove
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
