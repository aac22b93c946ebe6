import { useMemo } from 'preact/hooks'
import { dayName, today } from '../../parts/days.ts'
import { viewAddress } from '../activitiesBar.tsx'
import type { Entry } from '../entry.ts'
import { movingId, preview, watchMove } from './calendarDrag.ts'
import { EntryText, entryAttributes } from './calendarEntry.tsx'
import type { GridProps } from './gridProps.ts'

/** Activities of a day that are shown; the others are behind a link to the day. */
const MOST_SHOWN = 4

/** Whole weeks, a line for each activity; dragging moves one to another day at its time. */
export function MonthGrid({ days, day: chosen, entries, act }: GridProps) {
  const byDay = useMemo(() => inDays(entries), [entries])
  const moving = movingId.value
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also when there is nothing in it to go to
    <section class="calendar-scroll calendar-month" tabIndex={0} aria-label="Calendar">
      {days.slice(0, 7).map(day => (
        <span key={day} class="calendar-weekday" aria-hidden="true">
          {weekday.format(new Date(`${day}T00:00:00Z`))}
        </span>
      ))}
      {days.map(day => {
        const those = byDay.get(day) ?? []
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: N adds an activity by key
          // biome-ignore lint/a11y/noStaticElementInteractions: as above
          <div
            key={day}
            class="calendar-cell"
            data-day={day}
            data-whole
            data-outside={day.slice(0, 7) !== chosen.slice(0, 7)}
            data-target={preview.value?.day === day}
            onClick={event => event.target === event.currentTarget && act.add(day)}
          >
            <a
              class="calendar-date"
              href={viewAddress('day', day)}
              aria-current={day === today() ? 'date' : undefined}
              aria-label={`${Number(day.slice(8))}, ${dayName(day)}, ${those.length} activities`}
            >
              <b>{Number(day.slice(8))}</b>
              {those.length > 0 && <span class="calendar-count">{those.length}</span>}
            </a>
            {those.slice(0, MOST_SHOWN).map(entry => (
              <button
                key={entry.id}
                type="button"
                class="calendar-line"
                {...entryAttributes(entry, entry.id === moving)}
                onPointerDown={event =>
                  watchMove(event, entry, 0, place => act.move(entry, { day: place.day, minute: minuteOf(entry) }))
                }
                onClick={() => act.open(entry)}
              >
                <EntryText entry={entry} />
              </button>
            ))}
            {those.length > MOST_SHOWN && (
              <a class="calendar-more" href={viewAddress('day', day)}>
                {those.length - MOST_SHOWN} more
              </a>
            )}
          </div>
        )
      })}
    </section>
  )
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })

function inDays(entries: readonly Entry[]): ReadonlyMap<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const those = days.get(entry.due_date)
    if (those) those.push(entry)
    else days.set(entry.due_date, [entry])
  }
  for (const those of days.values()) those.sort((a, b) => (a.begins ?? 0) - (b.begins ?? 0))
  return days
}

function minuteOf({ due_time }: Entry): number | undefined {
  if (due_time === null) return undefined
  const [hours = 0, minutes = 0] = due_time.split(':').map(Number)
  return hours * 60 + minutes
}
