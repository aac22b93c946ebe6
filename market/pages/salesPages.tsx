import { redirect } from '@portico/kit/http/forms'
import type { Static } from 'typebox'
import { getUserStatistics } from '../account/operations.ts'
import type { UserStatistics } from '../account/wire.ts'
import type { SaleBook } from '../books/wire.ts'
import { cancelPurchase, getPurchasedBooks, getSoldBooks, getTransactions } from '../checkout/sales.ts'
import type { Transactions } from '../dashboard/transactionWire.ts'
import type { Mount } from './mount.tsx'
import { Cover, day, money, Steps } from './parts/book.tsx'
import { Confirm } from './parts/confirm.tsx'
import { Figure } from './parts/figure.tsx'
import { Older, partOf } from './parts/part.tsx'
import { PlainRow, Rows } from './parts/rows.tsx'
import { page } from './respond.tsx'

const ROWS = 50

type Sale = Static<typeof SaleBook>
type Made = Static<typeof UserStatistics>
type Past = Static<typeof Transactions>['transactions'][number]

export function salesPages(mount: Mount) {
  mount.memberGet('/market/transactions', async pageRequest => {
    const [purchases, sales] = [partOf(pageRequest, ROWS, 'bought'), partOf(pageRequest, ROWS, 'sold')]
    const { books: bought } = await pageRequest.run<{ books: Sale[] }>(getPurchasedBooks, { query: { ...purchases } })
    const { books: sold } = await pageRequest.run<{ books: Sale[] }>(getSoldBooks, { query: { ...sales } })
    const { transactions } = await pageRequest.run<{ transactions: Past[] }>(getTransactions)
    const made = await pageRequest.run<Made>(getUserStatistics)
    return page(
      pageRequest,
      { title: 'Purchases and sales', place: 'transactions' },
      <>
        <h1>Purchases and sales</h1>
        <dl class="figures">
          <Figure
            text="Books bought"
            value={made.numberOfBooksBought + made.purchasesUnderWay}
            hint={made.purchasesUnderWay > 0 ? `${made.purchasesUnderWay} not charged yet` : ''}
          />
          <Figure
            text="Books sold"
            value={made.numberOfBooksSold + made.salesUnderWay}
            hint={made.salesUnderWay > 0 ? `${made.salesUnderWay} not paid yet` : ''}
          />
          <Figure text="Earned" value={money(made.moneyMade)} />
        </dl>
        <section aria-labelledby="bought-title">
          <h2 id="bought-title">Bought</h2>
          <Sales books={bought} side="buyer" />
          <Older
            pageRequest={pageRequest}
            path="/market/transactions"
            part={purchases}
            shown={bought.length}
            name="bought"
            text="Older purchases"
          />
        </section>
        <section aria-labelledby="sold-title">
          <h2 id="sold-title">Sold</h2>
          <Sales books={sold} side="seller" />
          <Older
            pageRequest={pageRequest}
            path="/market/transactions"
            part={sales}
            shown={sold.length}
            name="sold"
            text="Older sales"
          />
        </section>
        <Ended past={transactions} />
      </>,
    )
  })

  mount.memberPost('/market/purchases/:id/cancel', async pageRequest => {
    await pageRequest.run(cancelPurchase, { body: { bookID: pageRequest.param('id') } })
    return redirect('/market/transactions?done=cancelled')
  })
}

function Sales({ books, side }: { books: Sale[]; side: 'buyer' | 'seller' }) {
  if (books.length === 0) return <p class="empty-line">{side === 'buyer' ? 'No purchases yet.' : 'No sales yet.'}</p>
  return (
    <ul class="rows">
      {books.map(book => (
        <li class="row">
          <Cover book={book} />
          <div class="row-text">
            <a class="row-title" href={`/market/books/${book._id}`}>
              {book.name}
            </a>
            <p class="row-facts">
              {side === 'buyer' ? <Paid book={book} /> : money(book.price)} · {book.soldDate && day(book.soldDate)}
            </p>
            <Steps status={book.status} verified={book.verifiedDate !== null} />
            <p class="hint">{next(book, side)}</p>
          </div>
          {side === 'seller' && book.status === 1 && book.verifiedDate === null && (
            <div class="row-actions">
              <a
                class="button small"
                href={`/market/books/${book._id}/slip`}
                aria-label={`Drop-off slip for ${book.name}`}
              >
                Drop-off slip
              </a>
            </div>
          )}
          {side === 'buyer' && book.status === 1 && book.verifiedDate === null && (
            <div class="row-actions">
              <Confirm action={`/market/purchases/${book._id}/cancel`} text="Cancel" about={book.name}>
                <p>Cancel this purchase?</p>
              </Confirm>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Paid({ book: { price, fee, total } }: { book: Sale }) {
  if (total === null) return <>{money(price)}</>
  return (
    <>
      <strong>{money(total)}</strong> with {money(fee ?? 0)} fee
    </>
  )
}

/** What happens next, in a sentence. */
function next({ status, verifiedDate }: Sale, side: 'buyer' | 'seller'): string {
  if (status === 3) return side === 'buyer' ? 'Delivered. Enjoy!' : 'You have been paid.'
  if (status === 2) return side === 'buyer' ? 'Paid. Your book is on its way.' : 'The buyer paid. Your money is next.'
  if (verifiedDate) return side === 'buyer' ? 'Checked. You are charged next.' : 'Checked. The buyer is charged next.'
  return side === 'buyer' ? 'Waiting for the seller to drop it off.' : 'Please drop it off at the desk.'
}

const OUTCOMES: Record<string, string> = {
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  rejected: 'Not as described',
  lapsed: 'Not dropped off in time',
}

function Ended({ past }: { past: Past[] }) {
  const ended = past.flatMap(({ date, items }) =>
    items.flatMap(item => {
      const outcome = OUTCOMES[item.outcome ?? '']
      return outcome ? [{ ...item, date, outcome }] : []
    }),
  )
  if (ended.length === 0) return null
  return (
    <Rows id="ended" title="Ended without a sale">
      {ended.map(({ name, price, date, outcome }) => (
        <PlainRow
          title={name}
          facts={
            <>
              {money(price)} · {day(date)} <span class="tag">{outcome}</span>
            </>
          }
        />
      ))}
    </Rows>
  )
}
