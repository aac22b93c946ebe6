import { answered } from '@portico/kit/answer'
import type { Call } from '@portico/kit/api'
import { coerce } from '@portico/kit/coerce'
import { isJson, parsed } from '@portico/kit/json'
import type { Operation } from '@portico/kit/operation'
import { validate } from '@portico/kit/validate'
import type { TSchema } from 'typebox'
import type { House, Market } from '../api/context.ts'
import { perform } from '../api/perform.ts'
import { admitRole } from '../api/roles.ts'
import type { User } from '../auth/user.ts'

export interface ActInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/**
 * Runs an operation of the API for a page: same schemas, same roles, same work, the data instead of its JSON. The type
 * of the data is the caller's word, since operations lose theirs when they are declared.
 */
export async function act<T>(
  house: House,
  operation: Operation<Market>,
  given: ActInput,
  user: User | undefined,
  call: Call,
): Promise<T> {
  admitRole(user, operation)
  const input = {
    params: fit(operation.params, given.params),
    query: fit(operation.query, given.query),
    body: operation.body ? fit(operation.body, given.body) : {},
  }
  const { data } = answered(await perform(house, operation, input, user, call))
  return (isJson(data) ? parsed(data) : data) as T
}

/** Empty fields of a form are fields that were left out. */
function fit(schema: TSchema, given: Record<string, unknown> = {}): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== undefined))
  const values = coerce(schema, filled) as Record<string, unknown>
  validate(schema, values)
  return values
}
