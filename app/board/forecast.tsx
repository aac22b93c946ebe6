import { useMemo } from 'preact/hooks'
import { today } from '../parts/days.ts'
import { query, refine } from '../shell/location.ts'
import { BoardBar, useChosen } from './boardBar.tsx'
import { BoardFrame } from './boardFrame.tsx'
import { columns } from './boardStore.ts'
import { MONTHS_SHOWN, monthLayout, monthPlaces } from './monthLayout.ts'
import { isMonth, monthAfter } from './months.ts'

/** The open deals of a pipeline by the month they are to close in. */
export function Forecast() {
  const chosen = useChosen('close_date')
  const thisMonth = today().slice(0, 7)
  const asked = query.value.get('from')
  const from = isMonth(asked) ? asked : thisMonth
  const layout = useMemo(() => monthLayout(chosen, from), [chosen, from])
  const places = useMemo(() => monthPlaces(chosen.pipelineId, from), [chosen.pipelineId, from])
  // Deals that should have closed before are shown where there are any.
  const isLate = (columns.value.find(({ key }) => key === 'earlier')?.count ?? 0) > 0
  const titles = isLate ? [{ key: 'earlier', title: from === thisMonth ? 'Overdue' : 'Earlier' }, ...places] : places
  const step = (months: number) => refine({ from: monthAfter(from, months) })
  return (
    <BoardFrame layout={layout} titles={titles} places={places}>
      <BoardBar chosen={chosen}>
        <button type="button" aria-label="Earlier months" onClick={() => step(-MONTHS_SHOWN)}>
          ←
        </button>
        <button type="button" disabled={from === thisMonth} onClick={() => refine({ from: null })}>
          This month
        </button>
        <button type="button" aria-label="Later months" onClick={() => step(MONTHS_SHOWN)}>
          →
        </button>
      </BoardBar>
    </BoardFrame>
  )
}
