import type { About, Attempt, ThrottleKind } from '@portico/kit/access/throttle/throttle'
import type { Input, Operation } from '@portico/kit/api/operation'
import type { TObject, TSchema } from 'typebox'
import { normalAddress } from '../auth/rules.ts'
import type { User } from '../auth/user.ts'
import type { Market } from './context.ts'

/** An operation that takes a secret or sends a mail to whom the caller names. */
export interface ThrottledOperation<Context> extends Operation<Context> {
  readonly throttle: ThrottleKind
}

/**
 * Counts every run of an operation before it begins. A run that succeeds is taken back, unless it
 * sends a mail.
 *
 * @example export const login = throttled('password', openOperation({ … }))
 */
export function throttled<Context extends Market>(
  kind: ThrottleKind,
  operation: Operation<Context>,
): ThrottledOperation<Context> {
  // What is counted must stay counted when the operation fails.
  if (operation.transaction !== 'none') throw new Error(`${operation.name} counts tries and needs transaction 'none'`)
  return {
    ...operation,
    throttle: kind,
    async run(input, market) {
      const { services, call, user } = market
      const attempt = await services.throttle.attempt(call, kind, aboutOf(input, user))
      const run = () => operation.run(input, { ...market, mayMail: attempt.mayMail })
      if (kind === 'mail') return countMails(attempt, run)
      const result = await run()
      await attempt.succeeded()
      return result
    },
  }
}

/** A run that fails has sent no mail and is taken back. */
async function countMails(attempt: Attempt, run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    await attempt.takeBack()
    throw error
  }
}

function aboutOf({ body }: Input, user: User | undefined): About | undefined {
  const given = (body as { emailAddress?: unknown } | null)?.emailAddress
  if (typeof given === 'string') return { address: normalAddress(given) }
  return user && { address: user.email, session: user.session.id }
}

/** Names of fields that hold a secret. `URL` is the token of a confirmation mail. */
const SECRET = /password|passphrase|secret|token|^(code|otp|pin|url)$/i

/** Start-up refuses an operation that takes a secret and can be tried without end. */
export function refuseUnthrottledSecrets(operations: readonly Operation<never>[]): void {
  for (const operation of operations) {
    const secret = fieldsOf(operation).find(name => SECRET.test(name))
    if (secret && !isThrottled(operation))
      throw new Error(`market ${operation.name} takes the secret ${secret}: declare it with throttled(…)`)
  }
}

export function isThrottled<Context>(operation: Operation<Context>): operation is ThrottledOperation<Context> {
  return 'throttle' in operation
}

function fieldsOf({ params, query, body }: Operation<never>): string[] {
  return [params, query, body].flatMap(schema => (isObject(schema) ? Object.keys(schema.properties) : []))
}

function isObject(schema: TSchema | undefined): schema is TObject {
  return schema !== undefined && 'properties' in schema
}
