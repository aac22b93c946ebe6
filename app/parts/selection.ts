import { type ReadonlySignal, signal } from '@preact/signals'

/** Records that are acted on together. */
export interface Selection<T extends { id: number | string }> {
  selected: ReadonlySignal<ReadonlyMap<T['id'], T>>
  isSelected(id: T['id']): boolean
  toggle(record: T): void
  /** These and no others. */
  put(records: readonly T[]): void
  clear(): void
}

export function newSelection<T extends { id: number | string }>(): Selection<T> {
  const selected = signal<ReadonlyMap<T['id'], T>>(new Map())
  return {
    selected,
    isSelected: id => selected.value.has(id),
    toggle(record) {
      const next = new Map(selected.value)
      if (!next.delete(record.id)) next.set(record.id, record)
      selected.value = next
    },
    put(records) {
      selected.value = new Map(records.map(record => [record.id, record]))
    },
    clear() {
      if (selected.value.size > 0) selected.value = new Map()
    },
  }
}
