import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { addDays, isDay, today } from '../../parts/days.ts'
import { useKeys } from '../../shell/keys.ts'
import { go, query, refine } from '../../shell/location.ts'
import { useActivityTypes } from '../../store/activityTypes.ts'
import { onChanges } from '../../store/live.ts'
import { ActivitiesBar, agendaQuery, chosen, VIEWS, type View, viewAddress } from '../activitiesBar.tsx'
import { ActivityForm, type Draft } from '../activityForm.tsx'
import { openAgenda } from '../agendaStore.ts'
import type { Entry } from '../entry.ts'
import { DayGrid } from './dayGrid.tsx'
import type { GridActions } from './gridProps.ts'
import { clockOf } from './layout.ts'
import { MonthGrid } from './monthGrid.tsx'
import { moveEntry, stretchEntry } from './moves.ts'
import { daysOf, step } from './span.ts'

/** More than a month can show; whoever has more is told. */
const MOST_SHOWN = 1000

/** Activities by day, week or month. */
export function Calendar() {
  const view = viewOf()
  const day = dayOf()
  const days = useMemo(() => daysOf(view, day), [view, day])
  const agenda = useMemo(openAgenda, [])
  const form = useSignal<Draft | undefined>(undefined)
  // A day here may begin or end on another one of UTC, by which the server keeps them.
  const asked = `${agendaQuery()}from=${addDays(days[0] ?? day, -1)}&until=${addDays(days.at(-1) ?? day, 1)}&limit=${MOST_SHOWN}`
  useActivityTypes()
  useEffect(() => void agenda.show(asked), [asked])
  useEffect(() => onChanges(['activity', 'deal'], agenda.read), [])

  function add(on: string, minute?: number, minutes?: number) {
    const time = minute === undefined ? undefined : clockOf(minute)
    form.value = { day: on, time, minutes, ownerId: chosen().ownerId }
  }
  const act = useMemo<GridActions>(
    () => ({
      add,
      open: entry => (form.value = { entry }),
      move: (entry, place) => void moveEntry(agenda, entry, place),
      stretch: (entry, minutes) => void stretchEntry(agenda, entry, minutes),
    }),
    [],
  )
  useKeys(
    'Calendar',
    useMemo(() => calendarKeys(() => add(dayOf())), []),
  )

  const Grid = view === 'month' ? MonthGrid : DayGrid
  return (
    <div class="activities-calendar">
      <ActivitiesBar view={view} add={() => add(day)} />
      <div class="calendar-bar">
        <button type="button" onClick={() => stepBy(-1)} aria-label="Earlier">
          ‹
        </button>
        <button type="button" onClick={() => refine({ day: null })}>
          Today
        </button>
        <button type="button" onClick={() => stepBy(1)} aria-label="Later">
          ›
        </button>
        <h2 aria-live="polite">{titleOf(view, day, days)}</h2>
        {agenda.hasMore.value && <span class="soft">These are the first {MOST_SHOWN}.</span>}
      </div>
      <Grid key={view} days={days} day={day} entries={agenda.entries.value ?? NONE} act={act} />
      {form.value && (
        <ActivityForm
          draft={form.value}
          close={() => (form.value = undefined)}
          saved={() => void agenda.read().catch(() => {})}
        />
      )}
    </div>
  )
}

const NONE: readonly Entry[] = []

/** A phone has room for one day. */
function viewOf(): View {
  const asked = query.value.get('view')
  return VIEWS.find(view => view === asked) ?? (matchMedia('(max-width: 600px)').matches ? 'day' : 'week')
}

function dayOf(): string {
  const asked = query.value.get('day')
  return asked !== null && isDay(asked) ? asked : today()
}

function stepBy(by: number): void {
  refine({ day: step(viewOf(), dayOf(), by) })
}

function calendarKeys(add: () => void) {
  const focus = (by: number) => () => {
    const list = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
    const at = list.indexOf(document.activeElement as HTMLElement)
    list[Math.max(0, Math.min(list.length - 1, at + by))]?.focus()
  }
  return [
    { keys: 'ArrowRight', text: 'Later', run: () => stepBy(1) },
    { keys: 'ArrowLeft', text: 'Earlier', run: () => stepBy(-1) },
    { keys: 'Home', text: 'Today', run: () => refine({ day: null }) },
    ...VIEWS.map((view, nr) => ({
      keys: String(nr + 1),
      text: `Show the ${view}`,
      run: () => go(viewAddress(view), { replace: true }),
    })),
    { keys: 'n', text: 'New activity', run: add },
    { keys: 'j', text: 'Next activity', run: focus(1) },
    { keys: 'k', text: 'Activity before', run: focus(-1) },
  ]
}

const whole = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const span = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })

function titleOf(view: View, day: string, days: readonly string[]): string {
  const at = (text: string) => new Date(`${text}T00:00:00Z`)
  if (view === 'day') return whole.format(at(day))
  if (view === 'month') return month.format(at(day))
  return span.formatRange(at(days[0] ?? day), at(days.at(-1) ?? day))
}
