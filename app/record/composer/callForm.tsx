import { useEffect, useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { tellProblem } from '../../shell/toasts.ts'
import { offerInverse } from '../../store/undo.ts'
import type { ShownRecord } from '../fieldValue.ts'
import type { RecordStore } from '../recordStore.ts'
import { contactOf } from './contact.ts'
import { plainHtml } from './plainHtml.ts'

const OUTCOMES = [
  ['connected', 'Spoke with them'],
  ['no_answer', 'No answer'],
  ['left_message', 'Left a message'],
  ['left_voicemail', 'Left a voicemail'],
  ['busy', 'Busy'],
  ['wrong_number', 'Wrong number'],
] as const

/** A call that has just ended. */
export function CallForm({ store, record }: { store: RecordStore; record: ShownRecord }) {
  const { kind, id } = store
  const number = useRef<HTMLInputElement>(null)
  useEffect(() => {
    void contactOf(kind, record).then(({ phone }) => {
      if (number.current && !number.current.value) number.current.value = phone
    })
  }, [record.person_id])

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const end = new Date()
    const start = new Date(end.getTime() - Number(given.get('minutes') || 0) * 60_000)
    const note = String(given.get('note') ?? '').trim()
    try {
      const { data } = await call<{ id: string }>('POST /v1/callLogs', {
        body: {
          outcome: given.get('outcome'),
          to_phone_number: given.get('number'),
          start_time: start.toISOString(),
          end_time: end.toISOString(),
          [kind.link]: id,
          ...(note && { note: plainHtml(note) }),
        },
      })
      form.reset()
      offerInverse('Logged a call', () => call(`DELETE /v1/callLogs/${data.id}`).then(store.read))
      await store.read()
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <form onSubmit={save}>
      <div class="row">
        <input
          ref={number}
          name="number"
          type="tel"
          aria-label="Number"
          placeholder="Number"
          required
          maxLength={255}
        />
        <select name="outcome" aria-label="Outcome">
          {OUTCOMES.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <input name="minutes" type="number" min={0} max={1440} aria-label="Minutes" placeholder="Minutes" />
      </div>
      <textarea name="note" aria-label="What was said" placeholder="What was said" rows={3} maxLength={90_000} />
      <button type="submit" class="primary">
        Log the call
      </button>
    </form>
  )
}
