import { encode } from 'uqr'

/**
 * A QR code as one SVG path to be stroked one unit wide: every row a line, pen up where it is white. Any mask makes a
 * readable code; fixing it spares trying all eight, which would cost nine tenths of the time.
 */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'L', maskPattern: 2, boostEcc: false, border: 0 })
  return { size, path: data.map((row, y) => `M0 ${y}.5${strokesIn(row)}`).join('') }
}

/** Moves and lines along one row, each relative to where the one before ended. */
function strokesIn(row: readonly boolean[]): string {
  let pen = 0
  return runsIn(row)
    .map(([start, length]) => {
      const gap = start - pen
      pen = start + length
      return `${gap === 0 ? '' : `m${gap} 0`}h${length}`
    })
    .join('')
}

/** Start and length of each stretch of dark modules. */
function runsIn(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  let start = -1
  for (let x = 0; x <= row.length; x++) {
    if (row[x] && start < 0) start = x
    if (row[x] || start < 0) continue
    runs.push([start, x - start])
    start = -1
  }
  return runs
}
