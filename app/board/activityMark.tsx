import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { clock, dayName, daysBetween, localDue, today } from '../parts/days.ts'

/** Letters, not drawings: there is one on every card, and a letter is one element where a drawing is three. */
const MARKS: Record<MarkKind, string> = { overdue: '!', today: '›', later: '›', none: '+' }
export type MarkKind = 'overdue' | 'today' | 'later' | 'none'

/** What is next on a deal, in four colours, each with a shape and words of its own. */
export function ActivityMark({ activity }: { activity: BoardCard['next_activity'] }) {
  const kind = markOf(activity)
  const words = wordsOf(activity)
  return (
    <span class="mark-activity" data-kind={kind} title={words} role="img" aria-label={words}>
      {MARKS[kind]}
    </span>
  )
}

function markOf(activity: BoardCard['next_activity'], now = new Date()): MarkKind {
  if (!activity) return 'none'
  const { due_date, due_time } = localDue(activity)
  if (!due_date) return 'later'
  const days = daysBetween(today(now), due_date)
  if (days < 0) return 'overdue'
  if (days > 0) return 'later'
  return due_time !== null && due_time < clock(now) ? 'overdue' : 'today'
}

function wordsOf(activity: BoardCard['next_activity']): string {
  if (!activity) return 'No activity planned'
  const { due_date } = localDue(activity)
  const when = due_date ? dayName(due_date) : 'some day'
  return `${markOf(activity) === 'overdue' ? 'Overdue' : 'Next'}: ${activity.subject}, ${when}`
}
