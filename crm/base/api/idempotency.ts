import { createHash } from 'node:crypto'
import { type Answered, answer, answered } from '@portico/kit/answer'
import type { Call } from '@portico/kit/api'
import { failure } from '@portico/kit/failure'
import { json, textOf } from '@portico/kit/json'
import type { Input, Operation } from '@portico/kit/operation'
import type { Crm } from './context.ts'

/**
 * Runs a write once for each `Idempotency-Key`: the same key and body get the first answer again, the same key with
 * another body is a mistake. Key and answer are stored in the transaction of the write, so neither exists alone.
 */
export async function once(crm: Crm, operation: Operation<Crm>, input: Input): Promise<unknown> {
  if (operation.method !== 'POST' || !hasIdempotencyKey(crm.call)) return operation.run(input, crm)
  const { api, name, status } = operation
  const request = { name: [api, name], content: [input.query, input.body], status }
  return onceFor<unknown>(crm, request, async () => answered(await operation.run(input, crm)))
}

/** A POST as far as it counts for its key: what is asked for, with what content. */
interface KeyedRequest {
  name: unknown
  content: readonly unknown[]
  status?: number
}

/** The same for an operation that streams and opens its transaction by itself, when it knows what was sent. */
export async function onceFor<T>(
  crm: Crm,
  request: KeyedRequest,
  run: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const key = crm.call.request.headers.get('idempotency-key')
  if (!key) return run()
  if (key.length > 255)
    throw failure('invalid', 'Idempotency-Key is longer than 255 characters', { field: 'idempotency-key' })

  const { sql, actor } = crm
  const digest = digestOf(crm, request)
  // A second call with the same key waits here until the first has committed or rolled back.
  const [claimed] = await sql`
    insert into crm.idempotency (company_id, user_id, key, digest)
    values (${actor.companyId}, ${actor.userId}, ${key}, ${digest}) on conflict do nothing returning key`
  if (!claimed) return storedAnswer<T>(crm, key, digest)

  const first = await run()
  const body = JSON.stringify({ data: textOf(first.data), beside: first.beside, headers: first.headers })
  await sql`
    update crm.idempotency set status = ${first.status ?? request.status ?? 200}, body = ${body}
    where company_id = ${actor.companyId} and user_id = ${actor.userId} and key = ${key}`
  return first
}

export function hasIdempotencyKey(call: Call): boolean {
  return call.request.headers.has('idempotency-key')
}

async function storedAnswer<T>({ sql, actor }: Crm, key: string, digest: Buffer): Promise<Answered<T>> {
  const [stored] = await sql<{ digest: Buffer; status: number; body: string }[]>`
    select digest, status, body from crm.idempotency
    where company_id = ${actor.companyId} and user_id = ${actor.userId} and key = ${key}`
  if (!stored || !digest.equals(stored.digest))
    throw failure('conflict', 'This Idempotency-Key was used with another request', { field: 'idempotency-key' })
  const { data, beside, headers } = JSON.parse(stored.body)
  return answer(json<T>(data), {
    beside,
    headers: { ...headers, 'idempotent-replayed': 'true' },
    status: stored.status,
  })
}

function digestOf({ call }: Crm, { name, content }: KeyedRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([name, call.path, content]))
    .digest()
}
