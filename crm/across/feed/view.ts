import type { SharedPiece } from '@portico/kit/http/eventStream'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Stretch } from '../../base/changes/logReader.ts'
import type { LogLine } from '../../base/changes/logReaderStore.ts'
import type { Fed } from '../../base/records/told.ts'
import { cursorOf, sightOf } from './cursor.ts'
import { type Entry, entriesOf, textsOf } from './entries.ts'
import { eventPiece, type SharedEvents, sharedEvents } from './eventPiece.ts'
import { kindsFor } from './kinds.ts'
import { type SeenLine, selectLines } from './store.ts'

/** What a stream shows. */
export interface View {
  items: readonly string[] | undefined
  withRecords: boolean
}

/** Entries as events; undefined when there are none. */
export async function eventsOf(crm: Crm, entries: readonly Entry[], view: View): Promise<SharedPiece | undefined> {
  const last = entries.at(-1)
  if (!last) return undefined
  return eventPiece(sharedEvents(await textsOf(crm, entries, view)), cursorOf(last.line, crm.actor))
}

/** What was made of a stretch: pieces by whose eyes they are for, and the events in them by the kinds they tell of. */
interface Made {
  pieces: Map<string, Promise<SharedPiece | undefined>>
  events: Map<string, Promise<SharedEvents>>
}

const made = new WeakMap<Stretch, Made>()

/**
 * A stretch that was just read, as events: made once for all streams that show the same to the same eyes. Where all of it
 * is open to everyone, which is known without asking the database, the events are made once for all eyes.
 */
export function liveEvents(
  crm: Crm,
  stretch: Stretch,
  view: View,
  reading: <T>(work: (crm: Crm) => Promise<T>) => Promise<T>,
): Promise<SharedPiece | undefined> {
  const ofStretch: Made = made.get(stretch) ?? { pieces: new Map(), events: new Map() }
  made.set(stretch, ofStretch)
  const key = `${sightOf(crm.actor)} ${view.withRecords} ${view.items?.join() ?? 'all'}`
  const known = ofStretch.pieces.get(key)
  if (known) return known
  const piece = pieceFor(crm, stretch, view, ofStretch, reading)
  ofStretch.pieces.set(key, piece)
  return piece
}

async function pieceFor(
  crm: Crm,
  { lines }: Stretch,
  view: View,
  { events }: Made,
  reading: <T>(work: (crm: Crm) => Promise<T>) => Promise<T>,
): Promise<SharedPiece | undefined> {
  const kinds = kindsFor(crm, view.items)
  const { certain, doubtful } = judged(crm.actor, kinds, lines)
  const isForAll = doubtful.length === 0 && !view.withRecords
  if (!isForAll) return reading(async crm => eventsOf(crm, await withDoubtful(crm, kinds, certain, doubtful), view))
  const entries = entriesOf(kinds, certain)
  const last = entries.at(-1)
  if (!last) return undefined
  const key = kinds.map(kind => kind.logged).join()
  const shared = events.get(key) ?? textsOf(crm, entries, view).then(sharedEvents)
  events.set(key, shared)
  return eventPiece(await shared, cursorOf(last.line, crm.actor))
}

/** Lines that the caller certainly sees, and those of which the database has to be asked. */
function judged(
  actor: Actor,
  kinds: readonly Fed[],
  lines: readonly LogLine[],
): { certain: SeenLine[]; doubtful: number[] } {
  const byName = new Map(kinds.map(kind => [kind.logged, { kind, seesAll: kind.maySee(actor) === EVERYTHING }]))
  const followings = new Set(
    [...byName.values()].flatMap(({ kind, seesAll }) => (seesAll ? [] : (kind.feed.following ?? []))),
  )
  const [certain, doubtful]: [SeenLine[], number[]] = [[], []]
  for (const line of lines) {
    const found = byName.get(line.entity)
    const isCertain = found && (found.seesAll || (line.isOpen && (found.kind.feed.seesOpen?.(actor) ?? false)))
    if (isCertain) certain.push(asSeen(line))
    else if (found || followings.has(line.entity)) doubtful.push(line.seq)
  }
  return { certain, doubtful }
}

async function withDoubtful(
  crm: Crm,
  kinds: readonly Fed[],
  certain: readonly SeenLine[],
  doubtful: readonly number[],
): Promise<Entry[]> {
  if (doubtful.length === 0) return entriesOf(kinds, certain)
  const seen = [...certain, ...(await selectLines(crm, kinds, doubtful))]
  return entriesOf(
    kinds,
    seen.sort((a, b) => a.seq - b.seq),
  )
}

function asSeen({ seq, at, time, entity, entityId, action }: LogLine): SeenLine {
  return { seq, at, time, entity, entity_id: entityId, action, seen: 'after' }
}
