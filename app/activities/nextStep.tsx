import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import { ActivityTypeOptions } from '../parts/activityTypeOptions.tsx'
import { today, utcDue } from '../parts/days.ts'
import { Dialog } from '../parts/dialog.tsx'
import { parseWhen, WHEN_HELP } from '../parts/when.ts'
import { tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'

/** The deal that a next step is asked for, and what was done last. */
export interface Following {
  deal_id: number
  title: string | null
  subject: string
  type: string | undefined
}

/** What comes after an activity that is done: a deal without a next step is soon forgotten. */
export function NextStep({ after, close }: { after: Following; close: () => void }) {
  const when = useRef<HTMLInputElement>(null)
  const problem = useSignal('')
  async function save(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    const due = parseWhen(String(given.get('when')), today())
    if (!due) {
      problem.value = WHEN_HELP
      return when.current?.focus()
    }
    try {
      const type = String(given.get('type') ?? '')
      const subject = String(given.get('subject')).trim() || after.subject
      const { correlationId } = await call('POST /v2/activities', {
        body: { subject, ...(type && { type }), deal_id: after.deal_id, ...utcDue(due.date, due.time) },
      })
      close()
      offerUndo(`Planned: ${subject}`, correlationId)
    } catch (error) {
      tellProblem(error)
    }
  }
  return (
    <Dialog title="What is next?" close={close}>
      {after.title && <p class="soft">{after.title}</p>}
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
          <select name="type">
            <ActivityTypeOptions chosen={after.type} />
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
