import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface MenuItem {
  label: string
  run: () => void
  /** It is so already. */
  isCurrent?: boolean
}

interface Props {
  label: string
  items: readonly MenuItem[]
  /** Beside what it opens. */
  anchor: Element
  close: () => void
  children?: ComponentChildren
}

/** A list of things to do, by arrow keys, by number, by the first letter or by pointer. */
export function Menu({ label, items, anchor, close, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const before = document.activeElement
    element.showPopover()
    place(element, anchor)
    focusItem(
      element,
      Math.max(
        0,
        items.findIndex(item => item.isCurrent),
      ),
    )
    const outside = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) close()
    }
    addEventListener('pointerdown', outside, { capture: true })
    return () => {
      removeEventListener('pointerdown', outside, { capture: true })
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  function onKey(event: KeyboardEvent) {
    const element = list.current
    if (!element) return
    const at = itemsIn(element).indexOf(document.activeElement as HTMLElement)
    const number = Number(event.key)
    if (event.key === 'ArrowDown') focusItem(element, (at + 1) % items.length)
    else if (event.key === 'ArrowUp') focusItem(element, (at + items.length - 1) % items.length)
    else if (event.key === 'Home') focusItem(element, 0)
    else if (event.key === 'End') focusItem(element, items.length - 1)
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (number >= 1 && number <= items.length) focusItem(element, number - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={list} class="menu" role="menu" aria-label={label} popover="manual" tabIndex={-1} onKeyDown={onKey}>
      {children}
      {items.map((item, nr) => (
        <button
          key={item.label}
          type="button"
          role="menuitemradio"
          aria-checked={item.isCurrent ?? false}
          onClick={() => {
            close()
            item.run()
          }}
        >
          <kbd>{nr + 1}</kbd> {item.label}
        </button>
      ))}
    </div>
  )
}

function itemsIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[role^=menuitem]')]
}

function focusItem(element: HTMLElement, nr: number): void {
  itemsIn(element)[nr]?.focus()
}

/** Below the anchor where there is room, else above it; never beyond the edge of the window. */
function place(element: HTMLElement, anchor: Element): void {
  const { left, bottom, top } = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const y = bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)
  element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  element.style.top = `${y}px`
}
