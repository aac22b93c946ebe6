import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { monthAfter, monthName } from '../board/months.ts'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../shell/keys.ts'
import { query, refine } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { activeUsers, mayDo, pipelines, session } from '../store/company.ts'
import { ArrangeDialog } from './arrangeDialog.tsx'
import { type Choice, thisMonth } from './choice.ts'
import { countMonths, isPeriodName, MOST_MONTHS, type Months, PERIODS, USUAL_PERIOD, writePeriod } from './period.ts'
import { teams } from './teams.ts'

/** Of whom, of which pipeline and months the figures are; how they are arranged and shared. */
export function InsightsBar({ choice }: { choice: Choice }) {
  const owner = useRef<HTMLSelectElement>(null)
  const isArranging = useSignal(false)
  useKeys(
    'Insights',
    useMemo(
      () => [
        { keys: 'a', text: 'Arrange the charts', run: () => (isArranging.value = true) },
        { keys: 'o', text: 'Choose whose figures', run: () => owner.current?.focus() },
        { keys: 'v', text: 'Value or number', run: toggleShow },
      ],
      [],
    ),
  )
  return (
    <header class="bar insights-bar">
      <h1>Insights</h1>
      <select
        ref={owner}
        aria-label="Whose figures"
        value={choice.teamId ? `team ${choice.teamId}` : (choice.userId ?? '')}
        onChange={event => chooseOwner(event.currentTarget.value)}
      >
        {mayDo('can_see_company_wide_statistics') && <option value="">Everyone</option>}
        <option value={session.value.user.id}>Me</option>
        {mayDo('can_see_other_users_statistics') &&
          activeUsers.value
            .filter(({ id }) => id !== session.value.user.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        {mayDo('can_see_other_users_statistics') && teams.value.length > 0 && (
          <optgroup label="Teams">
            {teams.value.map(({ id, name }) => (
              <option key={id} value={`team ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <select
        aria-label="Pipeline"
        value={choice.pipelineId ?? ''}
        onChange={event => refine({ pipeline: event.currentTarget.value || null })}
      >
        <option value="">All pipelines</option>
        {pipelines.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <PeriodSelect period={choice.period} />
      <nav class="switch" aria-label="What bars show">
        {(['value', 'count'] as const).map(show => (
          <a key={show} href={showAddress(show)} aria-current={choice.show === show ? 'true' : undefined}>
            {show === 'value' ? 'Value' : 'Number'}
          </a>
        ))}
      </nav>
      <span class="grow" />
      <button type="button" onClick={() => (isArranging.value = true)}>
        <Icon name="settings" /> Arrange
      </button>
      <button type="button" onClick={() => void share(choice)}>
        Copy link
      </button>
      {isArranging.value && <ArrangeDialog charts={choice.charts} close={() => (isArranging.value = false)} />}
    </header>
  )
}

function chooseOwner(value: string): void {
  const team = value.startsWith('team ') ? value.slice(5) : null
  refine({ team, owner: team ? null : value || null })
}

const OWN = 'own'

function PeriodSelect({ period }: { period: Months }) {
  const asked = query.value.get('period')
  const isOwn = asked !== null && !isPeriodName(asked)
  const until = monthAfter(period.from, period.months - 1)
  const choose = (from: string, to: string) => {
    const months = countMonths(from, to)
    if (months < 1) return refine({ period: writePeriod({ from, months: 1 }) })
    refine({ period: writePeriod({ from, months: Math.min(MOST_MONTHS, months) }) })
  }
  return (
    <>
      <select
        aria-label="Months"
        value={isOwn ? OWN : (asked ?? USUAL_PERIOD)}
        onChange={({ currentTarget: { value } }) =>
          refine({ period: value === OWN ? writePeriod(period) : value === USUAL_PERIOD ? null : value })
        }
      >
        {Object.entries(PERIODS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        <option value={OWN}>From … until …</option>
      </select>
      {isOwn && (
        <>
          <MonthSelect label="First month" value={period.from} choose={from => choose(from, until)} />
          <MonthSelect label="Last month" value={until} choose={to => choose(period.from, to)} />
        </>
      )}
    </>
  )
}

/** As far back as five years. */
const MONTHS_BACK = 60

function MonthSelect({ label, value, choose }: { label: string; value: string; choose: (month: string) => void }) {
  const offered = Array.from({ length: MONTHS_BACK + 12 }, (_, nr) => monthAfter(thisMonth(), 11 - nr))
  return (
    <select aria-label={label} value={value} onChange={event => choose(event.currentTarget.value)}>
      {(offered.includes(value) ? offered : [value, ...offered]).map(month => (
        <option key={month} value={month}>
          {monthName(month)}
        </option>
      ))}
    </select>
  )
}

function showAddress(show: Choice['show']): string {
  const next = new URLSearchParams(query.value)
  if (show === 'value') next.delete('show')
  else next.set('show', show)
  return next.size > 0 ? `/app/insights?${next}` : '/app/insights'
}

function toggleShow(): void {
  refine({ show: query.value.get('show') === 'count' ? null : 'count' })
}

/** The address, with what is kept in this browser alone written into it. */
async function share({ charts }: Choice): Promise<void> {
  const address = new URL(location.href)
  address.searchParams.set('charts', charts.join())
  try {
    await navigator.clipboard.writeText(address.href)
    tell('The link is copied. Whoever opens it sees these charts, as far as they may')
  } catch {
    // Over plain http from another machine there is no clipboard.
    tellProblem(new Error(`Copy this link: ${address.href}`))
  }
}
