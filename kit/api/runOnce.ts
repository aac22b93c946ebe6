import { createHash } from 'node:crypto'
import { type Answered, answer } from './answer.ts'
import { failure } from './failure.ts'
import { claimKey, findAnswer, type KeptKeys, storeAnswer } from './idempotencyStore.ts'
import { json, textOf } from './json.ts'

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
  { key, content, status }: KeyedRequest,
  run: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  if (key.length > 255)
    throw failure('invalid', 'Idempotency-Key is longer than 255 characters', { field: 'idempotency-key' })
  const digest = createHash('sha256').update(JSON.stringify(content)).digest()
  if (!(await claimKey(keys, key, digest))) return firstAnswer<T>(keys, key, digest)
  const first = await run()
  const body = JSON.stringify({ data: textOf(first.data), beside: first.beside, headers: first.headers })
  await storeAnswer(keys, key, first.status ?? status, body)
  return first
}

async function firstAnswer<T>(keys: KeptKeys, key: string, digest: Buffer): Promise<Answered<T>> {
  const stored = await findAnswer(keys, key)
  if (!stored || !digest.equals(stored.digest))
    throw failure('conflict', 'This Idempotency-Key was used with another request', { field: 'idempotency-key' })
  const { data, beside, headers } = JSON.parse(stored.body)
  return answer(json<T>(data), {
    beside,
    headers: { ...headers, 'idempotent-replayed': 'true' },
    status: stored.status,
  })
}
