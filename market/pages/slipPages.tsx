import { attempt, type Problem } from '@portico/kit/http/forms'
import { Field, ProblemNote } from '@portico/kit/pages/field'
import type { Static } from 'typebox'
import { renderSVG } from 'uqr'
import type { ExtendedBook } from '../dashboard/bookWire.ts'
import { getDropOff, getDropOffSlip, type Slip } from '../dropOff/operations.ts'
import { dashboardPage } from './dashboard/frame.tsx'
import { Ticket } from './dashboard/queue.tsx'
import type { Mount } from './mount.tsx'
import { day, ordinal } from './parts/book.tsx'
import { page } from './respond.tsx'

type Found = Static<typeof ExtendedBook>

/** The slip a seller brings along with a book, and the page where the staff scans it. */
export function slipPages(mount: Mount) {
  mount.memberGet('/market/books/:id/slip', async pageRequest => {
    const params = { bookID: pageRequest.param('id') }
    const { slip } = await pageRequest.run<{ slip: Static<typeof Slip> }>(getDropOffSlip, { params })
    return page(
      pageRequest,
      { title: `Drop-off slip: ${slip.name}`, place: 'transactions' },
      <PrintedSlip slip={slip} />,
    )
  })

  mount.memberGet(
    '/market/dashboard/drop-off',
    async pageRequest => {
      const typed = pageRequest.query('slip').trim()
      let book: Found | undefined
      const problem = typed
        ? await attempt(async () => {
            book = (await pageRequest.run<{ book: Found }>(getDropOff, { params: { slip: typed } })).book
          })
        : undefined
      return dashboardPage(
        pageRequest,
        { title: 'Drop-off', here: 'drop-off', status: problem?.status },
        <DropOff
          typed={typed}
          problem={problem && { ...problem, field: 'slip' }}
          book={book}
          now={pageRequest.services.now()}
        />,
      )
    },
    'admin',
  )
}

function PrintedSlip({ slip }: { slip: Static<typeof Slip> }) {
  return (
    <section class="narrow">
      <div class="slip panel">
        <h1>Drop-off slip</h1>
        <div
          class="slip-code"
          role="img"
          aria-label={`QR code of ${slip.code}`}
          // An SVG that the library draws out of an address of our own.
          dangerouslySetInnerHTML={{ __html: renderSVG(slip.address, { border: 2 }) }}
        />
        <p class="slip-number">{slip.code}</p>
        <dl class="facts">
          <dt>Title</dt>
          <dd>
            <strong>{slip.name}</strong>
          </dd>
          <dt>Course</dt>
          <dd>{slip.course}</dd>
          {slip.edition > 0 && (
            <>
              <dt>Edition</dt>
              <dd>{ordinal(slip.edition)}</dd>
            </>
          )}
          <dt>Condition</dt>
          <dd>{slip.condition}</dd>
          <dt>Drop off by</dt>
          <dd>{day(slip.due)}</dd>
        </dl>
        <p class="hint">Put it into the book, or show it on your phone: the desk scans it.</p>
      </div>
      <p class="actions no-print">
        <button class="button" type="button" data-print>
          Print
        </button>
        <a class="button quiet" href="/market/transactions">
          Purchases and sales
        </a>
      </p>
    </section>
  )
}

interface DropOffProps {
  typed: string
  problem: Problem | undefined
  book: Found | undefined
  now: Date
}

function DropOff({ typed, problem, book, now }: DropOffProps) {
  return (
    <div class="narrow">
      <form method="get" action="/market/dashboard/drop-off" class="form panel">
        <ProblemNote problem={problem} />
        <Field
          name="slip"
          label="Code of the slip"
          value={book ? '' : typed}
          problem={problem}
          maxlength={400}
          autofocus={!problem}
          hint="Scan the QR code with a phone or a scanner, or type the ten letters"
        />
        <button class="button" type="submit">
          Find the book
        </button>
      </form>
      {book && (
        <ul class="tickets">
          <Ticket book={book} now={now} />
        </ul>
      )}
    </div>
  )
}
