import type { Reminder } from '@portico/crm/work/reminders/app/operations'
import { call } from '../api/call.ts'
import { localDue } from '../parts/days.ts'
import { go } from '../shell/location.ts'
import { dismiss, tell, tellProblem } from '../shell/toasts.ts'
import { offerUndo } from '../store/undo.ts'

/** How often the server is asked: a reminder is on screen this soon. */
const ASKED_EVERY_MS = 15_000
const SNOOZE_MINUTES = 10

/** Reminders on screen by activity. */
const shown = new Map<number, number>()

/**
 * Shows reminders in one tab: the one that is looked at. Tabs take turns by a lock of the browser; where it has none (on
 * plain http) every tab that is looked at shows them.
 */
export function watchReminders(): void {
  addEventListener('visibilitychange', () => void take())
  void take()
}

let isTaking = false

async function take(): Promise<void> {
  if (isTaking || document.visibilityState === 'hidden') return
  isTaking = true
  try {
    if (navigator.locks) await navigator.locks.request('reminders', whileVisible)
    else await whileVisible()
  } finally {
    isTaking = false
    forgetShown()
  }
}

/** Until the tab is looked at no more. */
async function whileVisible(): Promise<void> {
  while (document.visibilityState === 'visible') {
    await show().catch(() => {})
    await new Promise<void>(resolve => {
      const timer = setTimeout(done, ASKED_EVERY_MS)
      function done() {
        clearTimeout(timer)
        removeEventListener('visibilitychange', done)
        resolve()
      }
      addEventListener('visibilitychange', done)
    })
  }
}

async function show(): Promise<void> {
  const { data } = await call<Reminder[]>('GET /app/api/reminders')
  for (const [activity, toast] of shown)
    if (!data.some(({ id }) => id === activity)) {
      dismiss(toast)
      shown.delete(activity)
    }
  for (const reminder of data) if (!shown.has(reminder.id)) shown.set(reminder.id, toastOf(reminder))
}

function toastOf(reminder: Reminder): number {
  const { id, subject, deal_id, deal_title } = reminder
  const { due_date, due_time } = localDue(reminder)
  const answer = (body: object) =>
    call(`PATCH /app/api/reminders/${id}`, { body }).then(() => shown.delete(id), tellProblem)
  return tell(`${due_time} ${subject}${deal_title ? ` · ${deal_title}` : ''}`, {
    kind: 'reminder',
    action: {
      label: 'Open',
      run: () => {
        void answer({ dismissed: true })
        go(deal_id ? `/app/deals/${deal_id}` : `/app/activities/calendar?view=day&day=${due_date}`)
      },
    },
    more: [
      { label: 'Done', run: () => void finish(reminder) },
      { label: 'Later', run: () => void answer({ snooze_minutes: SNOOZE_MINUTES }) },
      { label: 'Dismiss', run: () => void answer({ dismissed: true }) },
    ],
  })
}

/** What is done reminds of nothing; should that be refused, the reminder comes back with the next answer. */
async function finish({ id, subject }: Reminder): Promise<void> {
  try {
    const { correlationId } = await call(`PATCH /v2/activities/${id}`, { body: { done: true } })
    offerUndo(`Done: ${subject}`, correlationId)
  } catch (error) {
    tellProblem(error)
  } finally {
    shown.delete(id)
  }
}

/** Another tab shows them now. */
function forgetShown(): void {
  for (const toast of shown.values()) dismiss(toast)
  shown.clear()
}
