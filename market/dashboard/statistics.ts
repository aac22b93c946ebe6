import { json } from '@portico/kit/json'
import Type from 'typebox'
import { operation } from '../api/operation.ts'

const Days = Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() }))

export const Statistics = Type.Object({
  totalUsers: Type.Integer(),
  totalBooks: Type.Integer(),
  booksByStatus: Type.Record(Type.String(), Type.Integer()),
  openRequests: Type.Integer(),
  booksSold: Type.Integer(),
  moneyMoved: Type.Number({ description: 'Paid to sellers' }),
  feesEarned: Type.Number(),
  cashHeld: Type.Number({ description: 'Charged and not yet paid out, fees earned included' }),
  postsByDay: Days,
  salesByDay: Days,
  signupsByDay: Days,
})

export const getStatistics = operation({
  route: 'GET /dashboard/getStatistics',
  summary: 'Users, books, sales and money, and the last thirty days',
  scopes: ['admin'],
  reply: Statistics,
  async run(_, { sql, now }) {
    const byDay = (times: ReturnType<typeof sql>) => sql`
      (select json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'count', coalesce(counted.count, 0)) order by day)
       from generate_series((${now}::timestamptz at time zone 'UTC')::date - 29,
                            (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') day
       left join (select (at at time zone 'UTC')::date as on_day, count(*)::integer as count from (${times}) event
                  where at > ${now}::timestamptz - interval '31 days' group by 1) counted on counted.on_day = day::date)`
    const balance = (account: string) => sql`
      (select coalesce(sum(cents), 0) / 100::float8 from market.ledger_entry where account = ${account})`
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
        'feesEarned', 0 - ${balance('fee_earned')},
        'cashHeld', ${balance('cash')},
        'postsByDay', ${byDay(sql`select posted_at as at from market.book`)},
        'salesByDay', ${byDay(sql`select at from market.purchase`)},
        'signupsByDay', ${byDay(sql`select created_at as at from market.account`)})::text as statistics`
    return json(found?.statistics ?? '{}')
  },
})
