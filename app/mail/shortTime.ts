import { clock, dayName, today } from '../parts/days.ts'

/** Today by the clock, else by the day. */
export function shortTime(time: string): string {
  const moment = new Date(time)
  return today(moment) === today() ? clock(moment) : dayName(today(moment))
}
