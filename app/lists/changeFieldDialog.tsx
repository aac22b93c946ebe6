import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { FieldEditor } from '../record/fieldEditor.tsx'
import { FieldText } from '../record/fieldText.tsx'
import { type Field, isEmpty, type Patch, patched, patchOf } from '../record/fieldValue.ts'
import type { Selection } from './selection.ts'

interface Props {
  kind: Selection['kind']
  /** `12 deals` */
  records: string
  fields: readonly Field[]
  close: () => void
  change: (patch: Patch) => void
}

/** Fields of every company that can be the same for many records. */
const OFFERED: Readonly<Record<Selection['kind'], readonly string[]>> = {
  deal: ['value', 'probability', 'expected_close_date', 'person_id', 'org_id', 'lost_reason', 'visible_to'],
  person: ['org_id', 'job_title', 'visible_to'],
  organization: ['industry', 'website', 'visible_to'],
  product: ['category', 'unit', 'tax', 'is_linkable', 'visible_to'],
}

/** Chooses a field and its value, by the same editor as on a record, and asks before it is done. */
export function ChangeFieldDialog({ kind, records, fields, close, change }: Props) {
  const code = useSignal('')
  const chosen = useSignal<{ value: unknown } | undefined>(undefined)
  const offered = fields.filter(field => field.is_custom_field || OFFERED[kind].includes(field.field_code))
  const field = offered.find(each => each.field_code === code.value)
  const patch = field && chosen.value ? patchOf(field, chosen.value.value) : undefined
  return (
    <Dialog title={`Change ${records}`} close={close}>
      <label class="stacked">
        Field
        <select
          value={code.value}
          onChange={({ currentTarget: { value } }) => {
            code.value = value
            chosen.value = undefined
          }}
        >
          <option value="">Choose a field …</option>
          {offered.map(({ field_code, field_name }) => (
            <option key={field_code} value={field_code}>
              {field_name}
            </option>
          ))}
        </select>
      </label>
      {field && (
        <>
          <FieldEditor
            key={code.value}
            field={field}
            value={null}
            name=""
            save={value => {
              chosen.value = { value }
            }}
            cancel={() => (chosen.value = undefined)}
          />
          {/* Always one line: the buttons below stay where they are while one of them is pressed. */}
          <p>
            {field.field_name}:{' '}
            <strong>
              {!chosen.value ? (
                '…'
              ) : isEmpty(chosen.value.value) ? (
                'empty'
              ) : (
                <FieldText record={patched({ id: 0 }, patch ?? {})} field={field} />
              )}
            </strong>
          </p>
          <button type="button" class="quiet" onClick={() => (chosen.value = { value: null })}>
            Make it empty
          </button>
        </>
      )}
      {/* Pressing the button leaves the editor, which takes its value then. */}
      <div class="row-end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={!field} onClick={() => patch && change(patch)}>
          Change {records}
        </button>
      </div>
    </Dialog>
  )
}
