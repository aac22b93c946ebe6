import type { VisibleEntity } from '../access/visibility.ts'
import type { Crm } from '../api/context.ts'

/** What people follow: records, and each other. */
export type FollowedEntity = VisibleEntity | 'user'

/** A kind of record that people follow. */
export interface Followed {
  entity: FollowedEntity
  /** With its article: `a deal`. */
  one: string
  /** Refuses a record that is not there for the caller. */
  require(crm: Crm, id: number): Promise<unknown>
  /** Refuses one that is deleted as well. */
  requireLive(crm: Crm, id: number): Promise<unknown>
}

export interface OfRecord {
  params: { id: number }
}

export interface OfFollower {
  params: { id: number; follower_id: number }
}

export interface NewFollower extends OfRecord {
  body: { user_id: number }
}

export interface Listed extends OfRecord {
  query: { limit?: number; cursor?: string }
}
