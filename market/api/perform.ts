import type { Call } from '@portico/kit/api'
import type { Input, Operation } from '@portico/kit/operation'
import type { User } from '../auth/user.ts'
import type { House, Market } from './context.ts'
import { once } from './idempotency.ts'
import { refuseNul } from './plainText.ts'

/** A read runs on a connection, a write in one transaction. Both the API and the pages come through here. */
export async function perform(
  house: House,
  operation: Operation<Market>,
  input: Input,
  user: User | undefined,
  call: Call,
): Promise<unknown> {
  refuseNul(input.params)
  refuseNul(input.query)
  refuseNul(input.body)
  const context = (sql: Market['sql']): Market => ({ sql, user, now: call.receivedAt, call, house })
  if (operation.transaction === 'none') return house.database.read(sql => operation.run(input, context(sql)))
  return house.database.write(sql => once(context(sql), operation, input))
}
