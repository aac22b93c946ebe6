import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { BEGINNING, type Place, readCursor, sightOf } from './cursor.ts'
import { type Entry, entriesOf } from './entries.ts'
import { kindsFor } from './kinds.ts'
import { isThere, lastPlace, selectStretch } from './store.ts'

/** Lines of the log that are read at a time, and at most for one page: a caller may see few of them. */
const STRETCH = 500
export const MOST_READ = 5_000

export interface FeedPage {
  entries: Entry[]
  /** Where to go on: everything up to there was told, or is not for the caller. */
  next: Place
  /** Whether there is more behind it already. */
  isMore: boolean
}

export interface FeedPosition {
  place: Place
  /** What the caller may see is not what it was at that place. */
  isSightChanged: boolean
}

/** The next entries behind a place, oldest first, as far as the log is settled. */
export async function feedPage(
  crm: Crm,
  { items, after, limit }: { items: readonly string[] | undefined; after: Place; limit: number },
): Promise<FeedPage> {
  const kinds = kindsFor(crm, items)
  const until = await crm.services.settledLog.settledSeq()
  const entries: Entry[] = []
  let next = after
  // For whoever sees everything one line more than the page tells whether there is more.
  let stretch = Math.min(limit + 1, STRETCH)
  for (let read = 0; read < MOST_READ; read += stretch) {
    if (read > 0) stretch = Math.min(STRETCH, MOST_READ - read)
    const lines = await selectStretch(crm, kinds, { after: next.seq, until, limit: stretch })
    const found = entriesOf(kinds, lines)
    const room = limit - entries.length
    entries.push(...found.slice(0, room))
    const last = found.length > room ? found[room - 1]?.line : lines.at(-1)
    next = last ? { seq: last.seq, at: last.at } : next
    if (found.length > room) return { entries, next, isMore: true }
    if (lines.length < stretch) return { entries, next, isMore: false }
  }
  return { entries, next, isMore: true }
}

/** Where a caller wants to go on; without a cursor at the beginning, with `latest` at the present. */
export async function positionOf(crm: Crm, cursor: string | undefined, field: string): Promise<FeedPosition> {
  if (cursor === undefined) return { place: BEGINNING, isSightChanged: false }
  if (cursor === 'latest') return { place: await present(crm), isSightChanged: false }
  const { seq, at, sight } = readCursor(cursor, field)
  if (seq > 0 && !(await isThere(crm, { seq, at })))
    throw failure(
      'gone',
      `The log does not know this ${field}, a backup may have been restored: begin again without it`,
      {
        field,
      },
    )
  return { place: { seq, at }, isSightChanged: sight !== sightOf(crm.actor) }
}

/** Behind everything that is settled by now. */
export async function present(crm: Crm): Promise<Place> {
  return (await lastPlace(crm, await crm.services.settledLog.settledSeq())) ?? BEGINNING
}
