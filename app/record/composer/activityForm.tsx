import { call } from '../../api/call.ts'
import { ActivityTypeOptions } from '../../parts/activityTypeOptions.tsx'
import { today, utcDue } from '../../parts/days.ts'
import { tellProblem } from '../../shell/toasts.ts'
import { offerUndo } from '../../store/undo.ts'
import type { RecordStore } from '../recordStore.ts'

export function ActivityForm({ store }: { store: RecordStore }) {
  const { kind, id } = store
  async function save(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const time = String(given.get('time') ?? '')
    // None while the types are still on their way: the server takes the first, and names after it what has no name.
    const type = String(given.get('type') ?? '')
    try {
      const { correlationId } = await call('POST /v2/activities', {
        body: {
          subject: String(given.get('subject') ?? '').trim(),
          ...(type && { type }),
          ...utcDue(String(given.get('date')), time || undefined),
          ...(kind.name === 'person' ? { participants: [{ person_id: id, primary: true }] } : { [kind.link]: id }),
          done: given.get('done') === 'on',
        },
      })
      form.reset()
      offerUndo('Added an activity', correlationId)
      await store.read()
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <form onSubmit={save}>
      <div class="row">
        <select name="type" aria-label="Type">
          <ActivityTypeOptions />
        </select>
        <input name="subject" aria-label="Subject" placeholder="Subject" maxLength={255} />
      </div>
      <div class="row">
        <input name="date" type="date" aria-label="Day" required defaultValue={today()} />
        <input name="time" type="time" aria-label="Time" />
        <label class="check">
          <input name="done" type="checkbox" /> Done
        </label>
      </div>
      <button type="submit" class="primary">
        Save activity
      </button>
    </form>
  )
}
