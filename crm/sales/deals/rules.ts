import { failure } from '@portico/kit/api/failure'
import type { DealStatus } from './v2/shape.ts'

/** What a deal's status decides: when it was closed, and why it was lost. */
export interface DealOutcome {
  status: DealStatus
  won_time: Date | null
  first_won_time: Date | null
  lost_time: Date | null
  close_time: Date | null
  lost_reason: string | null
}

export interface OutcomeInput {
  status?: DealStatus | undefined
  won_time?: Date | null | undefined
  lost_time?: Date | null | undefined
  close_time?: Date | null | undefined
  lost_reason?: string | null | undefined
}

export const OPEN: DealOutcome = {
  status: 'open',
  won_time: null,
  first_won_time: null,
  lost_time: null,
  close_time: null,
  lost_reason: null,
}

/** Where a deal stands after an update: an open deal has no closing times, a won one no reason for a loss. */
export function decideOutcome(before: DealOutcome, input: OutcomeInput, now: Date): DealOutcome {
  const status = input.status ?? before.status
  refuseMisplaced(status, input)
  if (status === 'won') {
    const won_time = input.won_time ?? (before.status === 'won' ? before.won_time : null) ?? input.close_time ?? now
    const close_time = input.close_time ?? won_time
    return {
      status,
      won_time,
      first_won_time: before.first_won_time ?? won_time,
      lost_time: null,
      close_time,
      lost_reason: null,
    }
  }
  if (status === 'lost') {
    const lost_time = input.lost_time ?? (before.status === 'lost' ? before.lost_time : null) ?? input.close_time ?? now
    const lost_reason =
      input.lost_reason === undefined && before.status === 'lost' ? before.lost_reason : (input.lost_reason ?? null)
    return {
      status,
      won_time: null,
      first_won_time: before.first_won_time,
      lost_time,
      close_time: input.close_time ?? lost_time,
      lost_reason,
    }
  }
  if (status === 'open') return { ...OPEN, first_won_time: before.first_won_time }
  return { ...before, status }
}

/** Whether times are given that the deal does not have; without them it is closed when somebody says so. */
export function closesByHand(input: OutcomeInput, before: DealOutcome = OPEN): boolean {
  return CLOSING_TIMES.some(time => input[time] && secondOf(input[time]) !== secondOf(before[time]))
}

/** Times are shown in whole seconds: what was read and is sent back is no other time. */
function secondOf(time: Date | null): number | undefined {
  return time ? Math.floor(time.getTime() / 1000) : undefined
}

const CLOSING_TIMES = ['won_time', 'lost_time', 'close_time'] as const

function refuseMisplaced(status: DealStatus, input: OutcomeInput) {
  if (input.won_time && status !== 'won') throw misplaced('won_time', 'won')
  if (input.lost_time && status !== 'lost') throw misplaced('lost_time', 'lost')
  if (input.close_time && status === 'open')
    throw failure('invalid', 'close_time can only be set on a deal that is won or lost', { field: 'close_time' })
  if (input.lost_reason && status !== 'lost') throw misplaced('lost_reason', 'lost')
}

function misplaced(field: string, status: DealStatus) {
  return failure('invalid', `${field} can only be set on a deal that is ${status}`, { field })
}
