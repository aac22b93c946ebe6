import { useSignal } from '@preact/signals'
import { FieldEditor } from './fieldEditor.tsx'
import { FieldText } from './fieldText.tsx'
import { type Field, fieldValue, isEmpty, patchOf, type ShownRecord } from './fieldValue.ts'
import { nameOf } from './recordName.tsx'
import type { RecordStore } from './recordStore.ts'

/** The fields of a record, edited where they stand. Empty ones are folded away, with how many are filled. */
export function FieldList({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { kind, fields } = store
  const byCode = new Map(fields.value.map(field => [field.field_code, field]))
  const common = kind.fields.flatMap(code => byCode.get(code) ?? [])
  const own = fields.value.filter(field => field.is_custom_field)
  const filled = own.filter(field => !isEmpty(fieldValue(record, field)))
  const empty = own.filter(field => isEmpty(fieldValue(record, field)))
  return (
    <>
      <dl class="fields">
        {[...common, ...filled].map(field => (
          <FieldRow key={field.field_code} store={store} record={record} field={field} />
        ))}
      </dl>
      {empty.length > 0 && (
        <details class="empty-fields">
          <summary>
            More fields, {filled.length} of {own.length} filled
          </summary>
          <dl class="fields">
            {empty.map(field => (
              <FieldRow key={field.field_code} store={store} record={record} field={field} />
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function FieldRow({ store, record, field }: { store: RecordStore; record: ShownRecord; field: Field }) {
  const editing = useSignal<{ name: string } | undefined>(undefined)
  const value = fieldValue(record, field)
  const verb = isEmpty(value) ? 'Add' : 'Edit'
  const stop = () => {
    editing.value = undefined
  }
  async function edit() {
    const linked = field.field_type === 'people' ? 'person' : 'organization'
    const isLink = field.field_type === 'people' || field.field_type === 'org'
    editing.value = { name: isLink && value ? await nameOf(linked, Number(value)) : '' }
  }
  return (
    <div class="field">
      <dt>{field.field_name}</dt>
      <dd>
        {editing.value ? (
          <FieldEditor
            field={field}
            value={value}
            name={editing.value.name}
            cancel={stop}
            save={next => {
              // A field that disappears loses the focus, and would be saved once more.
              if (!editing.value) return
              stop()
              void store.save(patchOf(field, next), `Changed ${field.field_name.toLowerCase()}`)
            }}
          />
        ) : (
          <>
            <span class="field-text">
              <FieldText record={record} field={field} />
            </span>
            <button type="button" class="edit" aria-label={`${verb} ${field.field_name}`} onClick={() => void edit()}>
              {verb}
            </button>
          </>
        )}
      </dd>
    </div>
  )
}
