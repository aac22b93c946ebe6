import { archive, inbox, labels, remove, toggleLabel } from './leadsStore.ts'

/** What can be done with all selected leads at once. */
export function LeadBulkBar({ convert }: { convert: () => void }) {
  if (inbox.selection.selected.value.size === 0) return null
  const those = inbox.actedOn()
  return (
    <div class="bulk-bar" role="toolbar" aria-label="Selected leads">
      <strong>{those.length} selected</strong>
      <select
        aria-label="Label them"
        value=""
        onChange={({ currentTarget: { value } }) => value && void toggleLabel(those, value)}
      >
        <option value="">Label …</option>
        {labels.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => void archive(those)}>
        {those.every(lead => lead.is_archived) ? 'Move back' : 'Archive'}
      </button>
      <button type="button" onClick={convert}>
        Make deals
      </button>
      <button type="button" class="danger" onClick={() => void remove(those)}>
        Delete
      </button>
      <button type="button" class="quiet" onClick={inbox.selection.clear}>
        Clear
      </button>
    </div>
  )
}
