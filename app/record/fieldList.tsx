import { useSignal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { isImportant, isRequired } from './demands.ts'
import { FieldEditor } from './fieldEditor.tsx'
import { FieldText } from './fieldText.tsx'
import { type Field, fieldValue, isEmpty, patchOf, type ShownRecord } from './fieldValue.ts'
import { nameOf } from './recordName.tsx'
import type { RecordStore } from './recordStore.ts'

/** The fields of a record, edited where they stand. Empty ones are folded away, unless the record has to have them. */
export function FieldList({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { kind, fields } = store
  const byCode = new Map(fields.value.map(field => [field.field_code, field]))
  const common = kind.fields.flatMap(code => byCode.get(code) ?? [])
  const own = fields.value.filter(field => field.is_custom_field)
  const isFilled = (field: Field) => !isEmpty(fieldValue(record, field))
  const isOpen = (field: Field) => isFilled(field) || isRequired(field, record) || isImportant(field, record)
  const empty = own.filter(field => !isOpen(field))
  const rows = (those: readonly Field[]) => (
    <dl class="fields">
      {those.map(field => (
        <FieldRow key={field.field_code} store={store} record={record} field={field} />
      ))}
    </dl>
  )
  return (
    <>
      <h2>
        Details <Filled of={common} isFilled={isFilled} />
      </h2>
      {rows(common)}
      {own.length > 0 && (
        <>
          <h2>
            Fields of your company <Filled of={own} isFilled={isFilled} />
          </h2>
          {rows(own.filter(isOpen))}
        </>
      )}
      {empty.length > 0 && (
        <details class="empty-fields">
          <summary>More fields, {empty.length} empty</summary>
          {rows(empty)}
        </details>
      )}
    </>
  )
}

/** How many of a group say something. */
function Filled({ of, isFilled }: { of: readonly Field[]; isFilled: (field: Field) => boolean }) {
  const count = of.filter(isFilled).length
  return (
    <small title={`${count} of ${of.length} filled`}>
      {count}/{of.length}
    </small>
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
      <dt>
        {field.field_name}
        {isRequired(field, record) && <Mark sign="*" words="Required" />}
        {isEmpty(value) && !isRequired(field, record) && isImportant(field, record) && (
          <Mark sign="!" words="Important" />
        )}
      </dt>
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
            {!store.kind.fixed.includes(field.field_code) && (
              <button type="button" class="edit" aria-label={`${verb} ${field.field_name}`} onClick={() => void edit()}>
                {verb === 'Edit' ? <Icon name="edit" /> : verb}
              </button>
            )}
          </>
        )}
      </dd>
    </div>
  )
}

function Mark({ sign, words }: { sign: string; words: string }) {
  return (
    <span class="field-mark" title={words}>
      <span aria-hidden="true">{sign}</span>
      <span class="hidden">, {words.toLowerCase()}</span>
    </span>
  )
}
