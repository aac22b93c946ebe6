import type { Report } from '@portico/crm/sales/insights/app/shape'
import { dealsAddress } from './dealsAddress.ts'
import type { ReportFacts } from './reports.ts'
import { figure, goalWords, rowName } from './words.ts'

interface Props {
  facts: ReportFacts
  report: Report
}

/** All figures of a chart. */
export function FigureTable({ facts, report }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys
    <section class="figure-table" tabIndex={0} aria-label={`${facts.title}, as a table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{facts.rows}</th>
            {report.measures.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map(row => {
            const name = rowName(facts, row)
            const href = dealsAddress(row)
            return (
              <tr key={row.key}>
                <th scope="row">
                  {href ? <a href={href}>{name}</a> : name}
                  {row.goal && <small>{goalWords(row)}</small>}
                </th>
                {report.measures.map((measure, at) => (
                  <td key={measure.key}>{figure(row.values[at] ?? null, measure, report, row)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
