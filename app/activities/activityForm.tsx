import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Answer, call } from '../api/call.ts'
import { ActivityTypeOptions } from '../parts/activityTypeOptions.tsx'
import { today, utcDue } from '../parts/days.ts'
import { Dialog } from '../parts/dialog.tsx'
import { type FoundRecord, RecordChoice } from '../parts/recordChoice.tsx'
import { parseWhen, WHEN_HELP } from '../parts/when.ts'
import { tellProblem } from '../shell/toasts.ts'
import { session } from '../store/company.ts'
import { offerUndo } from '../store/undo.ts'
import { aboutOf, type Entry } from './entry.ts'
import { ReminderOptions } from './reminderChoice.tsx'

/** What a form begins with: an activity that there is, or the place where a new one was asked for. */
export type Draft =
  | { entry: Entry }
  | { day: string; time?: string | undefined; minutes?: number | undefined; ownerId: number | undefined }

interface Props {
  draft: Draft
  close: () => void
  /** Something was stored. */
  saved: () => void
}

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 480]

/** An activity, new or to be changed: the way without dragging. */
export function ActivityForm({ draft, close, saved }: Props) {
  const entry = 'entry' in draft ? draft.entry : undefined
  const begin = 'entry' in draft ? beginOf(draft.entry) : draft
  const day = useRef<HTMLInputElement>(null)
  const problem = useSignal('')
  const ownerId = 'entry' in draft ? draft.entry.owner_id : draft.ownerId
  // Nobody is reminded of what others have to do.
  const isOwn = ownerId === undefined || ownerId === session.value.user.id
  const reminder = entry?.reminder_minutes ?? null
  const about = useSignal<{ text: string; found?: FoundRecord }>({ text: (entry && aboutOf(entry)[0]?.name) ?? '' })

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const when = parseWhen(text('day'), today())
    if (!when) {
      problem.value = WHEN_HELP
      return day.current?.focus()
    }
    const type = text('type')
    const subject = text('subject') || (entry?.subject ?? type)
    const minutes = Number(text('minutes'))
    const due = utcDue(when.date, text('time') || when.time)
    const body = {
      subject,
      ...(type && { type }),
      ...due,
      due_time: due.due_time ?? null,
      duration: minutes ? hoursAndMinutes(minutes) : null,
      ...linkOf(about.value, entry),
      ...('ownerId' in draft && draft.ownerId && { owner_id: draft.ownerId }),
      ...(entry && { done: given.get('done') === 'on' }),
    }
    await sent(entry ? `Changed: ${subject}` : `Planned: ${subject}`, async () => {
      const answer = await (entry
        ? call<{ id: number }>(`PATCH /v2/activities/${entry.id}`, { body })
        : call<{ id: number }>('POST /v2/activities', { body }))
      const minutes_before = text('reminder') === '' ? null : Number(text('reminder'))
      if (given.has('reminder') && minutes_before !== reminder)
        await call(`PATCH /app/api/reminders/${answer.data.id}`, { body: { minutes_before } })
      return answer
    })
  }

  async function sent(said: string, send: () => Promise<Answer<unknown>>) {
    try {
      const { correlationId } = await send()
      close()
      offerUndo(said, correlationId)
      saved()
    } catch (error) {
      tellProblem(error)
    }
  }

  return (
    <Dialog title={entry ? 'Activity' : 'New activity'} close={close}>
      <form onSubmit={save}>
        <label>
          What
          <input name="subject" maxLength={255} autocomplete="off" defaultValue={entry?.subject ?? ''} />
        </label>
        <div class="row">
          <label class="grows">
            Day
            <input
              ref={day}
              name="day"
              autocomplete="off"
              placeholder="tomorrow, fri, in 3 days"
              aria-describedby="day-problem"
              defaultValue={begin.day}
            />
          </label>
          <label>
            Time
            <input name="time" type="time" defaultValue={begin.time ?? ''} />
          </label>
        </div>
        <p id="day-problem" class="problem" role="alert">
          {problem.value}
        </p>
        <div class="row">
          <label class="grows">
            Type
            <select name="type">
              <ActivityTypeOptions chosen={entry?.type} />
            </select>
          </label>
          <label class="grows">
            Length
            <select name="minutes">
              <option value="">Not said</option>
              {lengths(begin.minutes).map(minutes => (
                <option key={minutes} value={minutes} selected={minutes === begin.minutes}>
                  {hoursAndMinutes(minutes)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <RecordChoice
          label="Deal, person or organization"
          types={['deal', 'person', 'organization']}
          text={about.value.text}
          onText={text => {
            about.value = { text }
          }}
          choose={found => {
            about.value = { text: found.name, found }
          }}
        />
        {isOwn && (
          <label>
            Reminder
            <select name="reminder">
              <option value="">As always</option>
              <option value="-1" selected={reminder === -1}>
                None
              </option>
              <ReminderOptions chosen={reminder} />
            </select>
          </label>
        )}
        {entry && (
          <label class="check">
            <input name="done" type="checkbox" defaultChecked={entry.done} /> Done
          </label>
        )}
        <div class="row">
          <button type="submit" class="primary">
            {entry ? 'Save' : 'Plan it'}
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
          {entry && (
            <button
              type="button"
              class="quiet danger push"
              onClick={() => void sent(`Deleted: ${entry.subject}`, () => call(`DELETE /v2/activities/${entry.id}`))}
            >
              Delete
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function beginOf({ due_date, due_time, duration_minutes }: Entry) {
  return { day: due_date, time: due_time ?? undefined, minutes: duration_minutes ?? undefined }
}

function lengths(chosen: number | undefined): number[] {
  return [...new Set([...LENGTHS, ...(chosen ? [chosen] : [])])].sort((a, b) => a - b)
}

/** `1:30` as the API takes it. */
export function hoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const LINKS: Partial<Record<FoundRecord['type'], string>> = {
  deal: 'deal_id',
  person: 'person_id',
  organization: 'org_id',
}

/** A record that was chosen takes the place of the one of its kind; an emptied field takes away what it showed. */
function linkOf({ text, found }: { text: string; found?: FoundRecord }, entry: Entry | undefined): object {
  const shown = entry && aboutOf(entry)[0]
  const link = LINKS[found?.type ?? shown?.kind ?? 'lead']
  if (!link) return {}
  if (found) return { [link]: found.id }
  return shown?.name && !text.trim() ? { [link]: null } : {}
}
