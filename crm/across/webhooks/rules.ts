import { failure } from '@portico/kit/api/failure'

/** Actions, as webhooks of version 2.0 and those of version 1.0 call them. */
export const ACTIONS_V2 = ['create', 'change', 'delete'] as const
export const ACTIONS_V1 = ['added', 'updated', 'merged', 'deleted'] as const
export const EVENT_ACTIONS = [...ACTIONS_V2, ...ACTIONS_V1, '*'] as const
export const VERSIONS = ['1.0', '2.0'] as const

export type EventAction = (typeof EVENT_ACTIONS)[number]
export type ActionV1 = (typeof ACTIONS_V1)[number]
export type ActionV2 = (typeof ACTIONS_V2)[number]
export type Version = (typeof VERSIONS)[number]

/** The version of a webhook whose maker did not say: the older names of actions came with the older version. */
export function versionOf(action: EventAction, version: Version | undefined): Version {
  const isOld = ACTIONS_V1.some(old => old === action)
  if (isOld && version === '2.0')
    throw failure('invalid', `event_action ${action} is one of version 1.0; send ${ACTIONS_V2.join(', ')} or *`, {
      field: 'event_action',
    })
  return version ?? (isOld ? '1.0' : '2.0')
}

/** Which actions of events a webhook wants, by the names of version 1.0, which tells merging apart. */
export function wantedActions(action: EventAction): readonly ActionV1[] {
  return WANTED[action]
}

const WANTED: Readonly<Record<EventAction, readonly ActionV1[]>> = {
  create: ['added'],
  change: ['updated'],
  delete: ['deleted', 'merged'],
  added: ['added'],
  updated: ['updated'],
  merged: ['merged'],
  deleted: ['deleted'],
  '*': ACTIONS_V1,
}

export const IN_V2: Readonly<Record<ActionV1, ActionV2>> = {
  added: 'create',
  updated: 'change',
  merged: 'delete',
  deleted: 'delete',
}

/**
 * What one request did to a record, by the first and the last line that it wrote about it. Nothing for what was added
 * and deleted at once, and for what the log says without a change of the record.
 */
export function actionOf(first: string, last: string): ActionV1 | undefined {
  if (last === 'deleted' || last === 'merged') return first === 'added' ? undefined : last
  if (last === 'purged') return undefined
  return first === 'added' ? 'added' : 'updated'
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** After the first three failed attempts so long, then hourly. */
const RETRIES_MS = [3 * SECOND_MS, 30 * SECOND_MS, 150 * SECOND_MS]

/** Clocks of servers differ by less: what happened after this time was written down by one that was ahead. */
export function clearlyAhead(now: Date): Date {
  return new Date(now.getTime() + MINUTE_MS)
}

/** How long an event is tried, and how long a webhook may go without any success before it is paused. */
export const PATIENCE_MS = 3 * DAY_MS

/** Failed attempts in a row after which the receiver counts as down: it gets one delivery at a time, at the times of retries. */
export const DOWN_AFTER = 10

/** How long deliveries are kept, and how far back a webhook goes that is resumed. */
export const KEPT_DAYS = 30

export function retryAfterMs(attempt: number): number {
  return RETRIES_MS[attempt - 1] ?? HOUR_MS
}

/** How long a receiver that is down is left alone after so many failures in a row. */
export function probeAfterMs(failures: number): number {
  return retryAfterMs(failures - DOWN_AFTER + 1)
}

/** Whether an event has been tried for long enough. */
export function isGivenUp(attempt: number, firstTime: Date, now: Date): boolean {
  return attempt > RETRIES_MS.length && now.getTime() - firstTime.getTime() >= PATIENCE_MS
}

/** Whether a webhook without any success is to be paused. */
export function isHopeless(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= PATIENCE_MS
}
