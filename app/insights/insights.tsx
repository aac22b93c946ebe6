import { useEffect, useMemo } from 'preact/hooks'
import { useKeys } from '../shell/keys.ts'
import { tellProblem } from '../shell/toasts.ts'
import { firstSight } from '../store/firstSight.ts'
import { Chart } from './chart.tsx'
import { chosen, hideChart, moveChart } from './choice.ts'
import { counting } from './figures.ts'
import { InsightsBar } from './insightsBar.tsx'
import { reportNamed } from './reports.ts'
import { readTeams } from './teams.ts'

/** What was sold, what will be, and how it goes: every figure leads to the deals it was counted from. */
export function Insights() {
  const choice = chosen()
  useEffect(() => void readTeams().catch(tellProblem), [])
  useKeys('Charts', useMemo(chartKeys, []))
  return (
    <div class="insights">
      <InsightsBar choice={choice} />
      {firstSight.value.is_empty ? (
        <div class="told">
          <h2>No figures yet</h2>
          <p>They are counted from deals and activities. Begin with a first deal, a file or sample data.</p>
          <a class="primary" href="/app">
            Choose how to begin
          </a>
        </div>
      ) : (
        <div class="charts" aria-busy={counting.value > 0 || undefined}>
          {choice.charts.map(name => {
            const facts = reportNamed(name)
            return facts && <Chart key={name} facts={facts} choice={choice} />
          })}
        </div>
      )}
    </div>
  )
}

function chartKeys() {
  const cards = () => [...document.querySelectorAll<HTMLElement>('[data-chart]')]
  const here = () => cards().findIndex(card => card.contains(document.activeElement))
  const step = (by: number) => () => {
    const all = cards()
    const card = all[Math.max(0, Math.min(all.length - 1, here() + by))]
    card?.focus()
    card?.scrollIntoView({ block: 'nearest' })
  }
  const press = (what: string) => () => cards()[here()]?.querySelector<HTMLElement>(`[data-do=${what}]`)?.click()
  const onCard = (act: (name: string) => void) => () => {
    const name = cards()[here()]?.dataset.chart
    if (name) act(name)
  }
  return [
    { keys: 'j', text: 'Next chart', run: step(1) },
    { keys: 'k', text: 'Chart before', run: step(-1) },
    { keys: 't', text: 'Show the chart as a table, or back', run: press('table') },
    { keys: 'd', text: 'Download the figures as CSV', run: press('save') },
    { keys: '[', text: 'Move the chart up', run: onCard(name => moveChart(name, -1)) },
    { keys: ']', text: 'Move the chart down', run: onCard(name => moveChart(name, 1)) },
    { keys: 'h', text: 'Hide the chart', run: onCard(hideChart) },
  ]
}
