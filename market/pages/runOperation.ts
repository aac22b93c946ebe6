import { answered } from '@portico/kit/api/answer'
import type { Call } from '@portico/kit/api/api'
import { isJson, parsed } from '@portico/kit/api/json'
import type { Operation } from '@portico/kit/api/operation'
import { fit } from '@portico/kit/api/serveApi'
import { refuseUnstorable } from '@portico/kit/api/storable'
import type { Market, MarketServices } from '../api/context.ts'
import { perform } from '../api/perform.ts'
import { admitRole } from '../api/roles.ts'
import type { User } from '../auth/user.ts'

export interface PageInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/**
 * Runs an operation of the API for a page, with the same schemas and roles, and returns its data instead of JSON text.
 * The caller names the type of the data, because operations lose their types when they are declared.
 */
export async function runOperation<T>(
  services: MarketServices,
  operation: Operation<Market>,
  given: PageInput,
  user: User | undefined,
  call: Call,
): Promise<T> {
  admitRole(user, operation)
  const input = {
    params: fit(operation.params, filledIn(given.params)),
    query: fit(operation.query, filledIn(given.query)),
    body: operation.body ? fit(operation.body, filledIn(given.body)) : {},
  }
  for (const part of Object.values(input)) refuseUnstorable(part)
  const { data } = answered(await perform(services, operation, input, user, call))
  return (isJson(data) ? parsed(data) : data) as T
}

/** An empty field of a form counts as left out. */
function filledIn(given: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== undefined))
}
