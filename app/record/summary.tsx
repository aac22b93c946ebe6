import { FieldText } from './fieldText.tsx'
import { fieldValue, isEmpty, type ShownRecord } from './fieldValue.ts'
import type { RecordStore } from './recordStore.ts'

/** What one wants to know of a record before anything else. */
export function Summary({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const fields = store.kind.summary.flatMap(code => store.fields.value.find(field => field.field_code === code) ?? [])
  const filled = fields.filter(field => !isEmpty(fieldValue(record, field)))
  if (filled.length === 0) return null
  return (
    <ul class="summary" aria-label="In short">
      {filled.map(field => (
        <li key={field.field_code} title={field.field_name}>
          <FieldText record={record} field={field} />
        </li>
      ))}
    </ul>
  )
}
