import type { Operation } from '@portico/kit/api/operation'
import { attempt, type Problem, redirect } from '@portico/kit/http/forms'
import { Refused } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import type { Market } from '../../api/context.ts'
import { MOST_ROWS } from '../../api/paging.ts'
import { getQueue } from '../../dashboard/books.ts'
import type { ExtendedBook } from '../../dashboard/bookWire.ts'
import { cancelSale, chargeBook, refundBook, rejectBook, setBookPaid, verifyBook } from '../../dashboard/sales.ts'
import type { MemberRequest, Mount } from '../mount.tsx'
import { ago, money } from '../parts/book.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { dashboardPage } from './frame.tsx'

type Waiting = Static<typeof ExtendedBook>
type Queue = { toVerify: Waiting[]; toCharge: Waiting[]; toPay: Waiting[] }

const STEPS: readonly [string, Operation<Market>, string][] = [
  ['verify', verifyBook, 'verified'],
  ['charge', chargeBook, 'charged'],
  ['pay', setBookPaid, 'paid'],
  ['cancel', cancelSale, 'cancelled'],
  ['reject', rejectBook, 'rejected'],
  ['refund', refundBook, 'refunded'],
]

export function queuePages(mount: Mount) {
  mount.memberGet('/market/dashboard', pageRequest => showQueue(pageRequest), 'admin')

  for (const [path, operation, done] of STEPS)
    mount.memberPost(
      `/market/dashboard/books/:id/${path}`,
      async pageRequest => {
        const { reason = '' } = await pageRequest.form()
        const problem = await attempt(() =>
          pageRequest.run(operation, { body: { id: pageRequest.param('id'), reason } }),
        )
        return problem ? showQueue(pageRequest, problem) : redirect(`/market/dashboard?done=${done}`)
      },
      'admin',
    )
}

async function showQueue(pageRequest: MemberRequest, problem?: Problem): Promise<Response> {
  const queue = await pageRequest.run<Queue>(getQueue)
  const now = pageRequest.services.now()
  return dashboardPage(
    pageRequest,
    { title: 'Work that waits', here: 'queue', status: problem?.status },
    <>
      <Refused problem={problem} />
      <div class="lanes">
        <Lane title="To verify" hint="Dropped off? Compare with the listing." books={queue.toVerify} now={now}>
          {book => nextOf(book)[1]}
        </Lane>
        <Lane title="To charge" hint="Request price and fee from the buyer." books={queue.toCharge} now={now} withFee>
          {book => nextOf(book)[1]}
        </Lane>
        <Lane title="To pay" hint="Deliver, then pay the seller." books={queue.toPay} now={now}>
          {book => nextOf(book)[1]}
        </Lane>
      </div>
    </>,
  )
}

interface LaneProps {
  title: string
  hint: string
  books: Waiting[]
  now: Date
  /** Shows what the buyer owes; the other lanes show the price, which is what the seller gets. */
  withFee?: boolean
  children: (book: Waiting) => unknown
}

function Lane({ title, hint, books, now, withFee = false, children }: LaneProps) {
  return (
    <section class="lane">
      <h2>
        {title} <span class="count">{books.length < MOST_ROWS ? books.length : `${MOST_ROWS}+`}</span>
      </h2>
      <p class="hint">{hint}</p>
      {books.length === 0 && <p class="empty-line">Nothing waits here.</p>}
      <ul class="tickets">
        {books.map(book => (
          <TicketRow book={book} now={now} withFee={withFee}>
            {children(book)}
          </TicketRow>
        ))}
      </ul>
    </section>
  )
}

interface TicketProps {
  book: Waiting
  now: Date
  withFee: boolean
  children?: unknown
}

function TicketRow({ book, now, withFee, children }: TicketProps) {
  return (
    <li class="ticket">
      <a class="row-title" href={`/market/books/${book._id}`}>
        {book.name}
      </a>
      <p class="row-facts">
        {book.course} · {book.condition} · {money(book.price)}
        {book.soldDate && ` · bought ${ago(book.soldDate, now)}`}
      </p>
      {withFee && book.total !== null && (
        <p class="ticket-total">
          <span class="price">{money(book.total)}</span>
          <span class="hint">
            {money(book.price)} and {money(book.fee ?? 0)} fee
          </span>
        </p>
      )}
      <dl class="parties">
        <Party side="Seller" person={book.ownerObject} />
        <Party side="Buyer" person={book.buyerObject} />
      </dl>
      {children}
    </li>
  )
}

/** One book of the queue with what comes next for it, wherever it stands. */
export function Ticket({ book, now }: { book: Waiting; now: Date }) {
  const [withFee, next] = nextOf(book)
  return (
    <TicketRow book={book} now={now} withFee={withFee}>
      {next}
    </TicketRow>
  )
}

function nextOf(book: Waiting) {
  if (book.status === 2)
    return [false, <Steps book={book} main={['pay', 'Delivered and paid']} rest={['refund']} />] as const
  if (book.verifiedDate !== null)
    return [true, <Steps book={book} main={['charge', 'Charged']} rest={['cancel', 'reject']} />] as const
  return [false, <Steps book={book} main={['verify', 'Verified']} rest={['cancel', 'reject']} />] as const
}

function Party({ side, person }: { side: string; person: Waiting['ownerObject'] }) {
  if (!person) return null
  return (
    <div>
      <dt>{side}</dt>
      <dd>
        {person.firstName} {person.lastName}
        <span class="hint">
          @{person.venmoUsername} · box {person.CMC}
        </span>
      </dd>
    </div>
  )
}

const WORDS = { cancel: 'Cancel', reject: 'Reject', refund: 'Refund' } as const

function Steps({ book, main, rest }: { book: Waiting; main: [string, string]; rest: (keyof typeof WORDS)[] }) {
  const path = `/market/dashboard/books/${book._id}`
  return (
    <div class="ticket-actions">
      <form method="post" action={`${path}/${main[0]}`}>
        <button class="button small" type="submit" aria-label={`${main[1]}: ${book.name}`}>
          {main[1]}
        </button>
      </form>
      {rest.map(step => (
        <Confirm action={`${path}/${step}`} text={WORDS[step]} about={book.name} yes={`${WORDS[step]} the sale`}>
          <label>
            Reason, told to both sides
            <input name="reason" maxlength={300} />
          </label>
        </Confirm>
      ))}
    </div>
  )
}
