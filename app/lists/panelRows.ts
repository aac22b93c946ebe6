import type { PanelList } from '../record/panel.ts'
import type { ListKind } from './kinds.ts'
import type { ListRow } from './listRow.ts'
import type { ListStore } from './listStore.ts'

/** What the panel shows of a row before it has read the record. */
export function heldOf(kind: ListKind, row: ListRow): Record<string, unknown> {
  return { id: row.id, [kind.title]: row[kind.title] }
}

/** The rows of a list in their order, for J and K; more are read before the last one is reached. */
export function rowsInPanel(store: ListStore, reveal: (row: number) => void): PanelList {
  const placeOf = (id: unknown) => store.rows.value.findIndex(row => row.id === id)
  return {
    step({ kind, id }, by) {
      if (kind !== store.kind.name) return undefined
      const at = placeOf(id)
      const next = at === -1 ? undefined : store.rows.value[at + by]
      if (at > store.rows.value.length - 10) store.readMore()
      return next && { kind: store.kind.name, id: next.id, held: heldOf(store.kind, next) }
    },
    reveal: ({ id }) => reveal(placeOf(id)),
  }
}
