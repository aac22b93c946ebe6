/** One line of a CSV file as RFC 4180 has it. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvValue).join(',')}\r\n`
}

/**
 * Spreadsheets take a text that begins like this for a formula; with an apostrophe before it, it stays a text. One that
 * has apostrophes there already gets one more, so that `plainCell` gives back every text as it was.
 */
const FORMULA = /^'*[=+\-@\t\r]/

/** Signs, digits and what stands between them: nothing that could do harm, and phone numbers stay what they are. */
const FIGURES = /^[+-][\d\s()./-]*$/

/** What a cell of such a file says, once the quotes around it are gone. */
export function plainCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function csvValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const plain = FORMULA.test(text) && !FIGURES.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
