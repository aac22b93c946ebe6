import { createHash } from 'node:crypto'
import { type Fragment, joined, type Sql } from '../database/sql.ts'
import { type Answered, answer } from './answer.ts'
import { failure } from './failure.ts'
import { json, textOf } from './json.ts'

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

export interface KeyedRequest {
  key: string
  /** What makes two requests the same one. */
  content: readonly unknown[]
  /** The status of an answer that names none. */
  status: number
}

/**
 * Runs a write once for each `Idempotency-Key` of a caller: the same key and content get the first answer again, the
 * same key with other content is refused. Key and answer are stored with the write, so neither exists without the other.
 */
export async function runOnce<T>(
  keys: KeptKeys,
  request: KeyedRequest,
  run: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const { sql, table, caller, beside } = keys
  const { key, content, status } = request
  if (key.length > 255)
    throw failure('invalid', 'Idempotency-Key is longer than 255 characters', { field: 'idempotency-key' })

  const digest = createHash('sha256').update(JSON.stringify(content)).digest()
  // A second call with the same key waits here until the first has committed or rolled back.
  const [claimed] = await sql`
    insert into ${sql(table)} ${sql({ ...caller, key, digest, ...beside })} on conflict do nothing returning key`
  if (!claimed) return storedAnswer<T>(keys, key, digest)

  const first = await run()
  const body = JSON.stringify({ data: textOf(first.data), beside: first.beside, headers: first.headers })
  await sql`update ${sql(table)} set status = ${first.status ?? status}, body = ${body} where ${rowOf(keys, key)}`
  return first
}

async function storedAnswer<T>(keys: KeptKeys, key: string, digest: Buffer): Promise<Answered<T>> {
  const { sql, table } = keys
  const [stored] = await sql<{ digest: Buffer; status: number; body: string }[]>`
    select digest, status, body from ${sql(table)} where ${rowOf(keys, key)}`
  if (!stored || !digest.equals(stored.digest))
    throw failure('conflict', 'This Idempotency-Key was used with another request', { field: 'idempotency-key' })
  const { data, beside, headers } = JSON.parse(stored.body)
  return answer(json<T>(data), {
    beside,
    headers: { ...headers, 'idempotent-replayed': 'true' },
    status: stored.status,
  })
}

function rowOf({ sql, caller }: KeptKeys, key: string): Fragment {
  const own = Object.entries({ ...caller, key })
  return joined(
    own.map(([column, value]) => sql`${sql(column)} = ${value}`),
    ' and ',
  )
}
