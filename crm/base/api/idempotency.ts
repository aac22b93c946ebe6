import { type Answered, answered } from '@portico/kit/api/answer'
import type { Call } from '@portico/kit/api/api'
import type { Input, Operation } from '@portico/kit/api/operation'
import { runOnce } from '@portico/kit/api/runOnce'
import type { Crm } from './context.ts'

/** Runs a POST once for each `Idempotency-Key` of a user. */
export async function once(crm: Crm, operation: Operation<Crm>, input: Input): Promise<unknown> {
  if (operation.method !== 'POST' || !hasIdempotencyKey(crm.call)) return operation.run(input, crm)
  const { api, name, status } = operation
  const request = { name: [api, name], content: [input.query, input.body], status }
  return onceFor<unknown>(crm, request, async () => answered(await operation.run(input, crm)))
}

/** A POST as far as it counts for its key: what is asked for, with what content. */
interface NamedRequest {
  name: unknown
  content: readonly unknown[]
  status?: number
}

/** The same for an operation that streams and opens its transaction by itself, when it knows what was sent. */
export async function onceFor<T>(
  { sql, actor, call }: Crm,
  { name, content, status = 200 }: NamedRequest,
  run: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const key = call.request.headers.get('idempotency-key')
  if (!key) return run()
  const caller = { company_id: actor.companyId, user_id: actor.userId }
  const request = { key, content: [name, call.path, content], status }
  return runOnce({ sql, table: 'crm.idempotency', caller }, request, run)
}

export function hasIdempotencyKey(call: Call): boolean {
  return call.request.headers.has('idempotency-key')
}
