import type { Call } from '@portico/kit/api/api'
import { type Input, isForReplica, type Operation } from '@portico/kit/api/operation'
import type { User } from '../auth/user.ts'
import type { Market, MarketServices } from './context.ts'
import { once } from './idempotency.ts'

/**
 * A read runs on a connection, a write in one transaction, where the services refuse to ask the database for another
 * connection. Both the API and the pages come through here.
 */
export async function perform(
  services: MarketServices,
  operation: Operation<Market>,
  input: Input,
  user: User | undefined,
  call: Call,
): Promise<unknown> {
  const { database, insideWrite } = services
  const outside = (sql: Market['sql']): Market => ({ sql, user, now: call.receivedAt, call, services })
  const holder = `market/${user?.id ?? call.remoteAddress}`
  const { read } = isForReplica(operation) ? services.reads : database
  if (operation.transaction === 'none') return read(sql => operation.run(input, outside(sql)), holder)
  if (operation.before) await database.read(async sql => operation.before?.(outside(sql)), holder)
  return database.write(sql => once({ ...outside(sql), services: insideWrite }, operation, input), holder)
}
