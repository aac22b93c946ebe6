import { type Fragment, fragment, type Sql } from '../../database/sql.ts'

export interface CountedAttempts {
  used: number
  /** When the first of them was made. */
  since: Date
}

/** Counts one more attempt under a key, or the first of a new window. */
export async function countAttempt(
  sql: Sql,
  product: string,
  { key, windowMs }: { key: string; windowMs: number },
  now: Date,
): Promise<CountedAttempts> {
  const fresh = new Date(now.getTime() - windowMs)
  const [counted] = await sql<CountedAttempts[]>`
    insert into ${attemptOf(product)} as before (key, since, used) values (${key}, ${now}, 1)
    on conflict (key) do update set
      used = case when before.since <= ${fresh} then 1 else before.used + 1 end,
      since = case when before.since <= ${fresh} then ${now} else before.since end
    returning used, since`
  if (!counted) throw new Error('an insert gave no row')
  return counted
}

/** What was counted under these keys; a window may be over. */
export async function findAttempts(
  sql: Sql,
  product: string,
  keys: readonly string[],
): Promise<(CountedAttempts & { key: string })[]> {
  return sql<(CountedAttempts & { key: string })[]>`
    select key, used, since from ${attemptOf(product)} where key = any(${keys})`
}

/** Forgets all attempts under the keys `own`, and takes back one attempt under each of the keys `shared`. */
export async function forgiveAttempts(
  sql: Sql,
  product: string,
  own: readonly string[],
  shared: readonly string[],
): Promise<void> {
  await sql`
    with forgotten as (delete from ${attemptOf(product)} where key = any(${own}))
    update ${attemptOf(product)} set used = greatest(used - 1, 0) where key = any(${shared})`
}

export async function takeBackAttempts(sql: Sql, product: string, keys: readonly string[]): Promise<void> {
  await sql`update ${attemptOf(product)} set used = greatest(used - 1, 0) where key = any(${keys})`
}

/** Attempts are counted over two days at most. */
export async function forgetOldAttempts(sql: Sql, product: string, now: Date): Promise<void> {
  const twoDaysAgo = new Date(now.getTime() - 2 * 86_400_000)
  await sql`delete from ${attemptOf(product)} where since < ${twoDaysAgo}`
}

function attemptOf(product: string): Fragment {
  return fragment(`${product}.attempt`)
}
