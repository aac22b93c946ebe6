import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { today } from '../../parts/days.ts'
import { viewAddress } from '../activitiesBar.tsx'
import type { Entry } from '../entry.ts'
import { minuteAt, preview, watchMove, watchSpace, watchStretch } from './calendarDrag.ts'
import { EntryText, entryAttributes } from './calendarEntry.tsx'
import type { GridProps } from './gridProps.ts'
import { clockOf, DAY_MINUTES, type Lane, SHORTEST_MINUTES, type Stretch, sideBySide, stretchesOf } from './layout.ts'

interface Drawn extends Stretch {
  entry: Entry
  /** Whether this stretch is the one it begins with, and the one it ends with. */
  isFirst: boolean
  isLast: boolean
}

/** What the working day begins with, more or less. */
const FIRST_SHOWN_MINUTE = 7 * 60
/** A click on empty space means the half hour it is in. */
const CLICK_MINUTES = 30
const MINUTE_MS = 60_000

/** Hours from top to bottom, a column for each day; activities without a time are above. */
export function DayGrid({ days, entries, open, add, move, stretch }: GridProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const byDay = useMemo(() => layDays(days, entries), [days, entries])
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
                {...entryAttributes(entry)}
                onPointerDown={event =>
                  watchMove(event, entry, entry.duration_minutes ?? SHORTEST_MINUTES, place => move(entry, place))
                }
                onClick={() => open(entry)}
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: N adds an activity by key
          // biome-ignore lint/a11y/noStaticElementInteractions: as above
          <div
            key={day}
            class="calendar-day"
            data-day={day}
            data-today={day === today()}
            onPointerDown={event => watchSpace(event, day, (from, to) => add(day, from, to - from))}
            onClick={event => event.target === event.currentTarget && add(day, halfHourAt(event))}
          >
            {byDay.get(day)?.timed.map(drawn => (
              <TimedEntry
                key={drawn.entry.id}
                drawn={drawn}
                open={open}
                press={event => watchMove(event, drawn.entry, drawn.to - drawn.from, place => move(drawn.entry, place))}
                pressEdge={event =>
                  watchStretch(event, { entry: drawn.entry, day, from: drawn.from }, minutes =>
                    stretch(drawn.entry, minutes),
                  )
                }
              />
            ))}
            <DayPreview day={day} />
            {day === today() && <NowLine />}
          </div>
        ))}
      </div>
    </section>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface TimedProps {
  drawn: Drawn & Lane
  open: (entry: Entry) => void
  press: (event: PointerEvent) => void
  pressEdge: (event: PointerEvent) => void
}

/** What takes no longer has room for one line. */
const ONE_LINE_MINUTES = 45

function TimedEntry({ drawn, open, press, pressEdge }: TimedProps) {
  const { entry, from, to, lane, lanes, isFirst, isLast } = drawn
  const style = {
    ...heightOf(from, to),
    left: `${(lane / lanes) * 100}%`,
    width: `${100 / lanes}%`,
  }
  return (
    <button
      type="button"
      class="calendar-entry"
      data-short={to - from <= ONE_LINE_MINUTES}
      style={style}
      {...entryAttributes(entry)}
      {...(isFirst && { onPointerDown: press })}
      onClick={() => open(entry)}
    >
      <EntryText entry={entry} />
      {isFirst && isLast && <span class="calendar-edge" onPointerDown={pressEdge} />}
    </button>
  )
}

/** The one thing that is drawn anew while something is dragged. */
function DayPreview({ day }: { day: string }) {
  const { value } = preview
  if (value?.day !== day || value.from === undefined) return null
  const to = Math.min(value.to, DAY_MINUTES)
  return (
    <div class="calendar-preview" style={heightOf(value.from, to)}>
      {clockOf(value.from)} – {clockOf(to % DAY_MINUTES)}
    </div>
  )
}

function NowLine() {
  const minute = useSignal(minuteOfDay())
  useEffect(() => {
    const timer = setInterval(() => (minute.value = minuteOfDay()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return <div class="calendar-now" style={{ top: heightOf(minute.value, minute.value).top }} />
}

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

function heightOf(from: number, to: number) {
  return { top: `${(from / DAY_MINUTES) * 100}%`, height: `${((to - from) / DAY_MINUTES) * 100}%` }
}

function halfHourAt(event: MouseEvent): number {
  return Math.floor(minuteAt(event.currentTarget as Element, event.clientY) / CLICK_MINUTES) * CLICK_MINUTES
}

function minuteOfDay(now = new Date()): number {
  return now.getHours() * 60 + now.getMinutes()
}

interface DayEntries {
  whole: Entry[]
  timed: (Drawn & Lane)[]
}

function layDays(days: readonly string[], entries: readonly Entry[]): ReadonlyMap<string, DayEntries> {
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
