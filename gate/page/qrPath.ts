import { qrCode } from './qrCode.ts'

/** A QR code as one SVG path to be stroked one unit wide: every row a line, pen up where it is white. */
export interface QrPath {
  size: number
  path: string
}

/** Undefined for a text too long for any code. */
export function qrPath(text: string): QrPath | undefined {
  const code = qrCode(text)
  if (code === undefined) return undefined
  const { size, modules } = code
  let path = ''
  for (let y = 0; y < size; y++) {
    path += `M0 ${y}.5`
    const end = (y + 1) * size
    // From where the pen is: light modules, then dark ones.
    for (let pen = y * size; pen < end; ) {
      const dark = runEnd(modules, 0, pen, end)
      const light = runEnd(modules, 1, dark, end)
      if (light > dark) path += stroke(dark - pen, light - dark)
      pen = light
    }
  }
  return { size, path }
}

/** Where a run of such modules that begins here is over. */
function runEnd(modules: Uint8Array, kind: number, start: number, end: number): number {
  let place = start
  while (place < end && modules[place] === kind) place++
  return place
}

/** No code is wider. */
const WIDEST = 177

/** A code has thousands of strokes and few different ones: making them again costs more than all the rest. */
const strokes = new Array<string | undefined>((WIDEST + 1) ** 2)

/** A move and a line, relative to where the line before ended. */
function stroke(gap: number, length: number): string {
  const key = gap * (WIDEST + 1) + length
  const made = strokes[key] ?? `${gap === 0 ? '' : `m${gap} 0`}h${length}`
  strokes[key] = made
  return made
}
