import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { getUsersPosts } from '../books/list.ts'
import type { SaleBook } from '../books/wire.ts'
import { getUserMatches } from '../matches/getUserMatches.ts'
import type { MatchedBook } from '../matches/wire.ts'
import { deleteRequest, getRequests, requestBook } from '../requests/operations.ts'
import type { RequestedBook } from '../requests/wire.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import { ago, BookCard, Cover, isEditable, money, StatusTag } from './parts/book.tsx'
import { Confirm } from './parts/confirm.tsx'
import { Older, partOf } from './parts/part.tsx'
import { page } from './respond.tsx'

const ROWS = 50

type Own = Static<typeof SaleBook>
type Wanted = Static<typeof RequestedBook>

export function postsPages(mount: Mount) {
  mount.memberGet('/market/posts', pageRequest => showPosts(pageRequest, wantedIn(pageRequest)))

  mount.memberPost('/market/requests', async pageRequest => {
    const values = await pageRequest.form()
    const problem = await attempt(() => pageRequest.run(requestBook, { body: values }))
    return problem ? showPosts(pageRequest, values, problem) : redirect('/market/posts?done=requested#requests')
  })

  mount.memberPost('/market/requests/:id/delete', async pageRequest => {
    await pageRequest.run(deleteRequest, { body: { requestID: pageRequest.param('id') } })
    return redirect('/market/posts?done=deleted#requests')
  })

  mount.memberGet('/market/matches', async pageRequest => {
    const { books } = await pageRequest.run<{ books: Static<typeof MatchedBook>[] }>(getUserMatches)
    return page(pageRequest, { title: 'Matches', place: 'matches', wide: true }, <MatchList books={books} />)
  })
}

/** What a link asks for, to be requested. */
function wantedIn(pageRequest: MemberRequest): Values {
  return {
    name: pageRequest.query('want'),
    author: pageRequest.query('author'),
    course: pageRequest.query('course'),
    ISBN: pageRequest.query('ISBN'),
  }
}

async function showPosts(pageRequest: MemberRequest, values: Values, problem?: Problem): Promise<Response> {
  const [posts, wishes] = [partOf(pageRequest, ROWS), partOf(pageRequest, ROWS, 'requests')]
  const { books } = await pageRequest.run<{ books: Own[] }>(getUsersPosts, { query: { ...posts } })
  const { requests } = await pageRequest.run<{ requests: Wanted[] }>(getRequests, { query: { ...wishes } })
  return page(
    pageRequest,
    { title: 'My books', place: 'posts', status: problem?.status ?? 200 },
    <>
      <section aria-labelledby="posts-title">
        <div class="list-head">
          <h1 id="posts-title">My books</h1>
          <a class="button small" href="/market/sell">
            Sell a book
          </a>
        </div>
        {books.length > 0 ? (
          <ul class="rows">
            {books.map(book => (
              <PostRow book={book} now={pageRequest.services.now()} />
            ))}
          </ul>
        ) : (
          <p class="empty-line">Nothing posted yet. That calculus book could pay for the next one.</p>
        )}
        <Older pageRequest={pageRequest} path="/market/posts" part={posts} shown={books.length} />
      </section>
      <section aria-labelledby="requests-title" id="requests">
        <h2 id="requests-title">What I am looking for</h2>
        {requests.length > 0 && (
          <ul class="rows">
            {requests.map(request => (
              <RequestRow request={request} now={pageRequest.services.now()} />
            ))}
          </ul>
        )}
        <Older
          pageRequest={pageRequest}
          path="/market/posts"
          part={wishes}
          shown={requests.length}
          name="requests"
          text="Older requests"
        />
        <RequestForm values={values} problem={problem} />
        <p>
          <a href="/market/searches">Saved searches</a> tell you of every new book they find.
        </p>
      </section>
    </>,
  )
}

function PostRow({ book, now }: { book: Own; now: Date }) {
  return (
    <li class="row">
      <Cover book={book} />
      <div class="row-text">
        <a class="row-title" href={`/market/books/${book._id}`}>
          {book.name}
        </a>
        <p class="row-facts">
          {book.course} · {money(book.price)} · {ago(book.date, now)} <StatusTag status={book.status} />
        </p>
      </div>
      {isEditable(book) && <PostActions book={book} />}
    </li>
  )
}

function PostActions({ book }: { book: Own }) {
  const path = `/market/books/${book._id}`
  return (
    <div class="row-actions">
      <a class="button small quiet" href={`${path}/edit`} aria-label={`Edit ${book.name}`}>
        Edit
      </a>
      {book.status === 0 ? (
        <>
          <Act path={`${path}/renew`} text="Renew" about={book.name} />
          <Act path={`${path}/unlist`} text="Unlist" about={book.name} />
        </>
      ) : (
        <Act path={`${path}/reactivate`} text="Reactivate" about={book.name} />
      )}
      <Confirm action={`${path}/delete`} text="Delete" about={book.name}>
        <p>Delete this listing?</p>
      </Confirm>
    </div>
  )
}

function Act({ path, text, about }: { path: string; text: string; about: string }) {
  return (
    <form method="post" action={path}>
      <button class="button small quiet" type="submit" aria-label={`${text} ${about}`}>
        {text}
      </button>
    </form>
  )
}

function RequestRow({ request, now }: { request: Wanted; now: Date }) {
  const facts = [request.author, request.course, request.ISBN, ago(request.date, now)].filter(Boolean).join(' · ')
  return (
    <li class="row">
      <div class="row-text">
        <p class="row-title">{request.name}</p>
        <p class="row-facts">
          {facts}{' '}
          {request.status === 1 ? (
            <span class="tag status-3">Found</span>
          ) : (
            <a class="tag" href="/market/matches">
              {request.matches === 1 ? '1 match' : `${request.matches} matches`}
            </a>
          )}
        </p>
      </div>
      <div class="row-actions">
        <Confirm action={`/market/requests/${request._id}/delete`} text="Delete" about={request.name}>
          <p>Stop looking for it?</p>
        </Confirm>
      </div>
    </li>
  )
}

function RequestForm({ values, problem }: { values: Values; problem: Problem | undefined }) {
  return (
    <form method="post" action="/market/requests" class="form panel" id="request">
      <h3>Request a book</h3>
      <ProblemNote problem={problem} />
      <Field name="name" label="Title" value={values.name} problem={problem} maxlength={300} />
      <Field name="author" label="Author" value={values.author} problem={problem} required={false} maxlength={200} />
      <div class="columns">
        <Field
          name="course"
          label="Course"
          value={values.course}
          problem={problem}
          required={false}
          placeholder="MTH 161"
          maxlength={40}
        />
        <Field name="ISBN" label="ISBN" value={values.ISBN} problem={problem} required={false} maxlength={40} />
      </div>
      <button class="button" type="submit">
        Tell me when it is posted
      </button>
    </form>
  )
}

function MatchList({ books }: { books: Static<typeof MatchedBook>[] }) {
  return (
    <section>
      <h1>Matches</h1>
      <p class="lead">Books on sale that fit your requests, best first.</p>
      {books.length > 0 ? (
        <ol class="cards">
          {books.map(book => (
            <BookCard book={book} note={REASONS[book.reason]} />
          ))}
        </ol>
      ) : (
        <p class="empty-line">
          No matches yet. <a href="/market/posts#request">Request a book</a> and we keep looking.
        </p>
      )}
    </section>
  )
}

const REASONS: Record<string, string> = { isbn: 'Same ISBN', course: 'Same course', title: 'Similar title' }
