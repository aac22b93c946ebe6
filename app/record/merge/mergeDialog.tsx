import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { type FoundRecord, RecordChoice } from '../../parts/recordChoice.tsx'
import { go } from '../../shell/location.ts'
import { tell, tellProblem } from '../../shell/toasts.ts'
import { changed } from '../../store/live.ts'
import { FieldText } from '../fieldText.tsx'
import { fieldValue, isEmpty, type ShownRecord } from '../fieldValue.ts'
import { inPanel, openPanel } from '../panel.ts'
import { type RecordId, recordAddress } from '../places.ts'
import type { RecordStore } from '../recordStore.ts'
import { findDuplicates } from './duplicates.ts'
import { mergedRecord } from './mergePreview.ts'

interface Props {
  store: RecordStore
  record: ShownRecord
  /** The other one, where it was chosen before. */
  with?: ShownRecord
  close: () => void
  /** Where to go on with the record that is left; its own screen when not given. */
  merged?: () => void
}

/** Makes one record of two: first which other one, then both and the result side by side. */
export function MergeDialog({ store, record, with: chosenBefore, close, merged: goOn }: Props) {
  const { kind } = store
  const other = useSignal<ShownRecord | undefined>(chosenBefore)
  const survivorId = useSignal<RecordId>(record.id)
  const duplicates = useSignal<readonly FoundRecord[] | undefined>(undefined)
  useEffect(() => {
    if (chosenBefore) return
    findDuplicates(kind, record).then(found => {
      duplicates.value = found
    }, tellProblem)
  }, [])
  async function choose({ id }: FoundRecord) {
    if (id === record.id) return void tell('That is this one')
    try {
      other.value = (await call<ShownRecord>(`GET ${kind.path}/${id}`)).data
    } catch (error) {
      tellProblem(error)
    }
  }
  async function merge() {
    const chosen = other.value
    if (!chosen || !kind.merging) return
    const merged = survivorId.value === record.id ? chosen : record
    try {
      await call(`PUT ${kind.merging.path(merged.id)}`, { body: { merge_with_id: survivorId.value } })
      close()
      tell('Made one of the two')
      changed('*')
      if (goOn) return goOn()
      if (inPanel.value) openPanel(kind.name, survivorId.value)
      else go(recordAddress(kind.name, survivorId.value))
      await store.read()
    } catch (error) {
      tellProblem(error)
    }
  }
  const title = String(record[kind.title])
  if (!other.value)
    return (
      <Dialog title={`Merge “${title}” with`} close={close}>
        <Duplicates found={duplicates.value} choose={choose} />
        <RecordChoice label="Find the other one" types={[kind.name]} text="" choose={choose} />
        <div class="row">
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
        </div>
      </Dialog>
    )
  const both = [record, other.value] as const
  const [survivor, merged] = survivorId.value === record.id ? both : ([other.value, record] as const)
  const fields = store.fields.value.filter(
    field => field.is_custom_field || field.field_code === kind.title || kind.fields.includes(field.field_code),
  )
  const result = mergedRecord(survivor, merged, fields)
  const shown = fields.filter(field => both.some(each => !isEmpty(fieldValue(each, field))))
  return (
    <Dialog title="Merge the two" close={close}>
      <table class="compare">
        <thead>
          <tr>
            <td />
            {both.map((each, nr) => (
              <th key={each.id} scope="col">
                <label class="check">
                  <input
                    type="radio"
                    name="survivor"
                    checked={survivorId.value === each.id}
                    onChange={() => (survivorId.value = each.id)}
                  />
                  {nr === 0 ? 'Keep this one' : 'Keep the other'}
                </label>
              </th>
            ))}
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(field => (
            <tr key={field.field_code}>
              <th scope="row">{field.field_name}</th>
              {[...both, result].map((each, nr) => (
                <td key={nr}>
                  <FieldText record={each} field={field} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft">
        Notes, activities, files, mail and all that is linked to either belong to the result. The other record is
        deleted. This cannot be undone.
      </p>
      <div class="row">
        <button type="button" class="primary" onClick={() => void merge()}>
          Merge
        </button>
        {!chosenBefore && (
          <button type="button" onClick={() => (other.value = undefined)}>
            Choose another
          </button>
        )}
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}

function Duplicates({
  found,
  choose,
}: {
  found: readonly FoundRecord[] | undefined
  choose: (found: FoundRecord) => void
}) {
  if (!found) return <p class="soft">Looking for duplicates …</p>
  if (found.length === 0) return <p class="soft">None has the same name, e-mail or phone.</p>
  return (
    <>
      <h3>Perhaps the same</h3>
      <ul class="side-list">
        {found.map(each => (
          <li key={each.id}>
            <span>
              {each.name} <small>{each.organization?.name}</small>
            </span>
            <button type="button" aria-label={`Compare with ${each.name}, No. ${each.id}`} onClick={() => choose(each)}>
              Compare
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
