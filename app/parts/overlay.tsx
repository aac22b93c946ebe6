import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  label: string
  close: () => void
  children: ComponentChildren
}

/** Those that are open, the one on top last. */
const open: HTMLElement[] = []

export const isOverlayOpen = () => open.length > 0

/**
 * Covers the window under what has to be answered before one goes on, and keeps the focus there. Escape, a press beside
 * it and a form of the method `dialog` leave it. It is a popover: for a modal dialog the browser would go through every
 * element of the page before anything is seen.
 */
export function Overlay({ label, close, children }: Props) {
  const overlay = useRef<HTMLDialogElement>(null)
  const leave = useRef(close)
  leave.current = close
  useLayoutEffect(() => {
    const element = overlay.current
    if (!element) return
    const before = document.activeElement
    let inside: HTMLElement | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || open.at(-1) !== element) return
      if (event.key === 'Tab') goRound(element, event)
      else if (event.key === 'Escape') {
        event.preventDefault()
        leave.current()
      }
    }
    // The page may give the focus to something of its own while one types here: it comes back to where it was.
    const keepFocus = ({ target }: FocusEvent) => {
      if (open.at(-1) !== element) return
      if (element.contains(target as Node)) inside = target as HTMLElement
      else (inside?.isConnected ? inside : stopsIn(element)[0])?.focus()
    }
    open.push(element)
    addEventListener('keydown', onKey)
    addEventListener('focusin', keepFocus)
    element.showPopover()
    return () => {
      open.splice(open.indexOf(element), 1)
      removeEventListener('keydown', onKey)
      removeEventListener('focusin', keepFocus)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={overlay}
      class="overlay"
      popover="manual"
      aria-modal="true"
      aria-label={label}
      onMouseDown={event => {
        if (event.target !== overlay.current) return
        // The focus goes back to where it was, not to what lies under the press.
        event.preventDefault()
        close()
      }}
      onSubmit={event => event.target instanceof HTMLFormElement && event.target.method === 'dialog' && close()}
    >
      {children}
    </dialog>
  )
}

/** From the last to the first, and back: else the focus would leave the page. */
function goRound(element: HTMLElement, event: KeyboardEvent): void {
  const stops = stopsIn(element)
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** What the key Tab comes to. */
function stopsIn(element: HTMLElement): HTMLElement[] {
  const all = element.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]',
  )
  return [...all].filter(stop => stop.checkVisibility({ visibilityProperty: true }))
}
