import type { Static } from 'typebox'
import { statusWord } from '../../books/moves.ts'
import { getStatistics } from '../../dashboard/statistics.ts'
import type { Statistics } from '../../dashboard/statisticsWire.ts'
import type { Mount } from '../mount.tsx'
import { money } from '../parts/book.tsx'
import { Figure } from '../parts/figure.tsx'
import { dashboardPage } from './frame.tsx'

type Counted = Static<typeof Statistics>
type Day = Counted['postsByDay'][number]

export function statisticsPage(mount: Mount) {
  mount.memberGet(
    '/market/dashboard/statistics',
    async pageRequest => {
      const counted = await pageRequest.run<Counted>(getStatistics)
      return dashboardPage(
        pageRequest,
        { title: 'Statistics', here: 'statistics' },
        <>
          <dl class="figures">
            <Figure text="Users" value={counted.totalUsers} />
            <Figure text="Books" value={counted.totalBooks} />
            <Figure text="Open requests" value={counted.openRequests} />
            <Figure text="Delivered" value={counted.booksSold} />
            <Figure text="Paid to sellers" value={money(counted.moneyMoved)} />
            <Figure text="Fees earned" value={money(counted.feesEarned)} />
            <Figure text="Cash held" value={money(counted.cashHeld)} />
          </dl>
          <div class="charts">
            <Bars title="Books posted" days={counted.postsByDay} />
            <Bars title="Checkouts" days={counted.salesByDay} />
            <Bars title="New users" days={counted.signupsByDay} />
            <Shares counts={counted.booksByStatus} />
          </div>
        </>,
      )
    },
    'admin',
  )
}

const [WIDTH, HEIGHT, GAP] = [300, 90, 2]

/** Thirty days as bars; said in a sentence for those who do not see them. */
function Bars({ title, days }: { title: string; days: Day[] }) {
  const most = Math.max(1, ...days.map(each => each.count))
  const sum = days.reduce((total, each) => total + each.count, 0)
  const width = WIDTH / days.length
  return (
    <figure class="chart">
      <figcaption>
        {title} <strong>{sum}</strong> <span class="hint">last 30 days, most in a day {most > sum ? 0 : most}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${sum} in the last 30 days`}>
        <line x1="0" y1={HEIGHT - 0.5} x2={WIDTH} y2={HEIGHT - 0.5} class="axis" />
        {days.map((each, at) => {
          const height = Math.round((each.count / most) * (HEIGHT - 6))
          return (
            <rect
              class="bar"
              x={(at * width).toFixed(1)}
              y={HEIGHT - 1 - height}
              width={(width - GAP).toFixed(1)}
              height={height}
              rx="1.5"
            >
              <title>{`${each.day}: ${each.count}`}</title>
            </rect>
          )
        })}
      </svg>
    </figure>
  )
}

function Shares({ counts }: { counts: Record<string, number> }) {
  const all = Math.max(
    1,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  )
  return (
    <figure class="chart">
      <figcaption>Books by status</figcaption>
      <ul class="shares">
        {Object.entries(counts).map(([status, count]) => (
          <li>
            <span>{statusWord(Number(status))}</span>
            <meter min="0" max={all} value={count} aria-label={statusWord(Number(status))}>
              {count}
            </meter>
            <span class="number">{count}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
