import type { Activity } from '@portico/crm/work/activities/v2/shape'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { dayName, localDue, today, utcDue } from '../parts/days.ts'
import { Dialog } from '../parts/dialog.tsx'
import { parseWhen } from '../parts/when.ts'
import { RecordName } from '../record/recordName.tsx'
import { useKeys } from '../shell/keys.ts'
import { query, refine } from '../shell/location.ts'
import { tellProblem } from '../shell/toasts.ts'
import { activeUsers, session } from '../store/company.ts'
import { onChanges } from '../store/live.ts'
import { offerUndo } from '../store/undo.ts'
import { grouped } from './groups.ts'

/** With its day and time where the person is. */
interface Shown extends Pick<Activity, 'id' | 'subject' | 'type' | 'deal_id' | 'org_id'> {
  due_date: string | null
  due_time: string | null
}

/** More than anybody has before them; whoever has is told. */
const MOST_SHOWN = 500

/** What is to be done, the most urgent first. Space finishes one and asks for the next step. */
export function ActivityList() {
  const ownerId = Number(query.value.get('owner')) || session.value.user.id
  const activities = useSignal<readonly Shown[] | undefined>(undefined)
  const following = useSignal<Shown | undefined>(undefined)
  async function read() {
    const { data } = await call<Shown[]>(
      `GET /v2/activities?owner_id=${ownerId}&done=false&sort_by=due_date&limit=${MOST_SHOWN}`,
    )
    activities.value = data.map(activity => ({ ...activity, ...localDue(activity) }))
  }
  useEffect(() => void read().catch(tellProblem), [ownerId])
  useEffect(() => onChanges(['activity'], read), [ownerId])
  useKeys('Activities', useListKeys())

  async function finish(activity: Shown) {
    activities.value = activities.value?.filter(each => each !== activity)
    try {
      const { correlationId } = await call(`PATCH /v2/activities/${activity.id}`, { body: { done: true } })
      offerUndo(`Done: ${activity.subject}`, correlationId)
      if (activity.deal_id) following.value = activity
    } catch (error) {
      tellProblem(error)
      await read()
    }
  }

  function leaveNextStep() {
    following.value = undefined
    void read().catch(tellProblem)
  }

  const shown = activities.value
  return (
    <div class="activities">
      <header class="bar">
        <h1>Activities</h1>
        <select aria-label="Owner" value={ownerId} onChange={event => refine({ owner: event.currentTarget.value })}>
          {activeUsers.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </header>
      {!shown && <p class="loading">Loading …</p>}
      {shown?.length === 0 && <p class="told">Nothing is planned. Open a deal and add its next step.</p>}
      {shown?.length === MOST_SHOWN && <p class="soft">These are the first {MOST_SHOWN}.</p>}
      {grouped(shown ?? [], today()).map(({ group, activities: those }) => (
        <section key={group} aria-label={group}>
          <h2>
            {group} <small>{those.length}</small>
          </h2>
          <ul class="entries">
            {those.map(activity => (
              <li key={activity.id} class="entry-row" data-overdue={group === 'Overdue'}>
                <input
                  type="checkbox"
                  data-activity={activity.id}
                  aria-label={`${activity.subject} is done`}
                  onChange={() => void finish(activity)}
                />
                <div>
                  <strong>{activity.subject}</strong>
                  <small>
                    {activity.due_date ? dayName(activity.due_date) : 'some day'} {activity.due_time ?? ''}
                    {activity.deal_id && (
                      <>
                        {' · '}
                        <RecordName kind="deal" id={activity.deal_id} />
                      </>
                    )}
                    {activity.org_id && (
                      <>
                        {' · '}
                        <RecordName kind="organization" id={activity.org_id} />
                      </>
                    )}
                  </small>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {following.value && <NextStep after={following.value} close={leaveNextStep} />}
    </div>
  )
}

/** What comes after an activity that is done: a deal without a next step is soon forgotten. */
function NextStep({ after, close }: { after: Shown; close: () => void }) {
  const when = useRef<HTMLInputElement>(null)
  const problem = useSignal('')
  async function save(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const due = parseWhen(String(given.get('when')), today())
    if (!due) {
      problem.value = 'Write a day, such as “tomorrow”, “fri 10” or “in 3 days”'
      return when.current?.focus()
    }
    try {
      const subject = String(given.get('subject')).trim() || after.subject
      const { correlationId } = await call('POST /v2/activities', {
        body: { subject, type: given.get('type'), deal_id: after.deal_id, ...utcDue(due.date, due.time) },
      })
      close()
      offerUndo(`Planned: ${subject}`, correlationId)
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <Dialog title="What is next?" close={close}>
      <form onSubmit={save}>
        <label>
          When
          <input ref={when} name="when" autocomplete="off" aria-describedby="when-problem" placeholder="fri 10" />
        </label>
        <p id="when-problem" class="problem" role="alert">
          {problem.value}
        </p>
        <label>
          What
          <input name="subject" maxLength={255} placeholder={after.subject} autocomplete="off" />
        </label>
        <label>
          Type
          <select name="type" defaultValue={after.type}>
            {[...new Set([after.type, 'call', 'meeting', 'task', 'email'])].map(type => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <button type="submit" class="primary">
            Plan it
          </button>
          <button type="button" class="quiet" onClick={close}>
            Nothing
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function useListKeys() {
  return useMemo(() => {
    const step = (by: number) => () => {
      const boxes = [...document.querySelectorAll<HTMLElement>('[data-activity]')]
      const at = boxes.indexOf(document.activeElement as HTMLElement)
      boxes[Math.max(0, Math.min(boxes.length - 1, at + by))]?.focus()
    }
    return [
      { keys: 'j', text: 'Next activity', run: step(1) },
      { keys: 'k', text: 'Activity before', run: step(-1) },
    ]
  }, [])
}
