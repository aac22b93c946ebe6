import type { Report } from '@portico/crm/sales/insights/app/shape'
import type { ReportFacts } from './reports.ts'
import { rowName } from './words.ts'

/** The table of a report as a file for spreadsheets: plain numbers, and the currency in the head. */
export function csvOf(facts: ReportFacts, report: Report): string {
  const hasOwnCurrency = report.measures.some(({ unit }) => unit === 'amount')
  const head = [
    facts.rows,
    ...report.measures.map(({ label, unit }) => (unit === 'money' ? `${label} (${report.currency})` : label)),
    ...(hasOwnCurrency ? ['Currency'] : []),
  ]
  const lines = report.rows.map(row => [
    rowName(facts, row),
    ...row.values,
    ...(hasOwnCurrency ? [row.currency ?? ''] : []),
  ])
  return [head, ...lines].map(cells => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** Spreadsheets take a text that begins like this for a formula; with an apostrophe before it, it stays a text. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const plain = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Spreadsheets know by the first character that it is UTF-8. */
export function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
