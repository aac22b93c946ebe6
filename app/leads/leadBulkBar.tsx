import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { GiveTo } from '../parts/giveTo.tsx'
import { mayDo } from '../store/company.ts'
import { archive, inbox, labels, remove, toggleLabel } from './leadsStore.ts'
import { changeMany, exportMany, isEverything, selectEverything } from './manyLeads.ts'

/** As many are changed one by one, shown before the server has answered; more go on at the server. */
const FEW = 20

/** What can be done with all selected leads at once. */
export function LeadBulkBar({ convert }: { convert: () => void }) {
  const isDeleting = useSignal(false)
  if (inbox.selection.selected.value.size === 0) return null
  const those = inbox.actedOn()
  const isMany = isEverything.value || those.length > FEW
  const areArchived = those.every(lead => lead.is_archived)
  const all = isEverything.value && inbox.hasMore.value ? 'all leads that match' : `${those.length} leads`
  return (
    <div class="bulk-bar" role="toolbar" aria-label="Selected leads">
      <strong>{isEverything.value && inbox.hasMore.value ? 'All that match' : `${those.length} selected`}</strong>
      {!isEverything.value && mayDo('can_bulk_edit_items') && (
        <button type="button" class="quiet" onClick={selectEverything}>
          Select all that match
        </button>
      )}
      <GiveTo give={owner_id => void changeMany({ owner_id })} />
      <select
        aria-label="Label them"
        value=""
        onChange={({ currentTarget: { value } }) =>
          value && void (isMany ? changeMany({ add_label_id: value }) : toggleLabel(those, value))
        }
      >
        <option value="">Label …</option>
        {labels.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => void (isMany ? changeMany({ is_archived: !areArchived }) : archive(those))}>
        {areArchived ? 'Move back' : 'Archive'}
      </button>
      {!isMany && (
        <button type="button" onClick={convert}>
          Make deals
        </button>
      )}
      {mayDo('can_export_data_from_lists') && (
        <button type="button" onClick={() => void exportMany()}>
          Export
        </button>
      )}
      <button
        type="button"
        class="danger"
        onClick={isMany ? () => (isDeleting.value = true) : () => void remove(those)}
      >
        Delete
      </button>
      <button type="button" class="quiet" onClick={inbox.selection.clear}>
        Clear
      </button>
      {isDeleting.value && (
        <Dialog title={`Delete ${all}?`} close={() => (isDeleting.value = false)}>
          <p>It can be undone for a day.</p>
          <div class="row-end">
            <button type="button" onClick={() => (isDeleting.value = false)}>
              Keep
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                isDeleting.value = false
                void changeMany({ delete: true })
              }}
            >
              Delete {all}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
