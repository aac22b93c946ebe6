import { computed, signal } from '@preact/signals'
import { watchPress } from '../../parts/press.ts'
import type { Entry } from '../entry.ts'
import { DAY_MINUTES } from './layout.ts'
import type { Place } from './moves.ts'

/** What is dragged: where it would be if it were let go now. */
export interface Preview {
  id: number | undefined
  day: string
  /** Undefined for the whole day. */
  from: number | undefined
  to: number
}
export const preview = signal<Preview | undefined>(undefined)
/** Which activity is dragged; it changes when one is picked up and let go, not on the way. */
export const movingId = computed(() => preview.value?.id)

/** What is dragged stops at every so many minutes. */
const SNAP_MINUTES = 15

const scroller = () => document.querySelector('.calendar-scroll')

/** Begins to watch a pointer that went down on an activity; `drop` is told where it was let go. */
export function watchMove(event: PointerEvent, entry: Entry, minutes: number, drop: (place: Place) => void): void {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
  const grabbed = event.clientY - box.top
  let place: Place | undefined
  watchPress(event, {
    begin() {},
    move({ x, y }) {
      place = placeAt(x, y, entry.due_time ? grabbed : 0) ?? place
      if (place) preview.value = { id: entry.id, day: place.day, from: place.minute, to: (place.minute ?? 0) + minutes }
    },
    end: forget,
    drop: () => place && drop(place),
    scroller,
  })
}

/** The same on the lower edge of an activity that begins at `from`; `drop` is told how many minutes it takes. */
export function watchStretch(
  event: PointerEvent,
  { entry, day, from }: { entry: Entry; day: string; from: number },
  drop: (minutes: number) => void,
): void {
  event.stopPropagation()
  const column = (event.currentTarget as HTMLElement).closest<HTMLElement>('[data-day]')
  let to: number | undefined
  watchPress(event, {
    begin() {},
    move({ y }) {
      if (!column) return
      to = Math.max(from + SNAP_MINUTES, snapped(minuteAt(column, y)))
      preview.value = { id: entry.id, day, from, to }
    },
    end: forget,
    drop: () => to !== undefined && drop(to - from),
    scroller,
  })
}

/** The same on the empty space of a day; `drop` is told from when to when. */
export function watchSpace(event: PointerEvent, day: string, drop: (from: number, to: number) => void): void {
  if (event.target !== event.currentTarget) return
  const column = event.currentTarget as HTMLElement
  let [from, to] = [0, 0]
  watchPress(event, {
    begin: at => {
      from = snapped(minuteAt(column, at.y))
    },
    move({ y }) {
      to = Math.max(from + SNAP_MINUTES, snapped(minuteAt(column, y)))
      preview.value = { id: undefined, day, from, to }
    },
    end: forget,
    drop: () => drop(from, to),
    scroller,
  })
}

/** The time of a day that a height in its column stands for. */
export function minuteAt(column: Element, y: number): number {
  const { top, height } = column.getBoundingClientRect()
  return ((y - top) / height) * DAY_MINUTES
}

function placeAt(x: number, y: number, grabbed: number): Place | undefined {
  const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')
  const day = under?.dataset.day
  if (!under || !day) return undefined
  return { day, minute: 'whole' in under.dataset ? undefined : snapped(minuteAt(under, y - grabbed)) }
}

function snapped(minute: number): number {
  const nearest = Math.round(minute / SNAP_MINUTES) * SNAP_MINUTES
  return Math.max(0, Math.min(DAY_MINUTES - SNAP_MINUTES, nearest))
}

function forget(): void {
  preview.value = undefined
}
