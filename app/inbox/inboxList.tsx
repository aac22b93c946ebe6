import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { revealRow, useRowsInView } from '../parts/visibleRows.ts'
import type { Inbox } from './inboxStore.ts'

/** All rows are equally high, so that the place of each is plain arithmetic. */
export const ROW_HEIGHT = 76

interface Props<T extends { id: number | string }> {
  inbox: Inbox<T>
  label: string
  /** The inside of a row. */
  row: (item: T, top: number) => ComponentChildren
  /** Said when there are none. */
  empty: ComponentChildren
  /** Above the rows. */
  children?: ComponentChildren
}

/** The list beside the reading pane; more is read when its end comes into view. */
export function InboxList<T extends { id: number | string }>({ inbox, label, row, empty, children }: Props<T>) {
  const list = useRef<HTMLDivElement>(null)
  const shown = inbox.items.value
  const count = shown?.length ?? 0
  const { first, last } = useRowsInView(list, ROW_HEIGHT, count)
  useEffect(() => {
    if (count > 0 && last >= count) void inbox.readMore()
  }, [last, count])
  return (
    <section class="inbox-list" aria-label={label}>
      {children}
      <div class="inbox-scroll" ref={list} aria-busy={shown === undefined || undefined}>
        {!shown && <p class="loading">Loading …</p>}
        {shown?.length === 0 && empty}
        <ul style={{ height: `${count * ROW_HEIGHT}px` }}>
          {shown?.slice(first, last).map((item, nr) => row(item, (first + nr) * ROW_HEIGHT))}
        </ul>
      </div>
    </section>
  )
}

interface RowProps<T extends { id: number | string }> {
  inbox: Inbox<T>
  item: T
  top: number
  title: string
  href: string
  /** Nobody has looked at it. */
  isNew: boolean
  children: ComponentChildren
}

/** One line of the list: a box to select it, and what opens it beside the list. */
export function InboxRow<T extends { id: number | string }>(props: RowProps<T>) {
  const { inbox, item, top, title, href, isNew, children } = props
  const isOpen = inbox.openId.value === item.id
  const isSelected = inbox.selection.isSelected(item.id)
  return (
    <li class="inbox-row" data-open={isOpen} data-selected={isSelected} data-unseen={isNew} style={{ top: `${top}px` }}>
      <input
        type="checkbox"
        aria-label={`Select ${title}`}
        checked={isSelected}
        onChange={() => inbox.selection.toggle(item)}
      />
      <a
        href={href}
        data-item={item.id}
        aria-current={isOpen || undefined}
        onClick={event => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          inbox.open(item.id, { replace: inbox.openId.value !== undefined })
        }}
      >
        {children}
      </a>
    </li>
  )
}

/** Opens what comes after the open one, or before it; the first one when none is open. */
export function stepInbox<T extends { id: number | string }>(inbox: Inbox<T>, by: 1 | -1): void {
  const shown = inbox.items.value ?? []
  const at = shown.findIndex(({ id }) => id === inbox.openId.value)
  const place = at === -1 ? 0 : Math.max(0, Math.min(shown.length - 1, at + by))
  const next = shown[place]
  if (!next) return
  inbox.open(next.id)
  revealRow(document.querySelector('.inbox-scroll'), place, ROW_HEIGHT)
  // Drawn by then, if it was out of view.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item="${next.id}"]`)?.focus())
}

/** The keys that go through a list with a reading pane; `noun` is what one of it is called. */
export function inboxKeys<T extends { id: number | string }>(inbox: Inbox<T>, noun: string) {
  return [
    { keys: 'j', text: `Next ${noun}`, run: () => stepInbox(inbox, 1) },
    { keys: 'k', text: `${noun[0]?.toUpperCase()}${noun.slice(1)} before`, run: () => stepInbox(inbox, -1) },
    { keys: 'ArrowDown', text: `Next ${noun}`, run: () => stepInbox(inbox, 1) },
    { keys: 'ArrowUp', text: `${noun[0]?.toUpperCase()}${noun.slice(1)} before`, run: () => stepInbox(inbox, -1) },
    {
      keys: 'x',
      text: `Select the ${noun}`,
      run: () => inbox.openItem.value && inbox.selection.toggle(inbox.openItem.value),
    },
    {
      keys: 'Escape',
      text: `Select nothing, then close the ${noun}`,
      run: () => (inbox.selection.selected.value.size > 0 ? inbox.selection.clear() : inbox.open(undefined)),
    },
  ]
}
