import { failure, isFailure } from '@portico/kit/api/failure'
import { checkTarget } from '../webhooks/target.ts'

const MOST_FAILURES = 5
const MINUTE_MS = 60_000

/** What follows from a fault: it goes on later, or it has failed. */
export function afterFault(
  error: unknown,
  { failures, now }: { failures: number; now: Date },
): { due: Date; problem: string; failures: number } | { problem: string } {
  const problem = isFailure(error) ? error.message : 'Something went wrong on our side'
  // The source says when it takes calls again.
  if (isFailure(error) && error.code === 'too_many') {
    const ms = (error.details.retryAfter ?? 60) * 1000
    return {
      due: new Date(now.getTime() + ms),
      problem: problem.replace('begin again then, it', 'it then'),
      failures: 0,
    }
  }
  const isFinal = isFailure(error) && error.code !== 'unavailable'
  if (isFinal || failures + 1 >= MOST_FAILURES) return { problem }
  return { due: new Date(now.getTime() + MINUTE_MS * 2 ** failures), problem, failures: failures + 1 }
}

/** Where an account may be copied from: what may not be called by webhooks may not be read from either. */
export function checkSource(url: string, rules: { origin: string; privateTargets: boolean }): string {
  checkTarget(url, rules, 'url')
  const { protocol, origin } = new URL(url)
  if (protocol !== 'https:' && !rules.privateTargets)
    throw failure('invalid', 'url must begin with https://: a token is not sent in the clear', { field: 'url' })
  return origin
}
