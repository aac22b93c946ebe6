import { failure } from '../api/failure.ts'

/** What stands between the cells of a row. */
export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** Longer than any text that a field takes: a quote that nobody closes would swallow the rest of the file. */
const LONGEST_CELL = 200_000
const MOST_CELLS = 5_000

/**
 * Reads CSV piece by piece. Cells may be in quotes, with doubled quotes and line ends inside; lines end as on any system.
 * An empty line is a row with one empty cell.
 *
 * @example
 * const reader = csvReader(';')
 * for await (const text of texts) for (const row of reader.push(text)) use(row)
 * for (const row of reader.end()) use(row)
 */
export function csvReader(separator: Separator) {
  let row: string[] = []
  let cell = ''
  let count = 0
  let state: 'start' | 'plain' | 'quoted' | 'after quote' | 'after return' = 'start'

  function endRow(rows: string[][]) {
    row.push(cell)
    rows.push(row)
    count++
    row = []
    cell = ''
  }

  function endCell() {
    if (row.length >= MOST_CELLS) throw failure('invalid', `Row ${count + 1} has more than ${MOST_CELLS} cells`)
    row.push(cell)
    cell = ''
  }

  function add(text: string) {
    cell += text
    if (cell.length > LONGEST_CELL)
      throw failure('invalid', `A cell of row ${count + 1} does not end: is a quote missing there?`)
  }

  function push(text: string): string[][] {
    const rows: string[][] = []
    let at = 0
    while (at < text.length) {
      if (state === 'quoted') {
        const quote = text.indexOf('"', at)
        add(text.slice(at, quote === -1 ? text.length : quote))
        if (quote === -1) break
        at = quote + 1
        state = 'after quote'
        continue
      }
      const letter = text[at]
      if (state === 'after return' && letter === '\n') {
        at++
        state = 'start'
      } else if (letter === '"' && state === 'after quote') {
        add('"')
        at++
        state = 'quoted'
      } else if (letter === '"' && state !== 'plain') {
        at++
        state = 'quoted'
      } else if (letter === separator) {
        endCell()
        at++
        state = 'start'
      } else if (letter === '\n' || letter === '\r') {
        endRow(rows)
        at++
        state = letter === '\r' ? 'after return' : 'start'
      } else {
        const end = endOfPlain(text, at, separator)
        add(text.slice(at, end))
        at = end
        state = 'plain'
      }
    }
    return rows
  }

  function end(): string[][] {
    const rows: string[][] = []
    if (row.length > 0 || cell !== '' || state === 'quoted' || state === 'after quote') endRow(rows)
    return rows
  }

  return { push, end }
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** The separator under which the first rows have the most cells, as many in each of them. */
export function separatorOf(text: string): Separator {
  let [best, most]: [Separator, number] = [',', 0]
  for (const separator of SEPARATORS) {
    const reader = csvReader(separator)
    const rows = reader.push(text).slice(0, 20)
    if (rows.length === 0) rows.push(...reader.end())
    const cells = rows.filter(row => row.length > 1 || row[0] !== '').map(row => row.length)
    const first = cells[0] ?? 1
    const score = (first - 1) * cells.filter(count => count === first).length
    if (score > most) [best, most] = [separator, score]
  }
  return best
}
