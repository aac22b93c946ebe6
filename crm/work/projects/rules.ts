import { failure } from '@portico/kit/api/failure'

export const STATUSES = ['open', 'completed', 'canceled'] as const
export type ProjectStatus = (typeof STATUSES)[number]

/** Those and what callers call a project that is deleted. */
export const SHOWN_STATUSES = [...STATUSES, 'deleted'] as const

/** What the status of a project and its deletion come to. */
export interface StatusValues {
  status: ProjectStatus
  is_deleted: boolean
  delete_time: Date | null
  status_change_time: Date | null
}

type Decided = { values: Partial<StatusValues>; action?: 'deleted' | 'restored' }

/** Deleting is a status for callers; the project keeps the one it had, and another one brings it back. */
export function decideStatus(
  before: Pick<StatusValues, 'status' | 'is_deleted'>,
  wanted: ProjectStatus | 'deleted' | undefined,
  now: Date,
): Decided {
  if (before.is_deleted && wanted === undefined)
    throw failure('gone', 'The project is deleted; send status open to bring it back')
  const isNow = before.is_deleted ? 'deleted' : before.status
  if (wanted === undefined || wanted === isNow) return { values: {} }
  if (wanted === 'deleted')
    return { values: { is_deleted: true, delete_time: now, status_change_time: now }, action: 'deleted' }
  const values = { status: wanted, status_change_time: now }
  if (!before.is_deleted) return { values }
  return { values: { ...values, is_deleted: false, delete_time: null }, action: 'restored' }
}

/** A project keeps the time at which it was archived, until it is taken out of the archive. */
export function decideArchive(
  before: { is_archived: boolean },
  wanted: boolean | undefined,
  now: Date,
): { is_archived?: boolean; archive_time?: Date | null } {
  if (wanted === undefined || wanted === before.is_archived) return {}
  return { is_archived: wanted, archive_time: wanted ? now : null }
}
