import type { Attempt, DueDelivery } from './deliveryStore.ts'
import { DOWN_AFTER, isGivenUp, retryAfterMs } from './rules.ts'
import type { Sent } from './send.ts'

/** How the receiver of a webhook has been doing. */
export interface Condition {
  /** Failures in a row since the last success. */
  failures: number
  failingSince: Date | null
}

/**
 * Failures of first attempts in a row are counted: one event that is refused again and again does not make a receiver
 * down. Of one that is down those count that were sent to find out (`isProbe`), not those under way when it went down.
 */
export function conditionAfter(
  before: Condition,
  sent: Sent,
  { isFirst, isProbe, now }: { isFirst: boolean; isProbe: boolean; now: Date },
): Condition {
  if (sent.ok) return { failures: 0, failingSince: null }
  const counts = isDown(before) ? isProbe : isFirst
  return { failures: before.failures + (counts ? 1 : 0), failingSince: before.failingSince ?? now }
}

export function isDown({ failures }: Condition): boolean {
  return failures >= DOWN_AFTER
}

/** What an attempt means for its delivery: done, to be tried again later, or given up after three days. */
export function attemptOf(delivery: DueDelivery, sent: Sent, time: Date): Attempt {
  const attempt = delivery.attempt + 1
  const { ok, ...facts } = sent
  const givenUp = !ok && isGivenUp(attempt, delivery.first_time ?? time, time)
  return {
    id: delivery.id,
    attempt,
    time,
    ...facts,
    status: ok ? 'delivered' : givenUp ? 'failed' : 'pending',
    next_time: ok || givenUp ? null : new Date(time.getTime() + retryAfterMs(attempt)),
  }
}

/** A delivery of which nothing is left in the log: the record was removed for good. */
export function skipped(delivery: DueDelivery, time: Date): Attempt {
  return {
    id: delivery.id,
    attempt: delivery.attempt,
    time,
    status: 'skipped',
    next_time: null,
    duration_ms: 0,
    http_status: null,
    answer: null,
    error: 'The record was removed for good before it was told of',
  }
}
