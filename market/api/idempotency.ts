import { createHash } from 'node:crypto'
import { type Answered, answer, answered } from '@portico/kit/answer'
import { failure } from '@portico/kit/failure'
import { json, textOf } from '@portico/kit/json'
import type { Input, Operation } from '@portico/kit/operation'
import type { Market } from './context.ts'

/**
 * Runs a write once for each `Idempotency-Key` of a caller: the same key and body get the first answer again, the same
 * key with another body is refused. Key and answer are stored with the write, so neither exists without the other.
 */
export async function once(market: Market, operation: Operation<Market>, input: Input): Promise<unknown> {
  const { sql, user, now, call } = market
  const key = call.request.headers.get('idempotency-key')
  if (!key || !user || operation.method === 'GET') return operation.run(input, market)
  if (key.length > 255)
    throw failure('invalid', 'Idempotency-Key is longer than 255 characters', { field: 'idempotency-key' })

  const digest = createHash('sha256')
    .update(JSON.stringify([operation.name, input.params, input.query, input.body]))
    .digest()
  // A second call with the same key waits here until the first has committed or rolled back.
  const [claimed] = await sql`
    insert into market.idempotency (account_id, key, digest, created_at) values (${user.id}, ${key}, ${digest}, ${now})
    on conflict do nothing returning key`
  if (!claimed) return storedAnswer(market, user.id, key, digest)

  const first = answered(await operation.run(input, market))
  await sql`
    update market.idempotency set status = ${first.status ?? operation.status}, body = ${textOf(first.data)}
    where account_id = ${user.id} and key = ${key}`
  return first
}

async function storedAnswer({ sql }: Market, account: string, key: string, digest: Buffer): Promise<Answered<unknown>> {
  const [stored] = await sql<{ digest: Buffer; status: number; body: string }[]>`
    select digest, status, body from market.idempotency where account_id = ${account} and key = ${key}`
  if (!stored || !digest.equals(stored.digest))
    throw failure('conflict', 'This Idempotency-Key was used with another request', { field: 'idempotency-key' })
  return answer(json(stored.body), { headers: { 'idempotent-replayed': 'true' }, status: stored.status })
}
