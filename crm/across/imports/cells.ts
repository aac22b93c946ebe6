import { isDay } from '@portico/kit/api/schemas'

/** In which order a column writes days, where that is not plain: 03/04/2026. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** What stands before the decimals of a column: 1,234.56 or 1.234,56. */
export const NUMBER_STYLES = ['point', 'comma'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

/** English and German names of months by their first letters. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const OTHER_MONTHS: Readonly<Record<string, number>> = { mär: 3, mrz: 3, mai: 5, okt: 10, dez: 12 }

/** `2026-03-04T10:00:00.000+01:00` is shorter. */
const LONGEST_DAY = 40

/** The day that a cell says, as YYYY-MM-DD; undefined when it is none. A time behind it is left out. */
export function readDay(cell: string, order: DateOrder): string | undefined {
  if (cell.length > LONGEST_DAY) return undefined
  const [text = ''] = cell.trim().split(/[T ](?=\d{1,2}:\d\d)/)
  const [, year, month, day] = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})\.?$/.exec(text) ?? []
  if (year) return dayOf(Number(year), Number(month), Number(day))
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (compact) return dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const [, a, b, c] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)$/.exec(text) ?? []
  if (a) {
    const [d, m] = order === 'dmy' ? [a, b] : [b, a]
    return dayOf(wholeYear(c ?? ''), Number(m), Number(d))
  }
  const [, d, dayFirst, yearLast] = /^(\d{1,2})\.?[ -]*([a-zä]{3,9})\.?,?[ -]*(\d{4}|\d\d)$/i.exec(text) ?? []
  if (dayFirst) return dayOf(wholeYear(yearLast ?? ''), monthOf(dayFirst), Number(d))
  const [, monthFirst, dd, y] = /^([a-zä]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text) ?? []
  if (monthFirst) return dayOf(Number(y), monthOf(monthFirst), Number(dd))
  return undefined
}

function monthOf(name: string): number {
  const begin = name.slice(0, 3).toLowerCase()
  return OTHER_MONTHS[begin] ?? MONTHS.indexOf(begin) + 1
}

function wholeYear(text: string): number {
  if (text.length === 4) return Number(text)
  return Number(text) + (Number(text) < 70 ? 2000 : 1900)
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/** In which order these cells write days: as one of them shows that can only be read in one way. */
export function guessDateOrder(cells: readonly string[]): { order: DateOrder; isPlain: boolean } {
  let isPlain = true
  let dots = false
  for (const cell of cells) {
    const [, a, mark, b] = /^\s*(\d{1,2})([-/. ])(\d{1,2})[-/. ]\d{2,4}/.exec(cell) ?? []
    if (!a) continue
    if (Number(a) > 12) return { order: 'dmy', isPlain: true }
    if (Number(b) > 12) return { order: 'mdy', isPlain: true }
    if (mark === '.') dots = true
    else if (a !== b) isPlain = false
  }
  return { order: isPlain || dots ? 'dmy' : 'mdy', isPlain }
}

/** The number that a cell says; undefined when it is none. Signs of currencies and spaces between digits are left out. */
export function readNumber(cell: string, style: NumberStyle): number | undefined {
  const bare = cell.replace(/[\s\u00a0\u202f'’]|^[A-Z]{3}(?=[\s\d-])|[A-Z]{3}$|[€$£¥%]/g, '')
  const signed = /^\((.+)\)$/.exec(bare)?.[1]
  const text = signed ? `-${signed}` : bare
  const [thousands, decimal] = style === 'point' ? [',', '.'] : ['.', ',']
  const [whole = '', fraction, more] = text.replace(/^[+-]/, '').split(decimal)
  if (more !== undefined || !/^\d*$/.test(fraction ?? '')) return undefined
  const groups = whole.split(thousands)
  const isGrouped = groups.length > 1
  if (isGrouped && !groups.every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(group))) return undefined
  const digits = groups.join('')
  if (!/^\d*$/.test(digits) || (digits === '' && !fraction)) return undefined
  const number = Number(`${digits || 0}.${fraction || 0}`)
  return text.startsWith('-') ? -number : number
}

/** How these cells write numbers; `fallback` where they do not tell. */
export function guessNumberStyle(cells: readonly string[], fallback: NumberStyle): NumberStyle {
  for (const cell of cells) {
    const [point, comma] = [cell.lastIndexOf('.'), cell.lastIndexOf(',')]
    if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma'
    if (/,\d{1,2}\D*$/.test(cell) || /\.\d{3}\./.test(cell)) return 'comma'
    if (/\.\d{1,2}\D*$/.test(cell) || /,\d{3},/.test(cell)) return 'point'
  }
  return fallback
}

/** A phone number as the database compares it (`crm.phone_digits`); undefined for what is too short to tell anybody. */
export function phoneDigits(cell: string): string | undefined {
  const digits = cell.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 6 ? digits : undefined
}

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]+$/

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

/** Several values in one cell. */
export function listed(cell: string): string[] {
  return cell
    .split(/[,;\n]/)
    .map(part => part.trim())
    .filter(Boolean)
}
