import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import type { Static } from 'typebox'
import { getBook, getSoldBook } from '../books/getBook.ts'
import { deleteBook, reactivateBook, renewBook, unlistBook } from '../books/post.ts'
import type { ListedBook, SoldBook } from '../books/wire.ts'
import { AskForm, askTheSeller } from './messagePages.tsx'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { ago, BookCard, Cover, isEditable, money, ordinal, StatusTag } from './parts/book.tsx'
import { page } from './respond.tsx'

type Shown = Static<typeof ListedBook>
type Sold = Static<typeof SoldBook>

export function bookPages(mount: Mount) {
  mount.get('/market/books/:id', pageRequest => showBook(pageRequest))

  mount.memberPost('/market/books/:id/ask', async pageRequest => {
    const { text = '' } = await pageRequest.form()
    const asked = await askTheSeller(pageRequest, text)
    return 'sentTo' in asked ? redirect(asked.sentTo) : showBook(pageRequest, { typed: text, problem: asked })
  })

  const moves = [
    ['unlist', unlistBook, 'unlisted'],
    ['reactivate', reactivateBook, 'reactivated'],
    ['renew', renewBook, 'renewed'],
    ['delete', deleteBook, 'deleted'],
  ] as const
  for (const [path, operation, done] of moves)
    mount.memberPost(`/market/books/:id/${path}`, async pageRequest => {
      await pageRequest.run(operation, { body: { bookID: pageRequest.param('id') } })
      return redirect(`/market/posts?done=${done}`)
    })
}

/** A question to the seller that was refused. */
interface RefusedQuestion {
  typed: string
  problem: Problem
}

async function showBook(pageRequest: PageRequest, question?: RefusedQuestion): Promise<Response> {
  const params = { bookID: pageRequest.param('id') }
  let book: Shown | undefined
  const problem = await attempt(async () => {
    book = (await pageRequest.run<{ book: Shown }>(getBook, { params })).book
  })
  if (problem || !book) return showSold(pageRequest, params)
  return page(
    pageRequest,
    { title: book.name, status: question?.problem.status ?? 200 },
    <BookDetails book={book} pageRequest={pageRequest} question={question} />,
  )
}

/** Somebody has bought it meanwhile: links to a book outlive it. 404 when there never was such a book. */
async function showSold(pageRequest: PageRequest, params: { bookID: string }): Promise<Response> {
  const { book, similar } = await pageRequest.run<{ book: Sold; similar: Shown[] }>(getSoldBook, { params })
  const facts = { want: book.name, author: book.author, course: book.course, ISBN: book.ISBN }
  const want = new URLSearchParams(Object.entries(facts).filter(([, value]) => value))
  const request = pageRequest.user ? `/market/posts?${want}#request` : '/market/signup'
  return page(
    pageRequest,
    { title: `Sold: ${book.name}`, status: 410 },
    <>
      <section class="narrow sold">
        <p class="kicker">{book.course}</p>
        <h1>{book.name}</h1>
        <p>
          <span class="tag status-5">Sold</span>
        </p>
        <p class="lead">Somebody was faster: this book has been bought and is no longer for sale.</p>
        <p class="actions">
          <a class="button" href={request}>
            {pageRequest.user ? 'Request it and get told' : 'Sign up to request it'}
          </a>
          <a class="button quiet" href={`/market?q=${encodeURIComponent(book.name)}`}>
            Search for it
          </a>
        </p>
      </section>
      {similar.length > 0 && (
        <section aria-labelledby="similar-title">
          <h2 id="similar-title">Similar books on sale</h2>
          <ol class="cards">
            {similar.map(one => (
              <BookCard book={one} />
            ))}
          </ol>
        </section>
      )}
    </>,
  )
}

interface DetailsProps {
  book: Shown
  pageRequest: PageRequest
  question: RefusedQuestion | undefined
}

function BookDetails({ book, pageRequest, question }: DetailsProps) {
  const mine = pageRequest.user?.id === book.owner
  return (
    <article class="book">
      <div class="book-pictures">
        <Cover book={book} size="large" />
        {book.pictures.length > 1 && (
          <ul class="thumbs">
            {book.pictures.map((picture, at) => (
              <li>
                <a href={picture}>
                  <img src={`${picture}/small`} alt={`Number ${at + 1} of ${book.pictures.length}`} loading="lazy" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div class="book-text">
        <p class="kicker">
          <a href={`/market/courses/${encodeURIComponent(book.course)}`}>{book.course}</a>
        </p>
        <h1>{book.name}</h1>
        {book.author && <p class="lead">{book.author}</p>}
        <p class="book-price">
          <span class="price big">{money(book.price)}</span> {book.status !== 0 && <StatusTag status={book.status} />}
        </p>
        <Action book={book} pageRequest={pageRequest} mine={mine} />
        <dl class="facts">
          <dt>Condition</dt>
          <dd>{book.condition}</dd>
          {book.edition > 0 && (
            <>
              <dt>Edition</dt>
              <dd>{ordinal(book.edition)}</dd>
            </>
          )}
          {book.ISBN && (
            <>
              <dt>ISBN</dt>
              <dd>
                {book.ISBN}
                {book.isbnWarning && <span class="hint">{book.isbnWarning}. Compare it with the book.</span>}
              </dd>
            </>
          )}
          <dt>Posted</dt>
          <dd>{ago(book.date, pageRequest.services.now())}</dd>
        </dl>
        {pageRequest.user && !mine && <AskForm book={book._id} {...question} />}
        {book.comments && (
          <section>
            <h2>What the seller says</h2>
            <p class="comments">{book.comments}</p>
          </section>
        )}
      </div>
    </article>
  )
}

function Action({ book, pageRequest, mine }: { book: Shown; pageRequest: PageRequest; mine: boolean }) {
  if (mine)
    return (
      <p class="actions">
        {isEditable(book) && (
          <a class="button" href={`/market/books/${book._id}/edit`}>
            Edit
          </a>
        )}
        <a class="button quiet" href="/market/posts">
          My books
        </a>
      </p>
    )
  if (book.status !== 0) return null
  if (!pageRequest.user)
    return (
      <p class="actions">
        <a class="button" href={`/market/login?next=${encodeURIComponent(`/market/books/${book._id}`)}`}>
          Log in to buy
        </a>
      </p>
    )
  if (book.inCart)
    return (
      <p class="actions">
        <a class="button" href="/market/cart">
          In your cart: check out
        </a>
      </p>
    )
  return (
    <form class="actions" method="post" action="/market/cart/add">
      <input type="hidden" name="bookID" value={book._id} />
      <button class="button" type="submit">
        Add to cart
      </button>
      <span class="hint">First come, first served: it is yours once you check out.</span>
    </form>
  )
}
