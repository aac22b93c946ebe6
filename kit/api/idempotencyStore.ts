import { type Fragment, joined, type Sql } from '../database/sql.ts'

/** Where the keys of a caller are kept: a table with `key`, `digest`, `status` and `body` beside the caller's columns. */
export interface KeptKeys {
  /** The transaction of the write. */
  sql: Sql
  table: string
  /** The columns that say whose key it is. */
  caller: Readonly<Record<string, string | number>>
  /** More columns of a new row. */
  beside?: Readonly<Record<string, unknown>>
}

export interface StoredAnswer {
  /** Of the request that was answered. */
  digest: Buffer
  status: number
  body: string
}

/** False when the key was used before. A second call with the same key waits until the first commits or rolls back. */
export async function claimKey(
  { sql, table, caller, beside }: KeptKeys,
  key: string,
  digest: Buffer,
): Promise<boolean> {
  const claimed = await sql`
    insert into ${sql(table)} ${sql({ ...caller, key, digest, ...beside })} on conflict do nothing returning key`
  return claimed.length > 0
}

export async function storeAnswer(keys: KeptKeys, key: string, status: number, body: string): Promise<void> {
  const { sql, table } = keys
  await sql`update ${sql(table)} set status = ${status}, body = ${body} where ${rowOf(keys, key)}`
}

export async function findAnswer(keys: KeptKeys, key: string): Promise<StoredAnswer | undefined> {
  const { sql, table } = keys
  const [stored] = await sql<StoredAnswer[]>`
    select digest, status, body from ${sql(table)} where ${rowOf(keys, key)}`
  return stored
}

function rowOf({ sql, caller }: KeptKeys, key: string): Fragment {
  const own = Object.entries({ ...caller, key })
  return joined(
    own.map(([column, value]) => sql`${sql(column)} = ${value}`),
    ' and ',
  )
}
