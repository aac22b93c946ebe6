import { activeUsers } from '../store/company.ts'
import { changeCards, deleteCards, moveCards } from './boardStore.ts'
import type { CardKind } from './cardKind.ts'
import type { BoardPlace } from './layout.ts'
import { clearSelection, selected } from './selection.ts'

/** What can be done with all selected cards at once. */
export function BulkBar({ kind, places }: { kind: CardKind; places: readonly BoardPlace[] }) {
  const cards = [...selected.value.values()]
  if (cards.length === 0) return null
  const act = (run: () => Promise<void>) => {
    clearSelection()
    void run()
  }
  return (
    <div class="bulk-bar" role="toolbar" aria-label={`Selected ${kind.many}`}>
      <strong>{cards.length} selected</strong>
      <select
        aria-label="Move to"
        value=""
        onChange={({ currentTarget: { value } }) => act(() => moveCards(cards, value))}
      >
        <option value="">Move to …</option>
        {places.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Give to"
        value=""
        onChange={({ currentTarget: { value } }) => act(() => changeCards(cards, { owner_id: Number(value) }, 'stays'))}
      >
        <option value="">Give to …</option>
        {activeUsers.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {kind.bulk(cards).map(({ label, run }) => (
        <button key={label} type="button" onClick={() => act(run)}>
          {label}
        </button>
      ))}
      <button type="button" class="danger" onClick={() => act(() => deleteCards(cards))}>
        Delete
      </button>
      <button type="button" class="quiet" onClick={clearSelection}>
        Clear
      </button>
    </div>
  )
}
