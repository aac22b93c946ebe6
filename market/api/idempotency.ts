import { answered } from '@portico/kit/api/answer'
import type { Input, Operation } from '@portico/kit/api/operation'
import { runOnce } from '@portico/kit/api/runOnce'
import type { Market } from './context.ts'

/** Runs a write once for each `Idempotency-Key` of somebody who is signed in. */
export async function once(market: Market, operation: Operation<Market>, input: Input): Promise<unknown> {
  const { sql, user, now, call } = market
  const key = call.request.headers.get('idempotency-key')
  if (!key || !user || operation.method === 'GET') return operation.run(input, market)
  const keys = { sql, table: 'market.idempotency', caller: { account_id: user.id }, beside: { created_at: now } }
  const content = [operation.name, input.params, input.query, input.body]
  return runOnce(keys, { key, content, status: operation.status }, async () =>
    answered(await operation.run(input, market)),
  )
}
