import type { ShownLongChange } from '@portico/crm/across/longChanges/shape'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { follow } from '../longChanges/longChanges.ts'
import { countRecords } from '../parts/countRecords.ts'
import { Dialog } from '../parts/dialog.tsx'
import { GiveTo } from '../parts/giveTo.tsx'
import type { Field } from '../record/fieldValue.ts'
import { tellProblem } from '../shell/toasts.ts'
import { mayDo } from '../store/company.ts'
import { ChangeFieldDialog } from './changeFieldDialog.tsx'
import { exportRows } from './exportRows.ts'
import { MergeTwo, mergeable } from './mergeTwo.tsx'
import type { Selection } from './selection.ts'

export interface SelectionActionsProps {
  selection: Selection
  count: number
  /** The columns on screen in their order, as `GET /app/api/rows` calls them. */
  columns: readonly string[]
  /** To be called when an action was begun. */
  clear: () => void
}

/** What is done with every selected record, as `POST /app/api/bulk` takes it. */
type Action =
  | { change: Record<string, unknown> }
  | { owner_id: number }
  | { add_label_id: number }
  | { remove_label_id: number }
  | { delete: true }

/** What can be done with the selected rows of a list, in the bar that appears while there are any. */
export function SelectionActions({ selection, count, columns, clear }: SelectionActionsProps): ComponentChildren {
  const open = useSignal<'field' | 'delete' | 'merge' | undefined>(undefined)
  const fields = useSignal<readonly Field[]>([])
  useEffect(() => {
    call<Field[]>(`GET /v2/${selection.kind}Fields?limit=500`).then(({ data }) => {
      fields.value = data
    }, tellProblem)
  }, [selection.kind])
  const which = 'filter' in selection ? { filter: selection.filter } : { ids: selection.ids }
  const exporting = mayDo('can_export_data_from_lists') && (
    <button
      type="button"
      onClick={() => void exportRows({ kind: selection.kind, columns, ...which }).catch(tellProblem)}
    >
      Export
    </button>
  )
  if (!mayDo('can_bulk_edit_items')) return exporting || null

  const two = mergeable(selection)
  const records = countRecords(selection.kind, count)
  const labels = fields.value.find(field => field.field_code === 'label_ids')?.options ?? []
  async function begin(action: Action) {
    open.value = undefined
    try {
      const body = { kind: selection.kind, ...which, action }
      const { data } = await call<ShownLongChange>('POST /app/api/bulk', { body })
      clear()
      follow('bulk', data)
    } catch (error) {
      tellProblem(error)
    }
  }

  return (
    <>
      <button type="button" onClick={() => (open.value = 'field')}>
        Change a field …
      </button>
      <GiveTo give={owner_id => void begin({ owner_id })} />
      {labels.length > 0 && (
        <select
          aria-label="Label"
          value=""
          onChange={({ currentTarget: { value } }) => {
            const id = Number(value.slice(1))
            void begin(value.startsWith('+') ? { add_label_id: id } : { remove_label_id: id })
          }}
        >
          <option value="">Label …</option>
          <optgroup label="Add">
            {labels.map(({ id, label }) => (
              <option key={id} value={`+${id}`}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="Remove">
            {labels.map(({ id, label }) => (
              <option key={id} value={`-${id}`}>
                {label}
              </option>
            ))}
          </optgroup>
        </select>
      )}
      {exporting}
      {two && (
        <button type="button" onClick={() => (open.value = 'merge')}>
          Merge …
        </button>
      )}
      {(selection.kind !== 'deal' || mayDo('can_delete_deals')) && (
        <button type="button" class="danger" onClick={() => (open.value = 'delete')}>
          Delete
        </button>
      )}
      {open.value === 'field' && (
        <ChangeFieldDialog
          kind={selection.kind}
          records={records}
          fields={fields.value}
          close={() => (open.value = undefined)}
          change={change => void begin({ change })}
        />
      )}
      {open.value === 'merge' && two && (
        <MergeTwo
          kind={two.kind}
          ids={two.ids}
          close={() => (open.value = undefined)}
          merged={() => {
            open.value = undefined
            clear()
          }}
        />
      )}
      {open.value === 'delete' && (
        <Dialog title={`Delete ${records}?`} close={() => (open.value = undefined)}>
          <p>It can be undone for a day.</p>
          <div class="row-end">
            <button type="button" onClick={() => (open.value = undefined)}>
              Keep
            </button>
            <button type="button" class="danger" onClick={() => void begin({ delete: true })}>
              Delete {records}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
