import { useMemo } from 'preact/hooks'
import { openPanel } from '../record/panel.ts'
import { stepFrom } from './block.ts'
import { active, corner, focusActive, isEditing, putCursor } from './cursor.ts'
import type { ListColumn } from './listRow.ts'
import type { ListStore } from './listStore.ts'
import { heldOf } from './panelRows.ts'
import { rowHeight } from './rowHeight.ts'
import { clearSelection } from './selection.ts'
import { markRow } from './table.tsx'

/** Scrolls to a row that may not be drawn, and gives its cell the focus. */
function goTo(store: ListStore, row: number): void {
  revealRow(row)
  if (row > store.rows.value.length - 30) store.readMore()
  requestAnimationFrame(focusActive)
}

export function revealRow(row: number): void {
  const list = document.querySelector('.list-scroll')
  if (list) {
    const top = row * rowHeight.value
    const head = list.querySelector('.list-head')?.clientHeight ?? 0
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight.value > list.scrollTop + list.clientHeight - head)
      list.scrollTop = top + rowHeight.value - list.clientHeight + head
  }
}

/** The keys of the table that are bound alone. */
export function useListKeys(store: ListStore, columns: readonly ListColumn[], add: () => void) {
  return useMemo(() => {
    const step = (down: number, right: number) => () => {
      putCursor(stepFrom(active.value, store.rows.value.length, columns.length, down, right))
      goTo(store, active.value.row)
    }
    const openRow = () => {
      const row = store.rows.value[active.value.row]
      if (row) openPanel(store.kind.name, row.id, heldOf(store.kind, row))
    }
    return [
      { keys: 'ArrowDown', text: 'Next row', run: step(1, 0) },
      { keys: 'ArrowUp', text: 'Row above', run: step(-1, 0) },
      { keys: 'ArrowRight', text: 'Next column', run: step(0, 1) },
      { keys: 'ArrowLeft', text: 'Column before', run: step(0, -1) },
      { keys: 'PageDown', text: 'Twenty rows down', run: step(20, 0) },
      { keys: 'PageUp', text: 'Twenty rows up', run: step(-20, 0) },
      { keys: 'Home', text: 'First column', run: step(0, -1000) },
      { keys: 'End', text: 'Last column', run: step(0, 1000) },
      { keys: 'Enter', text: 'Edit the cell; Tab goes on to the next', run: () => edit(columns) },
      { keys: 'o', text: 'Open the row', run: openRow },
      { keys: 'x', text: 'Select the row', run: () => markRow(store, active.value.row, false) },
      { keys: 'n', text: `Add a ${store.kind.one}`, run: add },
      {
        keys: 'Escape',
        text: 'Select nothing',
        run: () => {
          corner.value = undefined
          clearSelection()
        },
      },
    ]
  }, [store, columns])
}

function edit(columns: readonly ListColumn[]): void {
  if (columns[active.value.column]?.is_editable) isEditing.value = true
}

/** Keys with Shift and Tab, which are not bound alone: a larger block, and the next cell to edit. */
export function onGridKey(event: KeyboardEvent, store: ListStore, columns: readonly ListColumn[]): void {
  const isInGrid = (event.target as Element).closest('[role=grid]') !== null
  if (!isInGrid) return
  const arrow = ARROWS[event.key]
  if (event.key === 'Tab' && isEditing.value) {
    const next = nextEditable(columns, active.value.column, event.shiftKey ? -1 : 1)
    event.preventDefault()
    // Leaving the field saves it.
    ;(document.activeElement as HTMLElement | null)?.blur()
    if (next !== undefined) putCursor({ row: active.value.row, column: next })
    focusActive()
    isEditing.value = next !== undefined
  } else if (arrow && event.shiftKey && !isEditing.value) {
    event.preventDefault()
    const [down, right] = arrow
    corner.value = stepFrom(corner.value ?? active.value, store.rows.value.length, columns.length, down, right)
  }
}

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

function nextEditable(columns: readonly ListColumn[], from: number, by: number): number | undefined {
  for (let at = from + by; at >= 0 && at < columns.length; at += by) if (columns[at]?.is_editable) return at
  return undefined
}
