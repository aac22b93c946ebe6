import {
  isConnectionLoss,
  isDataError,
  isDiskFull,
  isMachineLost,
  isTimeout,
  limitReached,
} from '../database/errors.ts'
import { type Failure, failure, isFailure } from './failure.ts'

/** Any other error than a `Failure` is an internal one: the caller gets none of its text, the log all of it. */
export function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error
  const log = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (isConnectionLoss(error))
    return failure('unavailable', 'The database is not reachable right now', { log, retryAfter: 1 })
  if (isMachineLost(error))
    return failure('unavailable', 'The machine with this data is not reachable right now', { log, retryAfter: 5 })
  if (isTimeout(error))
    return failure('unavailable', 'This took too long and was given up, nothing was stored', { log, retryAfter: 5 })
  if (isDiskFull(error)) return failure('unavailable', 'The disk of this server is full, nothing was stored', { log })
  const limit = limitReached(error)
  if (limit) return failure('invalid', limit.text, { field: limit.field })
  if (isDataError(error)) return failure('invalid', 'A value is too large or not of its kind', { log })
  return failure('internal', 'Something went wrong on our side', { log })
}
