import type { Sql } from '@portico/kit/database/sql'

/** An account and the names of its books. */
export interface OwnerOfBooks {
  owner: string
  names: string[]
}

/** With `warnedBefore` only books whose owner was warned by then. */
export function unlistListedBefore(
  sql: Sql,
  listedBefore: Date,
  { by, warnedBefore, now }: { by: string | null; warnedBefore: Date | null; now: Date },
) {
  return sql<OwnerOfBooks[]>`
    with unlisted as (
      update market.book set status = 5
      where status = 0 and deleted_at is null and listed_at < ${listedBefore}
        and (${warnedBefore}::timestamptz is null or warned_at <= ${warnedBefore})
      returning id, owner_id, name),
    moves as (
      insert into market.book_move (book_id, move, from_status, to_status, by_id, reason, at)
      select id, 'unlist', 0, 5, ${by}, 'age', ${now} from unlisted)
    select owner_id as owner, array_agg(name order by name) as names from unlisted group by owner_id`
}

/** Marks the books whose owner has not been warned yet. */
export function warnListedBefore(sql: Sql, listedBefore: Date, now: Date) {
  return sql<OwnerOfBooks[]>`
    with warned as (
      update market.book set warned_at = ${now}
      where status = 0 and deleted_at is null and listed_at < ${listedBefore} and warned_at is null
      returning owner_id, name)
    select owner_id as owner, array_agg(name order by name) as names from warned group by owner_id`
}
