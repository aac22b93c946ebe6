import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Rows } from './visibleRows.ts'

/** What is to be drawn of a list. */
export interface Wanted {
  inView: Rows
  /** So many rows are drawn beyond those in view while nobody scrolls, and a scroll finds them there. */
  ahead: number
  count: number
}

/** So many rows are drawn in one frame at either end: no frame waits for many. */
const IN_A_FRAME = 10
/** And so many at a time while nobody scrolls. */
const AT_REST = 4
/** A scroll draws more when fewer than these are left of what was drawn ahead. */
const LEAST_AHEAD = 6

/** What is drawn next, on the way to what is wanted: first what is in view, then what a scroll would come to. */
export function nextDrawn(before: Rows, { inView, ahead, count }: Wanted, isAtRest: boolean): Rows {
  const drawn = areApart(before, inView) ? { first: inView.first, last: inView.first } : before
  const all = around(inView, ahead, count)
  if (!holds(drawn, inView)) return grown(common(drawn, all), inView, IN_A_FRAME)
  if (isAtRest) return grown(common(drawn, all), all, AT_REST)
  if (holds(drawn, around(inView, Math.min(ahead, LEAST_AHEAD), count))) return drawn
  return grown(common(drawn, around(inView, 2 * ahead, count)), all, IN_A_FRAME)
}

function around({ first, last }: Rows, more: number, count: number): Rows {
  return { first: Math.max(0, first - more), last: Math.min(count, last + more) }
}

function areApart(some: Rows, others: Rows): boolean {
  return some.last <= others.first || some.first >= others.last
}

function holds(some: Rows, others: Rows): boolean {
  return some.first <= others.first && some.last >= others.last
}

function common(some: Rows, others: Rows): Rows {
  return { first: Math.max(some.first, others.first), last: Math.min(some.last, others.last) }
}

/** A few more at either end that is not there yet. */
function grown({ first, last }: Rows, wanted: Rows, most: number): Rows {
  return {
    first: Math.min(first, Math.max(wanted.first, first - most)),
    last: Math.max(last, Math.min(wanted.last, last + most)),
  }
}

/** Whoever scrolls has not for so long when it is over; then a few rows are drawn every now and then. */
const REST_MS = 200
const PAUSE_MS = 16

/** Which rows of a list are drawn; the first time all that are in view. While something else is busy, no more than those. */
export function useDrawnRows(wanted: Wanted, isBusy: () => boolean): Rows {
  const { inView, ahead, count } = wanted
  const drawn = useRef<Rows | undefined>(undefined)
  const rest = useRef<Rows | undefined>(undefined)
  const drawings = useSignal(0)
  const isAtRest = rest.current !== undefined && areSame(rest.current, inView)
  drawn.current = drawn.current && drawn.current.last > 0 ? nextDrawn(drawn.current, wanted, isAtRest) : inView
  const isInView = holds(drawn.current, inView)
  const isWhole = areSame(drawn.current, around(inView, ahead, count))
  const drawing = drawings.value
  useLayoutEffect(() => {
    if (isWhole) return
    const drawMore = () => {
      drawings.value = drawing + 1
    }
    if (!isInView) {
      const frame = requestAnimationFrame(drawMore)
      return () => cancelAnimationFrame(frame)
    }
    const later = () => {
      rest.current = inView
      drawMore()
    }
    const timer = setInterval(() => isBusy() || later(), isAtRest ? PAUSE_MS : REST_MS)
    return () => clearInterval(timer)
  }, [isInView, isWhole, isAtRest, drawing, inView.first, inView.last])
  return drawn.current
}

function areSame(some: Rows, others: Rows): boolean {
  return some.first === others.first && some.last === others.last
}
