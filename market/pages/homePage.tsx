import { attempt } from '@portico/kit/http/forms'
import { Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { getAllBooks } from '../books/list.ts'
import { CONDITIONS } from '../books/rules.ts'
import type { ListedBooks } from '../books/wire.ts'
import { getUserMatches } from '../matches/getUserMatches.ts'
import type { MatchedBook } from '../matches/wire.ts'
import { search, searchPublic } from '../search/operations.ts'
import type { Mount } from './mount.tsx'
import type { PageRequest } from './pageRequest.ts'
import { BookCard, type BookView } from './parts/book.tsx'
import { Icon } from './parts/icon.tsx'
import { nextPart, type Part, partOf } from './parts/part.tsx'
import { page } from './respond.tsx'
import { SaveButton, SEARCH_FILTERS } from './searchPages.tsx'

const ROWS = 24

type Found = Static<typeof ListedBooks>['books']

export function homePage(mount: Mount) {
  mount.get('/market', async pageRequest => {
    const q = pageRequest.query('q').trim()
    const part = partOf(pageRequest, ROWS)
    let books: Found = []
    const problem = await attempt(async () => {
      books = await findBooks(pageRequest, q, part)
    })
    const more = books.length > ROWS
    const shown = books.slice(0, ROWS)
    const isFront = q === '' && part.skip === 0 && !isFiltered(pageRequest)
    const matches = isFront && pageRequest.user ? await topMatches(pageRequest) : []
    return page(
      pageRequest,
      { title: q ? `Search: ${q}` : 'Textbooks on campus', place: 'home', wide: true, status: problem?.status ?? 200 },
      <>
        {isFront && !pageRequest.user && <Hero />}
        {matches.length > 0 && <Matches books={matches} />}
        <section aria-labelledby="list-title">
          <div class="list-head">
            <h1 id="list-title" class={isFront && !pageRequest.user ? 'h2' : ''}>
              {q ? `Results for “${q}”` : 'Fresh on the shelf'}
            </h1>
            <Filters pageRequest={pageRequest} q={q} />
          </div>
          {pageRequest.user && !problem && part.skip === 0 && <SaveSearch pageRequest={pageRequest} q={q} />}
          <Refused problem={problem} />
          {shown.length > 0 ? (
            <ol class="cards" id="cards" data-endless>
              {shown.map(book => (
                <BookCard book={book} />
              ))}
            </ol>
          ) : (
            !problem && <Nothing q={q} signedIn={pageRequest.user !== undefined} />
          )}
          {more && (
            <p class="more">
              <a class="button quiet" rel="next" href={nextPart('/market', pageRequest, part)} data-more>
                Show more
              </a>
            </p>
          )}
        </section>
      </>,
    )
  })
}

/** One row more than is shown tells whether there is more. */
async function findBooks(pageRequest: PageRequest, q: string, { limit, skip }: Part): Promise<Found> {
  const query = { ...filtersOf(pageRequest), limit: limit + 1, skip }
  if (!q) return (await pageRequest.run<{ books: Found }>(getAllBooks, { query })).books
  const operation = pageRequest.user ? search : searchPublic
  return (await pageRequest.run<{ books: Found }>(operation, { params: { query: q.slice(0, 200) }, query })).books
}

async function topMatches(pageRequest: PageRequest) {
  const { books } = await pageRequest.run<{ books: Static<typeof MatchedBook>[] }>(getUserMatches)
  return books.slice(0, 6)
}

function isFiltered(pageRequest: PageRequest): boolean {
  return SEARCH_FILTERS.some(name => pageRequest.query(name) !== '')
}

function filtersOf(pageRequest: PageRequest): Record<string, string> {
  return Object.fromEntries(SEARCH_FILTERS.map(name => [name, pageRequest.query(name)]))
}

/** Without words and course it would find any book, which nobody wants to be told of. */
function SaveSearch({ pageRequest, q }: { pageRequest: PageRequest; q: string }) {
  const course = pageRequest.query('course').trim()
  if (!q && !course) return null
  const name = [q, course].filter(Boolean).join(', ').slice(0, 80)
  return <SaveButton values={{ ...filtersOf(pageRequest), query: q.slice(0, 200), name }} />
}

function Hero() {
  return (
    <section class="hero">
      <div>
        <p class="hero-title">
          Your course books, <span class="marker">from the desk next door.</span>
        </p>
        <p class="lead">
          Buy from students who took the course last term. Sell what you no longer need. Drop-off and payment go through
          campus staff, so nobody has to meet a stranger.
        </p>
        <p class="hero-actions">
          <a class="button" href="/market/signup">
            Sign up with your university address
          </a>
          <a class="button quiet" href="/market/help">
            How it works
          </a>
        </p>
      </div>
      <div class="hero-stack" aria-hidden="true">
        <span class="spine tone-0">Organic Chemistry</span>
        <span class="spine tone-4">MTH 161 Calculus</span>
        <span class="spine tone-2">Microeconomics</span>
        <span class="spine tone-6">CSC 172 Data Structures</span>
        <span class="spine tone-5">The Norton Anthology</span>
      </div>
    </section>
  )
}

function Matches({ books }: { books: (BookView & { reason: string; requestName: string })[] }) {
  return (
    <section class="matches" aria-labelledby="matches-title">
      <div class="list-head">
        <h2 id="matches-title">
          <span class="marker">Found for you</span>
        </h2>
        <a href="/market/matches">All matches</a>
      </div>
      <ol class="cards strip">
        {books.map(book => (
          <BookCard book={book} />
        ))}
      </ol>
    </section>
  )
}

function Filters({ pageRequest, q }: { pageRequest: PageRequest; q: string }) {
  return (
    <details class="filters" open={isFiltered(pageRequest)}>
      <summary>Filter</summary>
      <form method="get" action="/market" class="filter-form">
        {q && <input type="hidden" name="q" value={q} />}
        {(['minPrice', 'edition'] as const).map(
          name => pageRequest.query(name) && <input type="hidden" name={name} value={pageRequest.query(name)} />,
        )}
        <label>
          Course
          <input name="course" value={pageRequest.query('course')} placeholder="MTH 161" />
        </label>
        <label>
          Price up to
          <input name="maxPrice" value={pageRequest.query('maxPrice')} inputmode="decimal" placeholder="$" />
        </label>
        <label>
          Condition
          <input
            name="condition"
            value={pageRequest.query('condition')}
            list="conditions"
            maxlength={40}
            placeholder="Any"
          />
        </label>
        <datalist id="conditions">
          {CONDITIONS.map(condition => (
            <option value={condition} />
          ))}
        </datalist>
        <button class="button small" type="submit">
          Apply
        </button>
        {isFiltered(pageRequest) && <a href={q ? `/market?q=${encodeURIComponent(q)}` : '/market'}>Clear</a>}
      </form>
    </details>
  )
}

function Nothing({ q, signedIn }: { q: string; signedIn: boolean }) {
  return (
    <div class="empty">
      <p class="empty-mark" aria-hidden="true">
        <Icon name="shelf" />
      </p>
      <p>{q ? 'Nobody sells this at the moment.' : 'No books here yet.'}</p>
      <p>
        <a class="button" href={signedIn ? `/market/posts?want=${encodeURIComponent(q)}#request` : '/market/signup'}>
          {signedIn ? 'Request it and get told' : 'Sign up to request it'}
        </a>
      </p>
    </div>
  )
}
