import type { CalendarAddress } from '../../work/calendarAddress/store.ts'
import { dayOf } from './sessions.tsx'

/** The secret address at which calendar programs read; made in the app, ended here too. */
export function CalendarAddressSection({ address }: { address: CalendarAddress }) {
  return (
    <section class="panel" aria-labelledby="h-calendar">
      <h2 id="h-calendar">Calendar address</h2>
      <p>
        Whoever has your secret calendar address reads your activities. Made {dayOf(address.add_time)}
        {address.last_used_time ? `, last read ${dayOf(address.last_used_time)}.` : ', never read.'}
      </p>
      <form method="post" action="/app/account/calendar-address/end">
        <button class="quiet" type="submit">
          End the address
        </button>
      </form>
    </section>
  )
}
