import type { PanelList, PanelRecord } from '../record/panel.ts'
import type { ListKind } from './kinds.ts'
import type { ListRow } from './listRow.ts'
import type { ListStore } from './listStore.ts'

/** What the panel shows of a row before it has read the record. */
export function heldOf(kind: ListKind, row: ListRow): Record<string, unknown> {
  return { id: row.id, [kind.title]: row[kind.title] }
}

/** The rows of a list in their order, for J and K; more are read before the last one is reached. */
export function rowsInPanel(store: ListStore, reveal: (row: number) => void): PanelList {
  const placeOf = ({ kind, id }: PanelRecord) =>
    kind === store.kind.name ? store.rows.value.findIndex(row => row.id === id) : -1
  return {
    step(from, by) {
      const at = placeOf(from)
      const next = at === -1 ? undefined : store.rows.value[at + by]
      if (at !== -1 && at > store.rows.value.length - 10) store.readMore()
      return next && { kind: store.kind.name, id: next.id, held: heldOf(store.kind, next) }
    },
    reveal(record) {
      const at = placeOf(record)
      if (at !== -1) reveal(at)
    },
  }
}
