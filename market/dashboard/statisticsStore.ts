import { type Json, json } from '@portico/kit/api/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { Statistics } from './statisticsWire.ts'

/** The figures of the dashboard; those by day are of the last thirty days. */
export async function readStatistics(sql: Sql, now: Date): Promise<Json<Static<typeof Statistics>>> {
  const [found] = await sql<{ statistics: string }[]>`
    select json_build_object(
      'totalUsers', (select count(*) from market.account where deleted_at is null),
      'totalBooks', (select count(*) from market.book where deleted_at is null),
      'booksByStatus', (select json_object_agg(status, count) from (
        select status, (select count(*) from market.book where book.status = known.status and deleted_at is null)
        from (values (0), (1), (2), (3), (5)) known (status)) each),
      'openRequests', (select count(*) from market.request where status = 0),
      'booksSold', (select count(*) from market.book where status = 3),
      'moneyMoved', (select coalesce(sum(price_cents), 0) / 100::float8 from market.book where status = 3),
      'feesEarned', 0 - ${balanceOf('fee_earned')},
      'cashHeld', ${balanceOf('cash')},
      'postsByDay', ${countsByDay(fragment`select posted_at as at from market.book`, now)},
      'salesByDay', ${countsByDay(fragment`select at from market.purchase`, now)},
      'signupsByDay', ${countsByDay(fragment`select created_at as at from market.account`, now)})::text as statistics`
  return json(found?.statistics ?? '{}')
}

function balanceOf(account: string): Fragment {
  return fragment`
    (select coalesce(sum(cents), 0) / 100::float8 from market.ledger_entry where account = ${account})`
}

/** A JSON array with one entry for each day in UTC, zeros included. `times` selects the moments `at` to be counted. */
function countsByDay(times: Fragment, now: Date): Fragment {
  return fragment`
    (select json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'count', coalesce(counted.count, 0)) order by day)
     from generate_series((${now}::timestamptz at time zone 'UTC')::date - 29,
                          (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') day
     left join (select (at at time zone 'UTC')::date as on_day, count(*)::integer as count from (${times}) event
                where at > ${now}::timestamptz - interval '31 days' group by 1) counted on counted.on_day = day::date)`
}
