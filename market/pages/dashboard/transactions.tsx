import type { Static } from 'typebox'
import { getAllTransactions, getCompletedTransactions, getPendingTransactions } from '../../dashboard/transactions.ts'
import type { Transactions } from '../../dashboard/transactionWire.ts'
import type { Mount } from '../mount.tsx'
import { day, money } from '../parts/book.tsx'
import { Older, partOf } from '../parts/part.tsx'
import { dashboardPage } from './frame.tsx'

type Transaction = Static<typeof Transactions>['transactions'][number]

const LISTS = { pending: getPendingTransactions, completed: getCompletedTransactions, all: getAllTransactions } as const
const ROWS = 50

export function transactionsPage(mount: Mount) {
  mount.memberGet(
    '/market/dashboard/transactions',
    async pageRequest => {
      const asked = pageRequest.query('show')
      const show = isList(asked) ? asked : 'all'
      const part = partOf(pageRequest, ROWS)
      const query = { ...part }
      const { transactions } = await pageRequest.run<{ transactions: Transaction[] }>(LISTS[show], { query })
      return dashboardPage(
        pageRequest,
        { title: 'Transactions', here: 'transactions' },
        <>
          <p class="chips">
            {Object.keys(LISTS).map(name => (
              <a
                class="chip"
                href={`/market/dashboard/transactions?show=${name}`}
                aria-current={name === show ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </p>
          <Table rows={transactions} />
          <Older
            pageRequest={pageRequest}
            path="/market/dashboard/transactions"
            part={part}
            shown={transactions.length}
          />
        </>,
      )
    },
    'admin',
  )
}

function isList(name: string): name is keyof typeof LISTS {
  return Object.hasOwn(LISTS, name)
}

function Table({ rows }: { rows: Transaction[] }) {
  if (rows.length === 0) return <p class="empty-line">No transactions.</p>
  return (
    <section class="scroll" tabindex={0} aria-label="Transactions">
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Buyer</th>
            <th scope="col">Books</th>
            <th scope="col" class="number">
              Total
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr>
              <td class="day" data-label="Date">
                {day(row.date)}
              </td>
              <td data-label="Buyer">
                {row.buyerFirstName} {row.buyerLastName}
                <span class="hint">{row.buyerEmail}</span>
              </td>
              <td data-label="Books">
                {row.items.map(item => (
                  <div>
                    {item.name} {item.outcome && <span class="tag">{item.outcome}</span>}
                  </div>
                ))}
              </td>
              <td class="number" data-label="Total">
                {money(row.totalCharged)}
              </td>
              <td data-label="State">
                <span class={row.status === 1 ? 'tag status-3' : 'tag status-1'}>
                  {row.status === 1 ? 'Completed' : 'Pending'}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
