import type { ListStore } from './listStore.ts'
import { clearSelection, selectAll, selectedCount, selection } from './selection.ts'
import { SelectionActions } from './selectionActions.tsx'
import { filterOf, type ListView } from './view.ts'

interface Props {
  store: ListStore
  view: ListView
  columns: readonly string[]
}

/** What is selected, and what can be done with it. */
export function SelectionBar({ store, view, columns }: Props) {
  const chosen = selection.value
  const all = store.count.value
  if (!chosen || chosen.kind !== store.kind.name) return null
  const count = selectedCount.value
  const isEverything = 'filter' in chosen
  const shown = isEverything && all && !all.is_exact ? `More than ${count.toLocaleString()}` : count.toLocaleString()
  return (
    <div class="bulk-bar" role="toolbar" aria-label={`Selected ${store.kind.many.toLowerCase()}`}>
      <strong>{shown} selected</strong>
      {!isEverything && all && (all.count > count || !all.is_exact) && (
        <button
          type="button"
          class="quiet"
          onClick={() => selectAll({ kind: store.kind.name, filter: filterOf(view), count: all.count })}
        >
          Select all {all.is_exact ? all.count.toLocaleString() : `${all.count.toLocaleString()} and more`} that match
        </button>
      )}
      <SelectionActions selection={chosen} count={count} columns={columns} clear={clearSelection} />
      <button type="button" class="quiet" onClick={clearSelection}>
        Clear
      </button>
    </div>
  )
}
