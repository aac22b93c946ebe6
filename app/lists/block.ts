/** A rectangle of cells as spreadsheets put it on the clipboard: tabs between cells, lines between rows. */

/** Cells with a tab, a line break or a quote are quoted, and quotes in them doubled. */
export function writeBlock(cells: readonly (readonly string[])[]): string {
  return cells.map(row => row.map(quoted).join('\t')).join('\n')
}

function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The other way. A line break at the end ends the last row, it begins none. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    row.push(cell)
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (text[end] === '\t') continue
    rows.push(row)
    row = []
    if (at >= text.length) return rows
  }
}

function plainCell(text: string, start: number) {
  let end = start
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

/** A quote that is closed before the cell ends; anything else is a plain cell that begins with a quote. */
function quotedCell(text: string, start: number) {
  let cell = ''
  let at = start + 1
  while (at < text.length) {
    const next = text.indexOf('"', at)
    if (next === -1) break
    cell += text.slice(at, next)
    if (text[next + 1] === '"') {
      cell += '"'
      at = next + 2
      continue
    }
    const after = text[next + 1]
    if (after === undefined || after === '\t' || after === '\n' || after === '\r') return { cell, end: next + 1 }
    break
  }
  return plainCell(text, start)
}

/** A rectangle of places in a list, from one corner to the other. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export interface CellPlace {
  row: number
  column: number
}

export function rangeBetween(a: CellPlace, b: CellPlace): Range {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export function isInside({ top, bottom, left, right }: Range, { row, column }: CellPlace): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** A step from a cell, never beyond the edges. */
export function stepFrom(place: CellPlace, rows: number, columns: number, down: number, right: number): CellPlace {
  return {
    row: Math.max(0, Math.min(rows - 1, place.row + down)),
    column: Math.max(0, Math.min(columns - 1, place.column + right)),
  }
}

/** What is pasted where: a single cell fills the whole range, a block begins at its upper left corner. */
export function spread(block: readonly (readonly string[])[], range: Range): { place: CellPlace; text: string }[] {
  const [only] = block
  if (block.length === 1 && only?.length === 1) {
    const cells = []
    for (let row = range.top; row <= range.bottom; row++)
      for (let column = range.left; column <= range.right; column++)
        cells.push({ place: { row, column }, text: only[0] ?? '' })
    return cells
  }
  return block.flatMap((line, row) =>
    line.map((text, column) => ({ place: { row: range.top + row, column: range.left + column }, text })),
  )
}
