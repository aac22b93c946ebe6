import { attempt, type Problem, redirect, type Values } from '@portico/kit/http/forms'
import { Field, ProblemNote, Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { LIMITS } from '../limits.ts'
import { changeSavedSearch, deleteSavedSearch, getSavedSearches, saveSearch } from '../savedSearches/operations.ts'
import type { SavedSearch } from '../savedSearches/wire.ts'
import type { MemberRequest, Mount } from './mount.tsx'
import { ago, money } from './parts/book.tsx'
import { Confirm } from './parts/confirm.tsx'
import { page } from './respond.tsx'

type Saved = Static<typeof SavedSearch>

/** What is saved of the address of the listing, beside its words. */
export const SEARCH_FILTERS = ['minPrice', 'maxPrice', 'condition', 'course', 'edition'] as const

export function searchPages(mount: Mount) {
  mount.memberGet('/market/searches', pageRequest => showSearches(pageRequest))

  mount.memberPost('/market/searches', async pageRequest => {
    const values = await pageRequest.form()
    const problem = await attempt(() => pageRequest.run(saveSearch, { body: values }))
    return problem ? showSearches(pageRequest, values, problem) : redirect('/market/searches?done=searchsaved')
  })

  mount.memberPost('/market/searches/:id/mail', async pageRequest => {
    const { mail = '' } = await pageRequest.form()
    const body = { searchID: pageRequest.param('id'), mail: mail === 'true' }
    await pageRequest.run(changeSavedSearch, { body })
    return redirect('/market/searches?done=saved')
  })

  mount.memberPost('/market/searches/:id/delete', async pageRequest => {
    await pageRequest.run(deleteSavedSearch, { body: { searchID: pageRequest.param('id') } })
    return redirect('/market/searches?done=deleted')
  })
}

async function showSearches(pageRequest: MemberRequest, values?: Values, problem?: Problem): Promise<Response> {
  const { searches } = await pageRequest.run<{ searches: Saved[] }>(getSavedSearches)
  return page(
    pageRequest,
    { title: 'Saved searches', place: 'searches', status: problem?.status ?? 200 },
    <section class="narrow">
      <h1>Saved searches</h1>
      <p class="lead">
        When a book is listed that one of them finds, you get a notice, and once a day a mail with all new ones.
      </p>
      {values && <SaveForm values={values} problem={problem} />}
      {searches.length > 0 ? (
        <ul class="rows">
          {searches.map(search => (
            <SearchRow search={search} now={pageRequest.services.now()} />
          ))}
        </ul>
      ) : (
        <p class="empty-line">
          Nothing saved yet. <a href="/market">Search for a title or a course</a> and save the search there.
        </p>
      )}
      {searches.length >= LIMITS.savedSearches && (
        <p class="hint">These are {LIMITS.savedSearches}, as many as there can be.</p>
      )}
    </section>,
  )
}

function SearchRow({ search, now }: { search: Saved; now: Date }) {
  const path = `/market/searches/${search._id}`
  return (
    <li class="row">
      <div class="row-text">
        <a class="row-title" href={addressOf(search)}>
          {search.name}
        </a>
        <p class="row-facts">
          {[...factsOf(search), ago(search.date, now)].join(' · ')} {!search.mail && <span class="tag">No mail</span>}
        </p>
      </div>
      <div class="row-actions">
        <form method="post" action={`${path}/mail`}>
          <input type="hidden" name="mail" value={search.mail ? 'false' : 'true'} />
          <button
            class="button small quiet"
            type="submit"
            aria-label={`Mail ${search.mail ? 'off' : 'on'} for ${search.name}`}
          >
            {search.mail ? 'Mail off' : 'Mail on'}
          </button>
        </form>
        <Confirm action={`${path}/delete`} text="Delete" about={search.name}>
          <p>Delete this search?</p>
        </Confirm>
      </div>
    </li>
  )
}

function factsOf({ query, course, condition, edition, minPrice, maxPrice }: Saved): string[] {
  return [
    query && `“${query}”`,
    course && `course ${course}`,
    condition && `condition ${condition}`,
    edition !== null && `edition ${edition}`,
    minPrice !== null && `from ${money(minPrice)}`,
    maxPrice !== null && `up to ${money(maxPrice)}`,
  ].filter(fact => typeof fact === 'string' && fact !== '') as string[]
}

/** The listing as it was when the search was saved. */
function addressOf(search: Saved): string {
  const params = new URLSearchParams()
  if (search.query) params.set('q', search.query)
  for (const name of SEARCH_FILTERS) if (search[name] !== null) params.set(name, String(search[name]))
  return `/market?${params}`
}

/** On the listing, for a search that can be saved: one press, under the words that were searched for. */
export function SaveButton({ values }: { values: Values }) {
  return (
    <form method="post" action="/market/searches" class="inline-form">
      <Searched values={values} />
      <input type="hidden" name="name" value={values.name} />
      <button class="button small quiet" type="submit">
        Save this search
      </button>
      <span class="hint">You are told when a book is listed that it finds.</span>
    </form>
  )
}

function Searched({ values }: { values: Values }) {
  return (
    <>
      {['query', ...SEARCH_FILTERS].map(
        name => values[name] && <input type="hidden" name={name} value={values[name]} />,
      )}
    </>
  )
}

/** After a refusal, such as a name that is taken, on the page of saved searches. */
function SaveForm({ values, problem }: { values: Values; problem?: Problem | undefined }) {
  const inForm = problem?.field === undefined || problem.field === 'name'
  return (
    <form method="post" action="/market/searches" class="form panel">
      {inForm ? <ProblemNote problem={problem} /> : <Refused problem={problem} />}
      <Searched values={values} />
      <Field
        name="name"
        label="Name of the search"
        value={values.name}
        problem={problem}
        maxlength={80}
        hint="You get a notice when a book is listed that it finds, and a mail at most once a day."
      />
      <button class="button small" type="submit">
        Save this search
      </button>
    </form>
  )
}
