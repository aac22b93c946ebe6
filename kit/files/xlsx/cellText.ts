/** How the cells of a style show a number. */
export type Shown = 'number' | 'percent' | 'date' | 'time' | 'moment'

/** Formats that Excel knows by number alone. */
const KNOWN: Readonly<Record<number, Shown>> = { 9: 'percent', 10: 'percent', 22: 'moment' }
const DATES = [14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]
const TIMES = [18, 19, 20, 21, 32, 33, 45, 46, 47]

/** What a number format shows: by its number, and by its code where the workbook has one of its own. */
export function shownAs(id: number, code: string | undefined): Shown {
  if (code === undefined) return KNOWN[id] ?? (DATES.includes(id) ? 'date' : TIMES.includes(id) ? 'time' : 'number')
  // Texts, colours and characters that stand for themselves say nothing about the value.
  const letters = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[[^[\]]*\]/g, part => (/^\[[hms]+\]$/i.test(part) ? part : ''))
  if (letters.includes('%')) return 'percent'
  if (/general/i.test(letters)) return 'number'
  const hasDay = /[yd]/i.test(letters)
  const hasTime = /[hs]/i.test(letters)
  if (hasDay && hasTime) return 'moment'
  if (hasTime) return 'time'
  return hasDay || /m/i.test(letters) ? 'date' : 'number'
}

const DAY_MS = 86_400_000

/** A number as people and other files write it: days as YYYY-MM-DD, 0.4 as 40% where the cell shows it so. */
export function numberText(raw: string, shown: Shown, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return ''
  if (shown === 'number') return decimal(value)
  if (shown === 'percent') return `${decimal(value * 100)}%`
  const time = timeOf(value)
  if (shown === 'time') return time
  const day = dayOf(Math.floor(value + 0.5 / DAY_MS), is1904)
  if (day === undefined) return decimal(value)
  return shown === 'date' || time === '00:00:00' ? day : `${day}T${time}`
}

/** Fifteen digits count, as in Excel; none of them is written as a power. */
function decimal(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

function timeOf(value: number): string {
  const seconds = Math.round((value - Math.floor(value)) * 86_400) % 86_400
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Excel counts days from 1900, with a 29 February in that year which there was not; some files from 1904. */
function dayOf(serial: number, is1904: boolean): string | undefined {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  if (days < 1 || days > 2_958_465) return undefined
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10)
}

/** `B12` is in column 1. */
export function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (!letters) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Excel writes characters that XML does not allow as `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}
