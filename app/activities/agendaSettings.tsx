import type { CalendarAddress } from '@portico/crm/work/calendarAddress/app/operations'
import type { ReminderSettings } from '@portico/crm/work/reminders/app/operations'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Dialog } from '../parts/dialog.tsx'
import { tell, tellProblem } from '../shell/toasts.ts'
import { ReminderOptions } from './reminderChoice.tsx'

/** How one is reminded, and the address at which other calendar programs read one's activities. */
export function AgendaSettings({ close }: { close: () => void }) {
  return (
    <Dialog title="Reminders and calendar" close={close}>
      <Reminders />
      <Address />
      <div class="row">
        <button type="button" class="push" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

function Reminders() {
  const settings = useSignal<ReminderSettings | undefined>(undefined)
  useEffect(() => {
    call<ReminderSettings>('GET /app/api/reminder-settings').then(({ data }) => (settings.value = data), tellProblem)
  }, [])
  const said = settings.value
  if (!said) return <p class="loading">Loading …</p>
  async function say(next: ReminderSettings) {
    const before = settings.value
    settings.value = next
    try {
      await call('PUT /app/api/reminder-settings', { body: next })
    } catch (error) {
      settings.value = before
      tellProblem(error)
    }
  }
  return (
    <section aria-label="Reminders" class="dialog-part">
      <label>
        Remind me of activities with a time
        <select
          value={said.minutes_before ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void say({ ...said, minutes_before: value === '' ? null : Number(value) })
          }
        >
          <option value="">Only where I say so</option>
          <ReminderOptions chosen={said.minutes_before} />
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={said.by_mail}
          onChange={({ currentTarget: { checked } }) => void say({ ...said, by_mail: checked })}
        />{' '}
        By mail too, beside the reminder here
      </label>
    </section>
  )
}

function Address() {
  const state = useSignal<CalendarAddress | undefined>(undefined)
  /** Known only to whoever has just made it. */
  const address = useSignal('')
  async function read() {
    state.value = (await call<CalendarAddress>('GET /app/api/calendar-address')).data
  }
  useEffect(() => void read().catch(tellProblem), [])

  async function make() {
    try {
      address.value = (await call<{ address: string }>('POST /app/api/calendar-address')).data.address
      await read()
    } catch (error) {
      tellProblem(error)
    }
  }
  async function end() {
    try {
      await call('DELETE /app/api/calendar-address')
      address.value = ''
      await read()
      tell('The calendar address has ended')
    } catch (error) {
      tellProblem(error)
    }
  }
  const isOn = state.value?.is_on ?? false
  return (
    <section aria-label="Calendar address" class="dialog-part">
      <h3>Your activities in another calendar</h3>
      <p class="soft">
        {isOn
          ? `Made ${state.value?.add_time?.slice(0, 10)}, last read ${state.value?.last_used_time?.slice(0, 10) ?? 'never'}.`
          : 'A secret address that Google Calendar, Outlook or Apple Calendar can subscribe to.'}
      </p>
      {address.value && (
        <label>
          Copy it now, it is not shown again. Whoever has it reads your activities.
          <input readOnly value={address.value} onFocus={event => event.currentTarget.select()} />
        </label>
      )}
      <div class="row">
        <button type="button" onClick={() => void make()}>
          {isOn ? 'Make a new one' : 'Make an address'}
        </button>
        {isOn && (
          <button type="button" class="quiet danger" onClick={() => void end()}>
            End it
          </button>
        )}
      </div>
    </section>
  )
}
