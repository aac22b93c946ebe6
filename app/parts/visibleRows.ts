import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

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

/** Until the browser has laid the list out. */
const UNKNOWN_HEIGHT = 800

/** Scrolls a list of equally high rows so that one of them is seen whole. */
export function revealRow(list: Element | null, place: number, rowHeight: number): void {
  if (!list || place < 0) return
  const top = place * rowHeight
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight
}
