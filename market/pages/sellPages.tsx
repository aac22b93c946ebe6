import { failure } from '@portico/kit/api/failure'
import type { Operation } from '@portico/kit/api/operation'
import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { ProblemNote } from '@portico/kit/pages/field'
import type { Child } from 'hono/jsx'
import type { Market } from '../api/context.ts'
import { getBook } from '../books/getBook.ts'
import { lookUpIsbn } from '../books/lookUp.ts'
import { statusWord } from '../books/moves.ts'
import { dropUpload, PICTURES_UPLOAD, readPictures, removePicture, storePictures } from '../books/pictures.ts'
import { editBook, postBook } from '../books/post.ts'
import { LIMITS } from '../limits.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import { type BookView, isEditable, money } from './parts/book.tsx'
import { BookFields, PictureField } from './parts/bookForm.tsx'
import { Icon } from './parts/icon.tsx'
import { page } from './respond.tsx'

export function sellPages(mount: Mount) {
  mount.memberGet('/market/sell', async pageRequest => {
    const { values, note } = await startFromIsbn(pageRequest, pageRequest.query('isbn').trim())
    return page(
      pageRequest,
      { title: 'Sell a book', place: 'sell' },
      <SellForm values={values}>
        <IsbnForm isbn={pageRequest.query('isbn')} note={note} />
      </SellForm>,
    )
  })

  mount.memberUpload('/market/sell', PICTURES_UPLOAD, pageRequest =>
    saveWithPictures(pageRequest, postBook, {}, (values, problem, made) =>
      made
        ? page(
            pageRequest,
            { title: 'Sell a book', place: 'sell', status: problem.status },
            <EditForm book={made} values={values} problem={problem} />,
          )
        : page(
            pageRequest,
            { title: 'Sell a book', place: 'sell', status: problem.status },
            <SellForm values={values} problem={problem} />,
          ),
    ),
  )

  mount.memberGet('/market/books/:id/edit', async pageRequest => {
    const book = await ownBook(pageRequest)
    return page(pageRequest, { title: 'Edit a book', place: 'posts' }, <EditForm book={book} values={valuesOf(book)} />)
  })

  mount.memberUpload('/market/books/:id/edit', PICTURES_UPLOAD, async pageRequest => {
    const book = await ownBook(pageRequest)
    return saveWithPictures(pageRequest, editBook, { bookID: book._id }, (values, problem) =>
      page(
        pageRequest,
        { title: 'Edit a book', place: 'posts', status: problem.status },
        <EditForm book={book} values={values} problem={problem} />,
      ),
    )
  })

  mount.memberPost('/market/books/:id/pictures/remove', async pageRequest => {
    const { picture } = await pageRequest.form()
    await pageRequest.run(removePicture, { body: { bookID: pageRequest.param('id'), picture } })
    return redirect(`/market/books/${pageRequest.param('id')}/edit?done=saved`)
  })
}

interface Known {
  name: string
  edition: number
  course: string
  ISBN: string
  averagePrice: number
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
  const { name, edition, course, averagePrice } = known
  const values = { ...empty, name, edition: String(edition), course }
  return { values, note: `Filled in from earlier listings. They asked for ${money(averagePrice)} on average.` }
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

async function ownBook(pageRequest: MemberRequest): Promise<BookView> {
  const { book } = await pageRequest.run<{ book: BookView }>(getBook, { params: { bookID: pageRequest.param('id') } })
  if (book.owner !== pageRequest.user.id) throw failure('missing', 'There is no such book of yours')
  if (!isEditable(book)) throw failure('conflict', `This book cannot be changed: it is ${statusWord(book.status)}`)
  return book
}

type Refuse = (values: Values, problem: Problem, made?: BookView) => Promise<Response>

/** Saves the text first, then the pictures: a picture that cannot be read does not lose the rest. */
async function saveWithPictures(
  pageRequest: MemberRequest,
  operation: Operation<Market>,
  fixed: Record<string, string>,
  refuse: Refuse,
): Promise<Response> {
  const upload = await readPictures(pageRequest.services, pageRequest.request)
  try {
    let saved: BookView | undefined
    const wrong = await attempt(async () => {
      const { book } = await pageRequest.run<{ book: BookView }>(operation, { body: { ...upload.fields, ...fixed } })
      saved = book
    })
    if (wrong || !saved) return await refuse(upload.fields, wrong ?? UNSAVED)
    const id = saved._id
    const badPicture = await attempt(() => storePictures(pageRequest.services, pageRequest.user.id, id, upload))
    if (badPicture) return await refuse(upload.fields, { ...badPicture, field: 'pictures' }, saved)
    return redirect(operation === postBook ? `/market/books/${id}?done=posted` : `/market/books/${id}?done=saved`)
  } finally {
    await dropUpload(pageRequest.services, upload)
  }
}

const UNSAVED: Problem = { message: 'The book was not saved', field: undefined, status: 500 }

function valuesOf(book: BookView): Values {
  const { name, edition, course, price, condition, comments, ISBN } = book
  return { name, edition: String(edition), course, price: String(price), condition, comments, ISBN }
}

function SellForm({ values, problem, children }: { values: Values; problem?: Problem; children?: Child }) {
  return (
    <section class="narrow">
      <h1>Sell a book</h1>
      <p class="lead">Your listing is visible to everyone on campus at once. You get the full price you ask for.</p>
      {children}
      <form method="post" action="/market/sell" enctype="multipart/form-data" class="form">
        <ProblemNote problem={problem} />
        <BookFields values={values} problem={problem} />
        <PictureField left={LIMITS.pictures} problem={problem} />
        <button class="button" type="submit">
          Post the book
        </button>
      </form>
    </section>
  )
}

function EditForm({ book, values, problem }: { book: BookView; values: Values; problem?: Problem }) {
  return (
    <section class="narrow">
      <h1>Edit your listing</h1>
      <form method="post" action={`/market/books/${book._id}/edit`} enctype="multipart/form-data" class="form">
        <ProblemNote problem={problem} />
        <BookFields values={values} problem={problem} />
        {book.pictures.length < LIMITS.pictures && (
          <PictureField left={LIMITS.pictures - book.pictures.length} problem={problem} />
        )}
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
