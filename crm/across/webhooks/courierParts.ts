import type { Outgoing } from '@portico/kit/http/outgoing'
import type { CrmServices } from '../../base/api/context.ts'
import type { Pace } from './pace.ts'
import type { Slots } from './slots.ts'

/** What the work for every webhook of this process shares. */
export interface CourierParts {
  services: CrmServices
  send: Outgoing
  slots: Slots
  pace: Pace
  /** Names this process in leases. */
  holder: string
  /** Whether others can see that this process is there. */
  isPresent(): boolean
  /** Names in leases of processes that are not there any more. */
  gone(): readonly string[]
  now(): Date
  /** Up to which number the log is settled. */
  settledSeq(): Promise<number>
  isStopping(): boolean
  count(outcome: DeliveryOutcome): void
  /** Deliveries of each webhook that were done since old ones were last removed. */
  sinceTrimmed: Map<number, number>
  limits: CourierLimits
}

/** Whether the receiver took an event, answered with another status, or did not answer. */
export type DeliveryOutcome = 'delivered' | 'refused' | 'unanswered'

export interface CourierLimits {
  /** Requests under way for one webhook: while its receiver is quick, and while it is slow or fails. */
  quick: number
  slow: number
  /** From this time for an answer on a receiver is slow. */
  slowMs: number
  /** Deliveries of one webhook that wait in the database; what comes after them waits in the log. */
  pending: number
  /** Deliveries that are done and kept. */
  kept: number
  leaseMs: number
  /** For how long there is no sign of a process before others take over what it has leased. */
  goneMs: number
  /** How long it is from one look for new events to the next. */
  lookEveryMs: number
}
