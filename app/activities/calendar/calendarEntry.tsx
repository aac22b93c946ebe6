import { typeName } from '../../store/activityTypes.ts'
import { aboutOf, type Entry } from '../entry.ts'

/** What both an hour of the grid and a line of the month show of an activity. */
export function entryAttributes(entry: Entry, isMoving: boolean) {
  const words = wordsOf(entry)
  return {
    'data-entry': entry.id,
    'data-done': entry.done,
    'data-moving': isMoving,
    'aria-label': words,
    title: words,
  }
}

function wordsOf(entry: Entry): string {
  const about = aboutOf(entry)
    .map(({ name }) => name)
    .filter(Boolean)
  const done = entry.done ? ['done'] : []
  return [`${entry.due_time ?? 'All day'} ${entry.subject}`, typeName(entry.type), ...about, ...done].join(', ')
}

/** Time, subject and what it is about, as far as there is room. */
export function EntryText({ entry }: { entry: Entry }) {
  const about = aboutOf(entry).find(({ name }) => name)
  return (
    <>
      {entry.due_time && <span class="calendar-time">{entry.due_time} </span>}
      <span class="calendar-subject">{entry.subject}</span>
      {about && <span class="calendar-about"> {about.name}</span>}
    </>
  )
}
