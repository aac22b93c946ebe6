import type { Entry } from '../entry.ts'
import type { Place } from './moves.ts'

/** What a view shows. */
export interface GridProps {
  days: readonly string[]
  /** The one the view is around. */
  day: string
  entries: readonly Entry[]
  act: GridActions
}

/** What can be done in it; stays the same from one drawing to the next. */
export interface GridActions {
  open: (entry: Entry) => void
  add: (day: string, minute?: number, minutes?: number) => void
  move: (entry: Entry, place: Place) => void
  stretch: (entry: Entry, minutes: number) => void
}
