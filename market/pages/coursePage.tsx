import type { Static } from 'typebox'
import { type Course, getCourse } from '../courses/operations.ts'
import type { Mount } from './mount.tsx'
import { BookCard, money, ordinal } from './parts/book.tsx'
import { Older, partOf } from './parts/part.tsx'
import { PlainRow, Rows } from './parts/rows.tsx'
import { page } from './respond.tsx'

type Shown = Static<typeof Course>

const ROWS = 48

export function coursePage(mount: Mount) {
  mount.get('/market/courses/:course', async pageRequest => {
    const part = partOf(pageRequest, ROWS)
    const params = { course: pageRequest.param('course') }
    const shown = await pageRequest.run<Shown>(getCourse, { params, query: { ...part } })
    const request = pageRequest.user
      ? `/market/posts?course=${encodeURIComponent(shown.course)}#request`
      : '/market/signup'
    return page(
      pageRequest,
      { title: `Books for ${shown.course}`, wide: true },
      <>
        <div class="list-head">
          <h1>Books for {shown.course}</h1>
          <a class="button small quiet" href={request}>
            {pageRequest.user ? 'Request another one' : 'Sign up to request one'}
          </a>
        </div>
        <p class="lead">
          {shown.count === 0 && 'Nobody sells a book for this course at the moment.'}
          {shown.count === 1 && 'One book on sale.'}
          {shown.count > 1 && `${shown.count} books on sale, cheapest first.`}
        </p>
        {shown.books.length > 0 && (
          <ol class="cards" id="cards">
            {shown.books.map(book => (
              <BookCard book={book} />
            ))}
          </ol>
        )}
        <Older
          pageRequest={pageRequest}
          path={`/market/courses/${encodeURIComponent(params.course)}`}
          part={part}
          shown={shown.books.length}
          text="More books"
        />
        {shown.catalogue.length > 0 && <Reading books={shown.catalogue} signedIn={pageRequest.user !== undefined} />}
      </>,
    )
  })
}

/** What the bookstore lists for the course, on sale here or not. */
function Reading({ books, signedIn }: { books: Shown['catalogue']; signedIn: boolean }) {
  return (
    <Rows id="reading" title="On the reading list">
      {books.map(book => (
        <PlainRow title={book.name} facts={factsOf(book)}>
          {book.onSale > 0 && book.lowestPrice !== null ? (
            <a class="button small quiet" href={`/market?q=${book.ISBN}`}>
              {book.onSale === 1 ? 'One' : book.onSale} from {money(book.lowestPrice)}
            </a>
          ) : (
            <a
              class="button small quiet"
              href={signedIn ? requestOf(book) : '/market/signup'}
              aria-label={`Request ${book.name}`}
            >
              Request
            </a>
          )}
        </PlainRow>
      ))}
    </Rows>
  )
}

type Listed = Shown['catalogue'][number]

function factsOf({ authors, edition, ISBN, listPrice }: Listed): string {
  return [authors, ordinal(edition), ISBN, listPrice !== null && `new ${money(listPrice)}`].filter(Boolean).join(' · ')
}

function requestOf({ name, ISBN }: Listed): string {
  return `/market/posts?${new URLSearchParams({ want: name, ISBN })}#request`
}
