import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** What is shown of a day: what has no time, and what has one, each with its place. */
export interface DayEntries<E extends { id: number }, D extends { entry: E }> {
  whole: readonly E[]
  timed: readonly D[]
}

type Days<E extends { id: number }, D extends { entry: E }> = ReadonlyMap<string, DayEntries<E, D>>

/** A press is answered within a tenth of a second on a phone, which takes a good part of it for so many. */
const NEW_IN_A_FRAME = 20

/** The same days, but of a week that is full so many entries more in each frame: none takes long. */
export function useInPortions<E extends { id: number }, D extends { entry: E }>(days: Days<E, D>): Days<E, D> {
  const shown = useRef<ReadonlySet<number>>(new Set())
  const frames = useSignal(0)
  void frames.value
  const { next, isWhole } = nextPortion(shown.current, days)
  shown.current = new Set([...next.values()].flatMap(idsOf))
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => frames.value++)
    return () => cancelAnimationFrame(frame)
  })
  return next
}

/** What to show next when these are shown: what is wanted of them, and some more. A day that is whole is the one given. */
export function nextPortion<E extends { id: number }, D extends { entry: E }>(
  shown: ReadonlySet<number>,
  wanted: Days<E, D>,
): { next: Days<E, D>; isWhole: boolean } {
  let room = NEW_IN_A_FRAME
  const fits = (id: number) => shown.has(id) || room-- > 0
  const next = new Map<string, DayEntries<E, D>>()
  for (const [day, entries] of wanted) {
    const whole = entries.whole.filter(({ id }) => fits(id))
    const timed = entries.timed.filter(({ entry }) => fits(entry.id))
    const isAll = whole.length === entries.whole.length && timed.length === entries.timed.length
    next.set(day, isAll ? entries : { whole, timed })
  }
  return { next, isWhole: room >= 0 }
}

function idsOf<E extends { id: number }>({ whole, timed }: DayEntries<E, { entry: E }>): number[] {
  return [...whole.map(({ id }) => id), ...timed.map(({ entry }) => entry.id)]
}
