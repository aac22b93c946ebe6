import { dayAndClock } from '../../parts/days.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useAnswer } from '../../store/answer.ts'
import { FieldText } from '../fieldText.tsx'
import { fieldValue, isEmpty, type ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'

/** A record as it stood at a time, beside what it says now; what differs is marked. */
export function AsItWas({ store, time, close }: { store: RecordStore; time: string; close: () => void }) {
  const { kind, id } = store
  const { data, refusal } = useAnswer<ShownRecord>(`${kind.path}/${id}?as_of=${encodeURIComponent(time)}`)
  const then = data.value
  const now = store.record.value
  const codes = new Set([kind.title, ...kind.fields])
  const fields = store.fields.value.filter(field => field.is_custom_field || codes.has(field.field_code))
  const shown = fields.filter(
    field => !(isEmpty(then && fieldValue(then, field)) && isEmpty(now && fieldValue(now, field))),
  )
  return (
    <Dialog title={`As it was ${dayAndClock(time)}`} close={close}>
      {refusal.value && <p class="problem">{refusal.value}</p>}
      {!then && !refusal.value && <p class="loading">Loading …</p>}
      {then && now && (
        <table class="compare">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Then</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(field => (
              <tr
                key={field.field_code}
                data-differs={JSON.stringify(fieldValue(then, field)) !== JSON.stringify(fieldValue(now, field))}
              >
                <th scope="row">{field.field_name}</th>
                <td>
                  <FieldText record={then} field={field} />
                </td>
                <td>
                  <FieldText record={now} field={field} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <form method="dialog">
        <button type="submit" class="primary">
          Close
        </button>
      </form>
    </Dialog>
  )
}
