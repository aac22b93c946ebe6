import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { today } from '../../parts/days.ts'
import { viewAddress } from '../activitiesBar.tsx'
import type { Entry } from '../entry.ts'
import { movingId, preview, watchMove } from './calendarDrag.ts'
import { EntryText, entryAttributes } from './calendarEntry.tsx'
import { DayColumn, type Drawn } from './dayColumn.tsx'
import type { GridProps } from './gridProps.ts'
import { clockOf, DAY_MINUTES, type Lane, SHORTEST_MINUTES, sideBySide, stretchesOf } from './layout.ts'
import { type DayEntries, useInPortions } from './portions.ts'

/** What the working day begins with, more or less. */
const FIRST_SHOWN_MINUTE = 7 * 60

/** Hours from top to bottom, a column for each day; activities without a time are above. */
export function DayGrid({ days, entries, act }: GridProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const byDay = useInPortions(useMemo(() => layDays(days, entries), [days, entries]))
  const moving = movingId.value
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = (scroll.current.scrollHeight * FIRST_SHOWN_MINUTE) / DAY_MINUTES
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also when there is nothing in it to go to
    <section class="calendar-scroll" ref={scroll} data-days={days.length} tabIndex={0} aria-label="Calendar">
      <div class="calendar-head">
        <span class="calendar-corner">all day</span>
        {days.map(day => (
          <div key={day} class="calendar-whole" data-day={day} data-whole data-target={isOver(day, undefined)}>
            <DayHead day={day} />
            {byDay.get(day)?.whole.map(entry => (
              <button
                key={entry.id}
                type="button"
                class="calendar-line"
                {...entryAttributes(entry, entry.id === moving)}
                onPointerDown={event =>
                  watchMove(event, entry, entry.duration_minutes ?? SHORTEST_MINUTES, place => act.move(entry, place))
                }
                onClick={() => act.open(entry)}
              >
                <EntryText entry={entry} />
              </button>
            ))}
          </div>
        ))}
      </div>
      <div class="calendar-body">
        <div class="calendar-hours" aria-hidden="true">
          {HOURS.map(hour => (
            <span key={hour}>{clockOf(hour * 60)}</span>
          ))}
        </div>
        {days.map(day => (
          <DayColumn key={day} day={day} timed={byDay.get(day)?.timed ?? NONE} act={act} />
        ))}
      </div>
    </section>
  )
}

const NONE: readonly never[] = []
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function DayHead({ day }: { day: string }) {
  return (
    <a class="calendar-date" href={viewAddress('day', day)} aria-current={day === today() ? 'date' : undefined}>
      {weekday.format(new Date(`${day}T00:00:00Z`))} <b>{Number(day.slice(8))}</b>
    </a>
  )
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })

function isOver(day: string, minute: number | undefined): boolean {
  return preview.value?.day === day && preview.value.from === minute
}

function layDays(
  days: readonly string[],
  entries: readonly Entry[],
): ReadonlyMap<string, DayEntries<Entry, Drawn & Lane>> {
  const whole = new Map<string, Entry[]>(days.map(day => [day, []]))
  const timed = new Map<string, Drawn[]>(days.map(day => [day, []]))
  for (const entry of entries) {
    if (entry.begins === undefined) whole.get(entry.due_date)?.push(entry)
    else {
      const stretches = stretchesOf(entry.begins, entry.duration_minutes ?? SHORTEST_MINUTES)
      for (const [nr, { day, from, to }] of stretches.entries())
        timed.get(day)?.push({ entry, from, to, isFirst: nr === 0, isLast: nr === stretches.length - 1 })
    }
  }
  return new Map(days.map(day => [day, { whole: whole.get(day) ?? [], timed: sideBySide(timed.get(day) ?? []) }]))
}
