import { redirect } from '@portico/kit/http/forms'
import type { Static } from 'typebox'
import { getBook } from '../books/getBook.ts'
import { deleteBook, reactivateBook, renewBook, unlistBook } from '../books/post.ts'
import type { ListedBook } from '../books/wire.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { ago, Cover, isEditable, money, ordinal, StatusTag } from './parts/book.tsx'
import { page } from './respond.tsx'

type Shown = Static<typeof ListedBook>

export function bookPages(mount: Mount) {
  mount.get('/market/books/:id', async pageRequest => {
    const { book } = await pageRequest.run<{ book: Shown }>(getBook, { params: { bookID: pageRequest.param('id') } })
    return page(pageRequest, { title: book.name }, <BookDetails book={book} pageRequest={pageRequest} />)
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

function BookDetails({ book, pageRequest }: { book: Shown; pageRequest: PageRequest }) {
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
        <p class="kicker">{book.course}</p>
        <h1>{book.name}</h1>
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
