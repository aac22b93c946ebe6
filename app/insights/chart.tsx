import type { Report, ReportRow } from '@portico/crm/sales/insights/app/shape'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { query } from '../shell/location.ts'
import { mayDo, pipelines } from '../store/company.ts'
import { type Bar, Bars } from './bars.tsx'
import { type Choice, figuresPath, hideChart, moveChart, pipelineOf, toggleTable } from './choice.ts'
import { csvOf, download } from './csv.ts'
import { dealsAddress } from './dealsAddress.ts'
import { useFigures } from './figures.ts'
import { FigureTable } from './figureTable.tsx'
import { GoalActions } from './goalActions.tsx'
import type { ReportFacts } from './reports.ts'
import { figure, goalWords, headline, rowName, shortName } from './words.ts'

interface Props {
  facts: ReportFacts
  choice: Choice
}

/** One report: its question, its bars or its table, and what can be done with it. */
export function Chart({ facts, choice }: Props) {
  const card = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const isMenuOpen = useSignal(false)
  const { report, refusal, isReading } = useFigures(figuresPath(facts, choice), facts.of, card)
  const { name, title } = facts
  const isTable = choice.tables.has(name)
  const save = () => report.value && download(`${name}.csv`, csvOf(facts, report.value))
  const pipeline = facts.isOfPipeline && pipelines.value.find(({ id }) => id === pipelineOf(facts, choice))
  const at = choice.charts.indexOf(name)
  return (
    <section ref={card} class="chart" data-chart={name} tabIndex={-1} aria-labelledby={`chart-${name}`}>
      <header>
        <h2 id={`chart-${name}`}>
          {title}
          {pipeline && pipelines.value.length > 1 && <small> {pipeline.name}</small>}
        </h2>
        <button
          type="button"
          class="quiet"
          data-do="table"
          aria-pressed={isTable}
          aria-label={`${title} as a table`}
          onClick={() => toggleTable(name)}
        >
          Table
        </button>
        <button
          ref={more}
          type="button"
          class="round"
          aria-label={`More about ${title}`}
          aria-haspopup="menu"
          onClick={() => (isMenuOpen.value = true)}
        >
          <Icon name="more" />
        </button>
        <button type="button" hidden data-do="save" onClick={save} />
        <p class="soft">{facts.question}</p>
      </header>
      <div class="chart-body" data-old={isReading.value || undefined}>
        {refusal.value ? (
          <p class="chart-told">{refusal.value}</p>
        ) : report.value ? (
          <Told facts={facts} report={report.value} choice={choice} isTable={isTable} />
        ) : (
          <p class="chart-told">Counting …</p>
        )}
      </div>
      {isMenuOpen.value && more.current && (
        <Menu
          label={title}
          anchor={more.current}
          close={() => (isMenuOpen.value = false)}
          items={[
            { label: isTable ? 'Show as a chart' : 'Show as a table', run: () => toggleTable(name) },
            { label: 'Download as CSV', run: save },
            ...(at > 0 ? [{ label: 'Move up', run: () => moveChart(name, -1) }] : []),
            ...(at < choice.charts.length - 1 ? [{ label: 'Move down', run: () => moveChart(name, 1) }] : []),
            ...(choice.charts.length > 1 ? [{ label: 'Hide', run: () => hideChart(name) }] : []),
          ]}
        />
      )}
    </section>
  )
}

function Told({ facts, report, choice, isTable }: Props & { report: Report; isTable: boolean }) {
  const isGoals = facts.keys === 'goal'
  if (report.total === 0)
    return (
      <>
        <p class="chart-told">{facts.empty}</p>
        {isGoals && <GoalActions rows={[]} />}
      </>
    )
  const bars = report.rows.map(row => barOf(facts, report, row, choice))
  return (
    <>
      <p class="chart-total">{headline(facts, report)}</p>
      {isTable ? (
        <FigureTable facts={facts} report={report} />
      ) : (
        <Bars label={facts.title} form={facts.form} bars={bars} most={isGoals ? 100 : undefined} />
      )}
      {isGoals && report.total > report.rows.length && (
        <p class="soft">
          These are {report.rows.length} of {report.total} goals. Choose a person or a team to see theirs.
        </p>
      )}
      {isGoals && <GoalActions rows={report.rows} />}
      <NotConverted report={report} />
    </>
  )
}

/** What a row looks like as a bar: money or numbers as chosen, where the report has both. */
function barOf(facts: ReportFacts, report: Report, row: ReportRow, { show }: Choice): Bar {
  const { measures } = report
  const wanted = measures.findIndex(({ unit }) => unit === (show === 'value' ? 'money' : 'count'))
  const at = facts.name === 'time-in-stage' || wanted === -1 ? 0 : wanted
  const drawn = measures[at]
  const name = rowName(facts, row)
  const figureOf = (key: string | undefined) => {
    const nr = measures.findIndex(measure => measure.key === key)
    return nr === -1 ? undefined : (row.values[nr] ?? undefined)
  }
  const all = measures.map((measure, nr) => `${measure.label} ${figure(row.values[nr] ?? null, measure, report, row)}`)
  const isMoney = drawn?.unit === 'money'
  return {
    key: row.key,
    label: shortName(facts, row),
    ...(row.goal && { detail: goalWords(row) }),
    value: row.values[at] ?? null,
    text: textOf(facts, report, row, at),
    ...(isMoney && { behind: figureOf(facts.behind) }),
    mark: figureOf(facts.mark),
    words: `${name}: ${all.join(', ')}`,
    href: dealsAddress(row) ?? personAddress(facts, row),
  }
}

/** What is not counted from deals leads to the figures of the person. */
function personAddress({ keys }: ReportFacts, { key }: ReportRow): string | undefined {
  if (keys !== 'user' || !/^\d+$/.test(key)) return undefined
  const next = new URLSearchParams(query.value)
  next.delete('team')
  next.set('owner', key)
  return `/app/insights?${next}`
}

function textOf({ name, keys }: ReportFacts, report: Report, row: ReportRow, at: number): string {
  const measure = report.measures[at]
  if (!measure) return ''
  const text = figure(row.values[at] ?? null, measure, report, row, true)
  if (name === 'conversion') return `${text} · ${figure(row.values[1] ?? null, report.measures[1] ?? measure, report)}`
  if (keys !== 'goal') return text
  const amount = (nr: number) => figure(row.values[nr] ?? null, report.measures[nr] ?? measure, report, row, true)
  return `${amount(2)} of ${amount(3)}`
}

/** Money that is in none of the sums. */
function NotConverted({ report: { not_converted } }: { report: Report }) {
  if (!not_converted) return null
  const parts = Object.entries(not_converted).map(
    ([code, { count, value }]) => `${count === 1 ? '1 deal' : `${count} deals`} (${value.toLocaleString()} ${code})`,
  )
  return (
    <p class="soft">
      Without {parts.join(', ')}: no exchange rate is known.{' '}
      {mayDo('sales_admin') && <a href="/app/settings/currencies">Give one</a>}
    </p>
  )
}
