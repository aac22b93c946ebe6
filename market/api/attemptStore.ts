import type { Sql } from '@portico/kit/database/sql'

export interface CountedAttempts {
  used: number
  /** When the first of them was made. */
  since: Date
}

/** Counts one more attempt under a key, or the first of a new window. */
export async function countAttempt(sql: Sql, key: string, windowMs: number, now: Date): Promise<CountedAttempts> {
  const fresh = new Date(now.getTime() - windowMs)
  const [counted] = await sql<CountedAttempts[]>`
    insert into market.attempt as before (key, since, used) values (${key}, ${now}, 1)
    on conflict (key) do update set
      used = case when before.since <= ${fresh} then 1 else before.used + 1 end,
      since = case when before.since <= ${fresh} then ${now} else before.since end
    returning used, since`
  if (!counted) throw new Error('an insert gave no row')
  return counted
}

/** Forgets all attempts under the keys `own`, and takes back one attempt under each of the keys `shared`. */
export async function forgiveAttempts(sql: Sql, own: readonly string[], shared: readonly string[]): Promise<void> {
  await sql`
    with forgotten as (delete from market.attempt where key = any(${own}))
    update market.attempt set used = greatest(used - 1, 0) where key = any(${shared})`
}

export async function takeBackAttempts(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql`update market.attempt set used = greatest(used - 1, 0) where key = any(${keys})`
}
