/** Groups of deals are kept by day, and by eight days together: a report of years has an eighth of them to add up. */
export const DAYS_TOGETHER = 8

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2000, 0, 1)

/** The days of which a report asks. */
export interface AskedDays {
  /**
   * The first day, the day after the last, and between them every day with which something new begins, in order. Days
   * between two borders are not told apart.
   */
  borders: readonly string[]
  /** Also deals that have no such day. */
  orNone?: boolean
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}

/** Places one after the other, each of one day or of several together. */
export interface Stretch {
  days: number
  first: number
  last: number
}

/** The days between borders in as few places as may be, none of which lies on both sides of one. */
export function stretchesBetween(borders: readonly string[]): Stretch[] {
  const numbers = borders.map(day => Math.round((Date.parse(day) - FIRST_DAY) / DAY_MS))
  const stretches: Stretch[] = []
  let single = numbers[0] ?? 0
  for (const [at, end] of numbers.slice(1).entries()) {
    const first = Math.ceil((numbers[at] ?? 0) / DAYS_TOGETHER)
    const last = Math.floor(end / DAYS_TOGETHER) - 1
    if (first > last) continue
    addDays(stretches, single, first * DAYS_TOGETHER)
    stretches.push({ days: DAYS_TOGETHER, first, last })
    single = (last + 1) * DAYS_TOGETHER
  }
  addDays(stretches, single, numbers.at(-1) ?? 0)
  return stretches
}

/** One by one, up to the end. */
function addDays(stretches: Stretch[], first: number, end: number): void {
  if (first < end) stretches.push({ days: 1, first, last: end - 1 })
}
