import type { Entry } from '../entry.ts'
import type { Place } from './moves.ts'

/** What a view shows, and what can be done in it. */
export interface GridProps {
  days: readonly string[]
  /** The one the view is around. */
  day: string
  entries: readonly Entry[]
  open: (entry: Entry) => void
  add: (day: string, minute?: number, minutes?: number) => void
  move: (entry: Entry, place: Place) => void
  stretch: (entry: Entry, minutes: number) => void
}
