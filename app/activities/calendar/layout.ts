import { addDays, today } from '../../parts/days.ts'

/** A stretch of one day, in minutes of the clock on the wall. */
export interface Stretch {
  from: number
  to: number
}

/** Where something is drawn among what overlaps it: in which of so many columns. */
export interface Lane {
  lane: number
  lanes: number
}

/**
 * Lays stretches that overlap side by side. What overlaps directly or through others shares one number of lanes; nothing
 * shares a lane with what it overlaps; whatever overlaps nothing has the whole width.
 */
export function sideBySide<T extends Stretch>(stretches: readonly T[]): (T & Lane)[] {
  const inOrder = stretches.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const placed: (T & Lane)[] = []
  /** Those that hang together, and when each of their lanes is free again. */
  let cluster: (T & Lane)[] = []
  let free: number[] = []
  const close = () => {
    for (const each of cluster) each.lanes = free.length
    placed.push(...cluster)
    cluster = []
    free = []
  }
  for (const stretch of inOrder) {
    if (free.every(until => until <= stretch.from)) close()
    const found = free.findIndex(until => until <= stretch.from)
    const lane = found === -1 ? free.length : found
    free[lane] = stretch.to
    cluster.push({ ...stretch, lane, lanes: 0 })
  }
  close()
  return placed
}

export const DAY_MINUTES = 1440
/** What is shorter is drawn this long, so that it can be read and caught. */
export const SHORTEST_MINUTES = 30

export interface DayStretch extends Stretch {
  day: string
}

/**
 * The days that something with a time takes up, and from when to when on each, by the clocks where the person is. What
 * takes an hour over a change of clocks may end at a time of the wall before it began: it is drawn shortest then.
 */
export function stretchesOf(begins: number, minutes: number, most = 7): DayStretch[] {
  const begin = new Date(begins)
  const end = new Date(begins + Math.max(minutes, 1) * 60_000)
  const [first, last] = [today(begin), today(end)]
  const from = minuteOf(begin)
  if (first === last) return [drawn(first, from, minuteOf(end))]
  const stretches = [drawn(first, from, DAY_MINUTES)]
  for (let day = addDays(first, 1); day <= last && stretches.length < most; day = addDays(day, 1)) {
    const to = day === last ? minuteOf(end) : DAY_MINUTES
    if (to > 0) stretches.push(drawn(day, 0, to))
  }
  return stretches
}

function drawn(day: string, from: number, to: number): DayStretch {
  const start = Math.min(from, DAY_MINUTES - SHORTEST_MINUTES)
  return { day, from: start, to: Math.min(DAY_MINUTES, Math.max(to, start + SHORTEST_MINUTES)) }
}

function minuteOf(moment: Date): number {
  return moment.getHours() * 60 + moment.getMinutes()
}

/** `09:30` of minutes after midnight. */
export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
