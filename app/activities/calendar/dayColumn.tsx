import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { today } from '../../parts/days.ts'
import type { Entry } from '../entry.ts'
import { minuteAt, movingId, preview, watchMove, watchSpace, watchStretch } from './calendarDrag.ts'
import { EntryText, entryAttributes } from './calendarEntry.tsx'
import type { GridActions } from './gridProps.ts'
import { clockOf, DAY_MINUTES, type Lane, type Stretch } from './layout.ts'

/** An activity, or what of it is on one day, with its place beside the others. */
export interface Drawn extends Stretch {
  entry: Entry
  /** Whether this stretch is the one it begins with, and the one it ends with. */
  isFirst: boolean
  isLast: boolean
}

/** A click on empty space means the half hour it is in. */
const CLICK_MINUTES = 30
const MINUTE_MS = 60_000

interface ColumnProps {
  day: string
  timed: readonly (Drawn & Lane)[]
  act: GridActions
}

/** The hours of one day. */
export function DayColumn({ day, timed, act }: ColumnProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: N adds an activity by key
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      class="calendar-day"
      data-day={day}
      data-today={day === today()}
      onPointerDown={event => watchSpace(event, day, (from, to) => act.add(day, from, to - from))}
      onClick={event => event.target === event.currentTarget && act.add(day, halfHourAt(event))}
    >
      <TimedEntries day={day} timed={timed} act={act} />
      <DayPreview day={day} />
      {day === today() && <NowLine />}
    </div>
  )
}

/** Reads which one is dragged, so it is drawn again for that and for new entries, and not with its neighbours. */
function TimedEntries({ day, timed, act }: ColumnProps) {
  const moving = movingId.value
  return (
    <>
      {timed.map(drawn => (
        <TimedEntry key={drawn.entry.id} day={day} drawn={drawn} isMoving={drawn.entry.id === moving} act={act} />
      ))}
    </>
  )
}

interface TimedProps {
  day: string
  drawn: Drawn & Lane
  isMoving: boolean
  act: GridActions
}

/** What takes no longer has room for one line. */
const ONE_LINE_MINUTES = 45

function TimedEntry({ day, drawn, isMoving, act }: TimedProps) {
  const { entry, from, to, lane, lanes, isFirst, isLast } = drawn
  const press = (event: PointerEvent) => watchMove(event, entry, to - from, place => act.move(entry, place))
  const pressEdge = (event: PointerEvent) =>
    watchStretch(event, { entry, day, from }, minutes => act.stretch(entry, minutes))
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
      {...entryAttributes(entry, isMoving)}
      {...(isFirst && { onPointerDown: press })}
      onClick={() => act.open(entry)}
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

function heightOf(from: number, to: number) {
  return { top: `${(from / DAY_MINUTES) * 100}%`, height: `${((to - from) / DAY_MINUTES) * 100}%` }
}

function halfHourAt(event: MouseEvent): number {
  return Math.floor(minuteAt(event.currentTarget as Element, event.clientY) / CLICK_MINUTES) * CLICK_MINUTES
}

function minuteOfDay(now = new Date()): number {
  return now.getHours() * 60 + now.getMinutes()
}
