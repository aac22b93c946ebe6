import type { Told, Watched } from '../../base/records/told.ts'
import { TOLD } from '../toldKinds.ts'

/** Every kind of record whose changes webhooks tell of. */
export const WATCHED: readonly Watched[] = TOLD.filter(isWatched)

function isWatched(kind: Told): kind is Watched {
  return kind.webhook !== undefined
}

/** By the names that the change log and webhooks have for them. */
export const WATCHED_IN_LOG: ReadonlyMap<string, Watched> = new Map(WATCHED.map(kind => [kind.logged, kind]))
export const WATCHED_OBJECTS: ReadonlyMap<string, Watched> = new Map(WATCHED.map(kind => [kind.webhook.object, kind]))
