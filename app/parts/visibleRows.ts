import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface Rows {
  first: number
  last: number
}

/** Rows come and go a few at a time, at both ends at once: most steps of a scroll then draw nothing. */
const STEP = 2

/** Which rows of a list are in the document: those in view and a few around them. All rows are equally high. */
export function rowsInView(top: number, height: number, rowHeight: number, count: number): Rows {
  const first = Math.floor(top / rowHeight / STEP) * STEP - STEP
  const last = first + Math.ceil(height / rowHeight) + 3 * STEP
  return { first: Math.min(count, Math.max(0, first)), last: Math.max(0, Math.min(count, last)) }
}

/** The rows of a scrolling element that are to be drawn now. */
export function useRowsInView(list: RefObject<HTMLElement | null>, rowHeight: number, count: number): Rows {
  const rows = useSignal<Rows>(rowsInView(0, UNKNOWN_HEIGHT, rowHeight, count))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let height = element.clientHeight
    const look = () => {
      const next = rowsInView(element.scrollTop, height, rowHeight, count)
      if (next.first !== rows.value.first || next.last !== rows.value.last) rows.value = next
    }
    const observer = new ResizeObserver(([entry]) => {
      height = entry?.contentRect.height ?? height
      look()
    })
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [rowHeight, count])
  return rows.value
}

/** So many rows are drawn in one frame at either end. */
const MOST_NEW = 3

/**
 * What is drawn on the way to what is wanted: of many rows that come into view at once a few, so that no frame waits for
 * all of them. Those that are drawn already stay; what has no row in common with them begins where it is reached first.
 */
export function grownRows(drawn: Rows, wanted: Rows): Rows {
  if (drawn.last <= wanted.first) return { first: wanted.first, last: Math.min(wanted.last, wanted.first + MOST_NEW) }
  if (drawn.first >= wanted.last) return { first: Math.max(wanted.first, wanted.last - MOST_NEW), last: wanted.last }
  return {
    first: Math.max(wanted.first, drawn.first - MOST_NEW),
    last: Math.min(wanted.last, drawn.last + MOST_NEW),
  }
}

/** Which of the rows in view are drawn in this frame; the first time all of them. */
export function useDrawnRows(wanted: Rows): Rows {
  const drawn = useRef<Rows | undefined>(undefined)
  const frames = useSignal(0)
  drawn.current = drawn.current && drawn.current.last > 0 ? grownRows(drawn.current, wanted) : wanted
  const { first, last } = drawn.current
  const isWhole = first === wanted.first && last === wanted.last
  // Drawn anew by the next frame, until all are there.
  const frame = frames.value
  useLayoutEffect(() => {
    if (isWhole) return
    const next = requestAnimationFrame(() => {
      frames.value = frame + 1
    })
    return () => cancelAnimationFrame(next)
  }, [isWhole, frame, wanted.first, wanted.last])
  return drawn.current
}

/** Until the browser has laid the list out. */
const UNKNOWN_HEIGHT = 800

/** Scrolls a list of equally high rows so that one of them is seen whole. */
export function revealRow(list: Element | null, place: number, rowHeight: number): void {
  if (!list || place < 0) return
  const top = place * rowHeight
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight
}
