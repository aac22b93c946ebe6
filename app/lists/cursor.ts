import { signal } from '@preact/signals'
import { type CellPlace, type Range, rangeBetween } from './block.ts'

/** The cell that keys act on; the block reaches from it to the other corner. */
export const active = signal<CellPlace>({ row: 0, column: 0 })
export const corner = signal<CellPlace | undefined>(undefined)
/** The active cell is being typed into. */
export const isEditing = signal(false)

export function block(): Range {
  return rangeBetween(active.value, corner.value ?? active.value)
}

export function putCursor(place: CellPlace): void {
  active.value = place
  corner.value = undefined
  isEditing.value = false
}

/** Gives the focus to the active cell, once it is drawn. */
export function focusActive(): void {
  requestAnimationFrame(() => {
    // A field that was opened meanwhile has the focus.
    if (isEditing.value) return
    const cell = document.querySelector<HTMLElement>('[data-active-cell]')
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    cell?.focus({ preventScroll: true })
  })
}

/** The cursor stays on its record when rows come and go above it. */
export function keepCursor(before: readonly { id: number }[], after: readonly { id: number }[]): void {
  const id = before[active.value.row]?.id
  const row = after.findIndex(each => each.id === id)
  if (row !== -1 && row !== active.value.row) active.value = { ...active.value, row }
}
